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
];
