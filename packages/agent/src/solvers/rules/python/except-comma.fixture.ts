import type { Fixture } from "../test/fixture.ts";

export const fixtures: readonly Fixture[] = [
  {
    when: "an old script is run by Python 3",
    files: { "read.py": 'try:\n    int("x")\nexcept ValueError, error:\n    print(error)\n' },
    command: "python3 read.py",
    shows: "multiple exception types must be parenthesized",
    needs: ["python3"],
  },
];
