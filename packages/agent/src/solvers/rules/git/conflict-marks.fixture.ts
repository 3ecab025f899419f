import type { Fixture } from "../test/fixture.ts";

const MARKED = "<<<<<<< HEAD\nx = 1\n=======\nx = 2\n>>>>>>> feature\n";

export const fixtures: readonly Fixture[] = [
  {
    when: "a script is run",
    files: { "a.py": `a = 0\n${MARKED}` },
    command: "python3 a.py",
    shows: "SyntaxError",
    hints: "a.py has marks of a merge conflict in it, from line 2 (<<<<<<<) to line 6",
    needs: ["python3"],
  },
  {
    when: "a makefile is read",
    files: { Makefile: `all:\n${MARKED}` },
    command: "make",
    shows: "missing separator",
    hints: "Makefile has marks of a merge conflict",
    needs: ["make"],
  },
];
