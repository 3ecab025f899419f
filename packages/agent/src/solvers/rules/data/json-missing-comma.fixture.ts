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
  {
    when: "both stand in one line",
    files: { "rows.json": '{"port": 8080 "paths": ["/a/b" "/c"]}\n' },
    command: "jq .port rows.json",
    shows: "Expected separator between values",
    needs: ["jq"],
  },
  {
    when: "a program reads one of several files",
    files: {
      "package.json": '{ "name": "demo" }\n',
      "config/settings.json": '{\n  "list": [true\n    false],\n  "b": 2\n}\n',
      "app.py": 'import json\n\nprint(json.load(open("config/settings.json")))\n',
    },
    command: "python3 app.py",
    shows: "Expecting ',' delimiter",
    needs: ["python3"],
  },
];
