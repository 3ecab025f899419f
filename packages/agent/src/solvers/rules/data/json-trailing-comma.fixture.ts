import type { Fixture } from "../test/fixture.ts";

export const fixtures: readonly Fixture[] = [
  {
    when: "Python reads it",
    files: { "settings.json": '{\n  "port": 8080,\n  "host": "localhost",\n}\n' },
    command: "python3 -m json.tool settings.json",
    shows: "Expecting property name enclosed in double quotes",
    needs: ["python3"],
  },
  {
    when: "npm reads its package.json",
    files: {
      "package.json": '{\n  "name": "demo",\n  "scripts": {\n    "test": "node -v",\n  }\n}\n',
    },
    command: "npm test",
    shows: "EJSONPARSE",
    needs: ["npm", "node"],
  },
  {
    when: "jq reads a list in one line",
    files: { "rows.json": "[1, 2, 3,]\n" },
    command: "jq length rows.json",
    shows: "Expected another array element",
    needs: ["jq"],
  },
  {
    when: "it is in the middle of a line, and Python reads it",
    files: { "settings.json": '{\n  "list": [1, 2, 3,],\n  "note": "a,]",\n  "b": 2\n}\n' },
    command: "python3 -m json.tool settings.json",
    shows: "Expecting value: line 2",
    needs: ["python3"],
  },
  {
    when: "there are several, and Node requires it",
    files: {
      "settings.json": '{\n  "list": [1, [2, 3,],],\n  "b": {"c": 2, },\n}\n',
      "main.js": 'require("./settings.json");\n',
    },
    command: "node main.js",
    shows: "is not valid JSON",
    needs: ["node"],
  },
];
