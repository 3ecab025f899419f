import type { Fixture } from "../test/fixture.ts";

export const fixtures: readonly Fixture[] = [
  {
    rule: "python-unexpected-indent",
    when: "a return is indented too far",
    files: {
      "app.py": "def double(n):\n    twice = 2 * n\n      return twice\n\nprint(double(2))\n",
    },
    command: "python3 app.py",
    shows: "unexpected indent",
    needs: ["python3"],
  },
  {
    rule: "python-unmatched-indent",
    when: "a line has one space too many",
    files: {
      "app.py": "def double(n):\n    if n:\n        n = 2 * n\n     return n\n\nprint(double(2))\n",
    },
    command: "python3 app.py",
    shows: "unindent does not match",
    needs: ["python3"],
  },
  {
    rule: "python-unmatched-indent",
    when: "a line is between two levels",
    files: {
      "app.py":
        "def double(n):\n    if n:\n        n = 2 * n\n      return n\n\nprint(double(2))\n",
    },
    command: "python3 app.py",
    shows: "unindent does not match",
    hints: "is indented by 6 spaces, like no line above it",
    needs: ["python3"],
  },
  {
    rule: "python-missing-body",
    when: "a function has one line",
    files: { "app.py": "def double(n):\nreturn 2 * n\n\nprint(double(2))\n" },
    command: "python3 app.py",
    shows: "expected an indented block",
    needs: ["python3"],
  },
  {
    rule: "python-missing-body",
    when: "more than one line may belong to the loop",
    files: { "app.py": "total = 0\nfor n in [1, 2]:\ntotal += n\nprint(total)\n" },
    command: "python3 app.py",
    shows: "expected an indented block",
    hints: "The body of line 2 of app.py must be indented",
    needs: ["python3"],
  },
];
