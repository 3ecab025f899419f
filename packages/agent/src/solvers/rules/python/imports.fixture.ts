import type { Fixture } from "../test/fixture.ts";

export const fixtures: readonly Fixture[] = [
  {
    rule: "python-own-name",
    when: "the program is called like a module",
    files: {
      "random.py": "import random\n\nprint(random.randint(1, 6))\n",
    },
    command: "python3 random.py",
    shows: "partially initialized module",
    needs: ["python3"],
  },
  {
    rule: "python-circle",
    when: "two modules need each other",
    files: {
      "app.py": "import a\n",
      "a.py": "from b import f\n\n\ndef g():\n    return 1\n",
      "b.py": "from a import g\n\n\ndef f():\n    return g()\n",
    },
    command: "python3 app.py",
    shows: "circular import",
    hints: "a and b.py import each other",
    needs: ["python3"],
  },
  {
    rule: "python-relative-top",
    when: "a dot is too much",
    files: {
      "app.py": "from .b import x\n\nprint(x)\n",
      "b.py": "x = 1\n",
    },
    command: "python3 app.py",
    shows: "no known parent package",
    needs: ["python3"],
  },
  {
    rule: "python-relative-beyond",
    when: "two dots are too much",
    files: {
      "pkg/__init__.py": "",
      "pkg/a.py": "from ..b import x\n\nprint(x)\n",
      "b.py": "x = 1\n",
    },
    command: "python3 -m pkg.a",
    shows: "beyond top-level package",
    hints: "go above the package",
    needs: ["python3"],
  },
  {
    rule: "python-import-file",
    when: "the file is named with its ending",
    files: {
      "app.py": "import util.py\n",
      "util.py": "x = 1\n",
    },
    command: "python3 app.py",
    shows: "is not a package",
    needs: ["python3"],
  },
  {
    rule: "python-import-dash",
    when: "the file has a dash in its name",
    files: {
      "app.py": "import my-util\n",
      "my-util.py": "x = 1\n",
    },
    command: "python3 app.py",
    shows: "invalid syntax",
    hints: "Rename my-util.py to my_util.py",
    needs: ["python3"],
  },
  {
    rule: "python-module-path",
    when: "the path of a file comes after -m",
    files: {
      "pkg/__init__.py": "",
      "pkg/a.py": "print(1)\n",
    },
    command: "python3 -m pkg/a.py",
    shows: "Try using",
    needs: ["python3"],
  },
  {
    rule: "python-no-main",
    when: "a package is run",
    files: {
      "pkg/__init__.py": "",
      "pkg/cli.py": "print(1)\n",
    },
    command: "python3 -m pkg",
    shows: "cannot be directly executed",
    hints: "python3 -m pkg.cli",
    needs: ["python3"],
  },
  {
    rule: "python-test-module",
    when: "there is only another one",
    files: {
      "tests/__init__.py": "",
      "tests/test_a.py": "import unittest\n",
    },
    command: "python3 -m unittest tests.test_b",
    shows: "test_b",
    hints: "there is tests.test_a",
    needs: ["python3"],
  },
];
