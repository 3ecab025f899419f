import type { Fixture } from "../test/fixture.ts";

export const fixtures: readonly Fixture[] = [
  {
    when: "it comes from a module of Python",
    files: { "app.py": "from collections import OrderedDic\n\nprint(OrderedDic(a=1))\n" },
    command: "python3 app.py",
    shows: "cannot import name 'OrderedDic' from 'collections'",
    needs: ["python3"],
  },
  {
    when: "it comes from a file of the project",
    files: {
      "app.py": "import sys\nfrom helpers import gret\n\nsys.stdout.write(gret())\n",
      "helpers.py": "def greet():\n    return 'hello'\n",
    },
    command: "python3 app.py",
    shows: "cannot import name 'gret' from 'helpers'",
    needs: ["python3"],
  },
];
