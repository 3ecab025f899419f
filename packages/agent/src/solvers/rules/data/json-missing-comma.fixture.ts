import type { Fixture } from "../test/fixture.ts";

export const fixtures: readonly Fixture[] = [
  {
    when: "Python reads it",
    files: { "settings.json": '{\n  "port": 8080\n  "host": "localhost"\n}\n' },
    command: "python3 -m json.tool settings.json",
    shows: "Expecting ',' delimiter",
    needs: ["python3"],
  },
  {
    when: "Node requires it",
    files: {
      "settings.json": '{\n  "port": 8080\n  "host": "localhost"\n}\n',
      "main.js": 'require("./settings.json");\n',
    },
    command: "node main.js",
    shows: "in JSON at position",
    needs: ["node"],
  },
];
