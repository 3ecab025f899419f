import type { Fixture } from "../test/fixture.ts";

export const fixtures: readonly Fixture[] = [
  {
    when: "Node reads config.json",
    files: {
      "config.example.json": '{"port": 8080}\n',
      "main.js":
        'console.log(JSON.parse(require("node:fs").readFileSync("config.json", "utf8")).port);\n',
    },
    command: "node main.js",
    shows: "no such file or directory, open 'config.json'",
    needs: ["node"],
  },
  {
    when: "a script sources its settings",
    files: {
      "settings.sh.example": "NAME=demo\n",
      "start.sh": "set -e\n. ./settings.sh\necho $NAME\n",
    },
    command: "bash start.sh",
    shows: "./settings.sh: No such file or directory",
  },
  {
    when: "Node is told to read .env",
    files: { ".env.example": "NAME=demo\n", "main.js": "console.log(process.env.NAME);\n" },
    command: "node --env-file=.env main.js",
    shows: ".env: not found",
    needs: ["node"],
  },
];
