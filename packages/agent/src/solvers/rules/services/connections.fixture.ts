import type { Fixture } from "../test/fixture.ts";
import { stub } from "../test/stub.ts";

export const fixtures: readonly Fixture[] = [
  {
    rule: "connection-refused",
    when: "the server was not started",
    command: "curl -fsS http://127.0.0.1:39471/health",
    shows: "Failed to connect to 127.0.0.1 port 39471",
    hints: "Nothing listens on port 39471 of this machine",
    needs: ["curl"],
  },
  {
    rule: "host-unreachable",
    when: "a name is unknown",
    command: "curl -fsS http://files.example.invalid/a",
    shows: "Could not resolve host",
    hints: "The name files.example.invalid does not resolve",
    needs: ["curl"],
  },
  {
    // Docker 24.
    rule: "port-taken",
    when: "a container publishes it",
    ...stub(
      "docker",
      "docker: Error response from daemon: driver failed programming external connectivity on endpoint pg (8f1c2d): Bind for 0.0.0.0:5432 failed: port is already allocated.",
      125,
    ),
    command: "docker run -d --name pg -p 5432:5432 postgres:16",
    shows: "port is already allocated",
    hints: "-p 5433:5432",
  },
  {
    rule: "port-taken",
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
