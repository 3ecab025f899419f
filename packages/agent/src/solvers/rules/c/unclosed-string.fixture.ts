import type { Fixture } from "../test/fixture.ts";

export const fixtures: readonly Fixture[] = [
  {
    when: "a call ends in the string",
    files: { "main.c": '#include <stdio.h>\nint main(void) {\n  puts("hello);\n  return 0;\n}\n' },
    command: "gcc main.c -o app",
    shows: "missing terminating",
    needs: ["gcc"],
  },
];
