import type { Fixture } from "../test/fixture.ts";

export const fixtures: readonly Fixture[] = [
  {
    when: "an if ends without one",
    files: { "check.py": "ready = True\nif ready\n    print('ready')\n" },
    command: "python3 check.py",
    shows: "expected ':'",
    needs: ["python3.11"],
  },
];
