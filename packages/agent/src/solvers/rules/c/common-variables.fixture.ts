import type { Fixture } from "../test/fixture.ts";

export const fixtures: readonly Fixture[] = [
  {
    when: "it has no value",
    files: {
      "state.h": "int counter;\n",
      "main.c": '#include "state.h"\nint main(void) { return counter; }\n',
      "more.c": '#include "state.h"\nint more(void) { return counter; }\n',
    },
    command: "gcc main.c more.c -o app",
    shows: "multiple definition of `counter'",
    needs: ["gcc"],
  },
  {
    when: "it has a value",
    files: {
      "state.h": "#pragma once\nint verbose = 1;\n",
      "main.c": '#include "state.h"\nint main(void) { return !verbose; }\n',
      "more.c": '#include "state.h"\nint more(void) { return verbose; }\n',
    },
    command: "gcc main.c more.c -o app && ./app",
    shows: "multiple definition of `verbose'",
    needs: ["gcc"],
  },
];
