import type { Fixture } from "../test/fixture.ts";

export const fixtures: readonly Fixture[] = [
  {
    when: "an old editor saved an accent",
    setup: `printf 'print("caf\\351")\\n' > menu.py`,
    command: "python3 menu.py",
    shows: "Non-UTF-8 code starting with",
    needs: ["python3", "iconv"],
  },
];
