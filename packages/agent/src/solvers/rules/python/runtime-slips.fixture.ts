import type { Fixture } from "../test/fixture.ts";

export const fixtures: readonly Fixture[] = [
  {
    rule: "python-self",
    when: "a method is called",
    files: {
      "app.py":
        "class Account:\n    def deposit(amount):\n        self.balance = amount\n\naccount = Account()\naccount.deposit(5)\nprint(account.balance)\n",
    },
    command: "python3 app.py",
    shows: "takes 1 positional argument but 2 were given",
    needs: ["python3"],
  },
  {
    rule: "python-self",
    when: "its class is in another file",
    files: {
      "cart.py":
        "class Cart:\n    def __init__(self):\n        self.lines = []\n\n    def total():\n        return sum(self.lines)\n",
      "demo.py": "from cart import Cart\n\nprint(Cart().total())\n",
    },
    command: "python3 demo.py",
    shows: "takes 0 positional arguments but 1 was given",
    needs: ["python3"],
  },
  {
    rule: "python-mutable-default",
    when: "a list is the default",
    files: {
      "app.py":
        'from dataclasses import dataclass\n\n@dataclass\nclass Article:\n    title: str\n    tags: list = []\n\nprint(Article("a").tags)\n',
    },
    command: "python3 app.py",
    shows: "use default_factory",
    needs: ["python3"],
  },
  {
    rule: "python-text-and-number",
    when: "a number follows a text",
    files: { "app.py": 'count = 3\nprint("lines: " + count)\n' },
    command: "python3 app.py",
    shows: "can only concatenate str",
    needs: ["python3"],
  },
  {
    rule: "python-text-and-number",
    when: "a number comes first",
    files: { "app.py": 'count = 3\nprint(count + " lines")\n' },
    command: "python3 app.py",
    shows: "unsupported operand type(s) for +",
    needs: ["python3"],
  },
  {
    rule: "python-unbound",
    when: "a counter is global",
    files: { "app.py": "total = 0\n\ndef add(n):\n    total += n\n\nadd(2)\n" },
    command: "python3 app.py",
    shows: "UnboundLocalError",
    hints: '"global total"',
    needs: ["python3"],
  },
  {
    rule: "python-keyword-argument",
    when: "a call has it misspelt",
    files: {
      "app.py":
        "def area(width, height):\n    return width * height\n\nprint(area(widht=2, height=3))\n",
    },
    command: "python3 app.py",
    shows: "unexpected keyword argument",
    needs: ["python3"],
  },
  {
    rule: "python-key",
    when: "a dictionary has it otherwise",
    files: { "app.py": 'user = {"name": "Ada"}\nprint(user["nmae"])\n' },
    command: "python3 app.py",
    shows: "KeyError",
    needs: ["python3"],
  },
  {
    rule: "python-enum",
    when: "a member is misspelt",
    files: {
      "app.py":
        "from enum import Enum\n\n\nclass Colour(Enum):\n    GREEN = 1\n\n\nprint(Colour.GREN)\n",
    },
    command: "python3 app.py",
    shows: "GREN",
    needs: ["python3"],
  },
  {
    rule: "python-key",
    when: "a column of a table is misspelt",
    files: {
      "app.py":
        'import csv\n\nfor row in csv.DictReader(open("a.csv")):\n    print(row["emial"])\n',
      "a.csv": "name,email\nada,a@example.org\n",
    },
    command: "python3 app.py",
    shows: "KeyError: 'emial'",
    needs: ["python3"],
  },
];
