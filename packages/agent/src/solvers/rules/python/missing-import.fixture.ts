import type { Fixture } from "../test/fixture.ts";

export const fixtures: readonly Fixture[] = [
  {
    when: "a script has no imports at all",
    files: { "where.py": "#!/usr/bin/env python3\nprint(os.getcwd())\n" },
    command: "python3 where.py",
    shows: "name 'os' is not defined",
    needs: ["python3"],
  },
  {
    when: "other modules are imported",
    files: {
      "roll.py": '"""Rolls a die."""\nimport sys\n\nprint(random.randint(1, 6), file=sys.stdout)\n',
    },
    command: "python3 roll.py",
    shows: "name 'random' is not defined",
    needs: ["python3"],
  },
];
