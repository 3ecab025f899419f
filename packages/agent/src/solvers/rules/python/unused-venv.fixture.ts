import type { Fixture } from "../test/fixture.ts";

export const fixtures: readonly Fixture[] = [
  {
    when: "it was not activated in this terminal",
    files: { "app.py": "import cowspeak\nprint(cowspeak.moo())\n" },
    setup: `python3 -m venv --without-pip .venv &&
      echo 'def moo(): return "moo"' > "$(echo .venv/lib/python3*/site-packages)/cowspeak.py"`,
    command: "python3 app.py",
    shows: "No module named 'cowspeak'",
    needs: ["python3", "python3:venv"],
  },
];
