import type { Fixture } from "../test/fixture.ts";

export const fixtures: readonly Fixture[] = [
  {
    when: "a variable",
    files: { "size.py": "length = 3\nprint(lenght)\n" },
    command: "python3 size.py",
    shows: "Did you mean: 'length'?",
    needs: ["python3.11"],
  },
  {
    when: "a function of a module",
    files: { "root.py": "import math\nprint(math.sqr(9))\n" },
    command: "python3 root.py",
    shows: "Did you mean: 'sqrt'?",
    needs: ["python3.11"],
  },
];
