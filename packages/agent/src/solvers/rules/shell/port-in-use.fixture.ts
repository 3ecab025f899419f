import type { Fixture } from "../test/fixture.ts";

const HOLDER = `python3 -c '
import socket, sys, time
held = socket.socket()
held.bind(("0.0.0.0", int(sys.argv[1])))
held.listen()
open("held-" + sys.argv[1], "w").close()
time.sleep(20)' `;
const holding = (port: number) =>
  `rm -f held-${port}; (${HOLDER} ${port} >/dev/null 2>&1 &); until [ -e held-${port} ]; do sleep 0.05; done`;

export const fixtures: readonly Fixture[] = [
  {
    when: "the port is a word of the command",
    files: {
      "serve.py":
        'import socket, sys\ns = socket.socket()\ns.bind(("0.0.0.0", int(sys.argv[2])))\nprint("up")\n',
    },
    around: holding(48_211),
    command: "python3 serve.py --port 48211",
    shows: "Address already in use",
    hints: "python3 serve.py --port 48212",
    needs: ["python3"],
  },
  {
    when: "the port comes from PORT or a default",
    files: {
      "serve.js":
        'const s = require("node:http").createServer();\ns.listen(process.env.PORT || 48221, "0.0.0.0", () => s.close());\n',
    },
    around: holding(48_221),
    command: "node serve.js",
    shows: "EADDRINUSE",
    hints: "PORT=48222 node serve.js",
    needs: ["node", "python3"],
  },
  {
    when: "a container is to publish it",
    files: {
      docker:
        "#!/bin/sh\necho 'docker: Error response from daemon: Bind for 0.0.0.0:5432 failed: port is already allocated.' >&2\nexit 125\n",
    },
    setup: "chmod +x docker",
    around: 'PATH="$PWD:$PATH"',
    command: "docker run -d -p 5432:5432 postgres:16",
    shows: "port is already allocated",
    hints: "docker run -d -p 5433:5432 postgres:16",
  },
  {
    when: "a file sets it twice",
    files: {
      "services.json": '{\n  "api": { "port": 41830 },\n  "metrics": { "port": 41830 }\n}\n',
      "start.js": `for (const { port } of Object.values(require("./services.json")))
  require("node:net").createServer().listen(port, "127.0.0.1").unref();
setTimeout(() => {}, 300);
`,
    },
    command: "node start.js",
    shows: "EADDRINUSE",
    hints: "services.json line 2, services.json line 3",
    needs: ["node"],
  },
];
