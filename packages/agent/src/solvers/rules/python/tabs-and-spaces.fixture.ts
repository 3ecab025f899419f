import type { Fixture } from "../test/fixture.ts";

export const fixtures: readonly Fixture[] = [
  {
    when: "a tab is four columns wide in the editor",
    files: {
      "half.py": "def half(number):\n    print(number)\n\treturn number / 2\n\n\nprint(half(4))\n",
    },
    command: "python3 half.py",
    shows: "Error: ",
    needs: ["python3"],
  },
  {
    when: "a tab is eight columns wide in the editor",
    files: {
      "total.py":
        "def total(rows):\n    result = 0\n    for row in rows:\n        result += row\n\tprint(row)\n    return result\n\n\nprint(total([1, 2]))\n",
    },
    command: "python3 total.py",
    shows: "TabError",
    needs: ["python3"],
  },
];
