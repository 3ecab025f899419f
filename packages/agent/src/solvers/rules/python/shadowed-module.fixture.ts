import type { Fixture } from "../test/fixture.ts";

export const fixtures: readonly Fixture[] = [
  {
    when: "a first try was saved as random.py",
    files: {
      "random.py": "print('trying random')\n",
      "game.py": "import random\nprint(random.randint(1, 6))\n",
    },
    command: "python3 game.py",
    shows: "has no attribute 'randint'",
    needs: ["python3"],
  },
];
