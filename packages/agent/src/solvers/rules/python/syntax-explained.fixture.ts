import type { Fixture } from "../test/fixture.ts";

export const fixtures: readonly Fixture[] = [
  {
    rule: "python-syntax",
    when: "it has typographic quotes",
    files: {
      "app.py": "print(“hi”)\n",
    },
    command: "python3 app.py",
    shows: "invalid character",
    needs: ["python3"],
  },
  {
    rule: "python-syntax",
    when: "a bracket is closed twice",
    files: {
      "app.py": "print((1 + 2)))\n",
    },
    command: "python3 app.py",
    shows: "unmatched ')'",
    needs: ["python3"],
  },
  {
    rule: "python-syntax",
    when: "a merge left its marks",
    files: {
      "app.py": "x = 1\n<<<<<<< HEAD\nx = 2\n=======\nx = 3\n>>>>>>> other\nprint(x)\n",
    },
    command: "python3 app.py",
    shows: "SyntaxError",
    hints: "conflict markers",
    needs: ["python3"],
  },
];
