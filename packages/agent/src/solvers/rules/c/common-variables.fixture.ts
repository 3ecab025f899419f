import type { Fixture } from "../test/fixture.ts";

export const fixtures: readonly Fixture[] = [
  {
    when: "a header defines it",
    files: {
      "state.h": "int counter;\n",
      "main.c": '#include "state.h"\nint main(void) { return counter; }\n',
      "more.c": '#include "state.h"\nint more(void) { return counter; }\n',
    },
    command: "gcc main.c more.c -o app",
    shows: "multiple definition of `counter'",
    needs: ["gcc"],
  },
];
