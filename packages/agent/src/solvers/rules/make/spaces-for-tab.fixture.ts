import type { Fixture } from "../test/fixture.ts";

export const fixtures: readonly Fixture[] = [
  {
    when: "an editor replaced the tabs",
    files: {
      Makefile:
        "NAMES = a \\\n    b\n\nall: one\n    @echo all\n    @echo $(NAMES)\n\none:\n    @echo one\n",
    },
    command: "make",
    shows: "missing separator",
    needs: ["make"],
  },
];
