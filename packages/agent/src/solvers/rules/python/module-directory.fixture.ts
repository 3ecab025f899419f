import type { Fixture } from "../test/fixture.ts";

export const fixtures: readonly Fixture[] = [
  {
    when: "the sources are in src/",
    files: {
      "src/greeter/__init__.py": "WORD = 'hello'\n",
      "app.py": "import greeter\nprint(greeter.WORD)\n",
    },
    command: "python3 app.py",
    shows: "No module named 'greeter'",
    needs: ["python3"],
  },
  {
    when: "a script in scripts/ imports from the top",
    files: {
      "shop/prices.py": "PRICE = 3\n",
      "scripts/report.py": "from shop.prices import PRICE\nprint(PRICE)\n",
    },
    command: "python3 scripts/report.py",
    shows: "No module named 'shop'",
    needs: ["python3"],
  },
];
