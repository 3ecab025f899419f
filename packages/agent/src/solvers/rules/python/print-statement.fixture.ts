import type { Fixture } from "../test/fixture.ts";

export const fixtures: readonly Fixture[] = [
  {
    when: "an old script is run by Python 3",
    files: { "old.py": 'name = "Ada"\nprint "hello", name\nif name:\n    print "again"\n' },
    command: "python3 old.py",
    shows: "Missing parentheses in call to 'print'",
    needs: ["python3"],
  },
];
