import type { Fixture } from "../test/fixture.ts";

export const fixtures: readonly Fixture[] = [
  {
    when: "an input is empty",
    files: {
      "app.py":
        'scores = [float(line) for line in open("scores.txt")]\nprint(sum(scores) / len(scores))\n',
      "scores.txt": "",
    },
    command: "python3 app.py",
    shows: "division by zero",
    hints: "the file scores.txt is empty",
    needs: ["python3"],
  },
  {
    when: "a file is not UTF-8",
    files: {
      "app.py": 'print(open("k.csv", encoding="utf-8").read())\n',
    },
    setup: "printf 'M\\374ller\\n' > k.csv",
    command: "python3 app.py",
    shows: "codec can't decode byte 0xfc",
    hints: "k.csv is not UTF-8",
    needs: ["python3"],
  },
  {
    when: "a function returns nothing",
    files: {
      "app.py": "def load():\n    items = [1, 2]\n\n\nfor i in load():\n    print(i)\n",
    },
    command: "python3 app.py",
    shows: "'NoneType' object is not iterable",
    hints: "Line 5 of app.py: the value is None",
    needs: ["python3"],
  },
];
