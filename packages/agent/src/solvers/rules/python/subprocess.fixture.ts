import type { Fixture } from "../test/fixture.ts";

export const fixtures: readonly Fixture[] = [
  {
    when: "a command line is given as one word",
    files: {
      "app.py": 'import subprocess\n\nsubprocess.run("ls -l")\n',
    },
    command: "python3 app.py",
    shows: "No such file or directory: 'ls -l'",
    hints: "Give a list",
    needs: ["python3"],
  },
];
