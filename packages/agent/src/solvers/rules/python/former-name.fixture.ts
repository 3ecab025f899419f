import type { Fixture } from "../test/fixture.ts";

export const fixtures: readonly Fixture[] = [
  {
    when: "a loop uses xrange",
    files: { "loop.py": "for number in xrange(3):\n    print(number)\n" },
    command: "python3 loop.py",
    shows: "name 'xrange' is not defined",
    needs: ["python3"],
  },
];
