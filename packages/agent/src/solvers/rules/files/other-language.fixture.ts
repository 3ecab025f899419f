import type { Fixture } from "../test/fixture.ts";

export const fixtures: readonly Fixture[] = [
  {
    when: "bash is given Python",
    files: { "tool.py": 'import os\nprint("ready")\n' },
    command: "bash tool.py",
    shows: "import",
    needs: ["python3", "bash"],
  },
  {
    when: "Python is given a shell script",
    files: { "run.sh": "for f in a; do echo $f; done\n" },
    command: "python3 run.sh",
    shows: "SyntaxError",
    needs: ["python3", "bash"],
  },
];
