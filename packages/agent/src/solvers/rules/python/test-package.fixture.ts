import type { Fixture } from "../test/fixture.ts";

export const fixtures: readonly Fixture[] = [
  {
    rule: "unittest-path",
    when: "the ending is left out",
    files: {
      "tests/test_sum.py":
        "import unittest\n\n\nclass Sum(unittest.TestCase):\n    def test_sum(self):\n        self.assertEqual(1 + 1, 2)\n",
    },
    command: "python3 -m unittest tests/test_sum",
    shows: "No module named 'tests/test_sum'",
    needs: ["python3"],
  },
  {
    rule: "test-package",
    when: "__init__.py was never made",
    files: {
      "tests/test_sum.py":
        "import unittest\n\n\nclass Sum(unittest.TestCase):\n    def test_sum(self):\n        self.assertEqual(1 + 1, 2)\n",
    },
    command: "python3 -m unittest discover -s tests -t .",
    shows: "Start directory is not importable",
    needs: ["python3.11"],
  },
];
