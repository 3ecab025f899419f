import type { Fixture } from "../test/fixture.ts";

export const fixtures: readonly Fixture[] = [
  {
    when: "Python reads JSON",
    files: { "settings.json": '\ufeff{"a": 1}\n' },
    command: "python3 -m json.tool settings.json",
    shows: "Unexpected UTF-8 BOM",
    needs: ["python3"],
  },
  {
    when: "Node reads JSON",
    files: {
      "settings.json": '\ufeff{"a": 1}\n',
      "main.js": 'JSON.parse(require("node:fs").readFileSync("settings.json", "utf8"));\n',
    },
    command: "node main.js",
    shows: "Unexpected token",
    needs: ["node"],
  },
  {
    when: "a shell reads a script",
    files: { "run.sh": "\ufeff#!/bin/bash\necho run\n" },
    command: "bash -e run.sh",
    shows: "#!/bin/bash: No such file or directory",
  },
];
