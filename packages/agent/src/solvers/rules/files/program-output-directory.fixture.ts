import type { Fixture } from "../test/fixture.ts";

export const fixtures: readonly Fixture[] = [
  {
    when: "Python opens a log for writing",
    files: { "run.py": 'with open("logs/today.log", "w") as log:\n    log.write("started")\n' },
    command: "python3 run.py",
    shows: "No such file or directory: 'logs/today.log'",
    needs: ["python3"],
  },
  {
    when: "Node writes a report",
    files: {
      "report.js":
        'const { join } = require("node:path");\nrequire("node:fs").writeFileSync(join(__dirname, "out", "report.json"), "{}");\n',
    },
    command: "node report.js",
    shows: "ENOENT: no such file or directory, open",
    needs: ["node"],
  },
];
