import type { Fixture } from "../test/fixture.ts";

export const fixtures: readonly Fixture[] = [
  {
    when: "it comes with Python",
    files: { "app.py": "import jsn\n\nprint(jsn.dumps([1]))\n" },
    command: "python3 app.py",
    shows: "No module named 'jsn'",
    needs: ["python3"],
  },
  {
    when: "it is called so in other languages",
    files: { "app.py": "import maths\n\nprint(maths.sqrt(9))\n" },
    command: "python3 app.py",
    shows: "No module named 'maths'",
    needs: ["python3"],
  },
  {
    when: "it lies beside the program",
    files: {
      "app.py": "from helper import greet\n\nprint(greet())\n",
      "helpers.py": "def greet():\n    return 'hello'\n",
    },
    command: "python3 app.py",
    shows: "No module named 'helper'",
    needs: ["python3"],
  },
  {
    when: "it is a part of a package",
    files: {
      "app.py": "from shop.pricse import PRICE\n\nprint(PRICE)\n",
      "shop/__init__.py": "",
      "shop/prices.py": "PRICE = 3\n",
    },
    command: "python3 app.py",
    shows: "No module named 'shop.pricse'",
    needs: ["python3"],
  },
];
