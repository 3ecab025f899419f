import type { Fixture } from "../test/fixture.ts";

export const fixtures: readonly Fixture[] = [
  {
    when: "a program starts it without a shell",
    files: {
      "hook.sh": "echo hooked\n",
      "start.py": 'import subprocess\nsubprocess.run(["./hook.sh"], check=True)\n',
    },
    setup: "chmod +x hook.sh",
    command: "python3 start.py",
    shows: "Exec format error: './hook.sh'",
    needs: ["python3"],
  },
];
