import type { Fixture } from "../test/fixture.ts";

export const fixtures: readonly Fixture[] = [
  {
    when: "a file of a package is started by its path",
    files: {
      "shop/main.py": "from .prices import PRICE\nprint(PRICE)\n",
      "shop/prices.py": "PRICE = 3\n",
    },
    command: "python3 shop/main.py",
    shows: "attempted relative import with no known parent package",
    needs: ["python3"],
  },
];
