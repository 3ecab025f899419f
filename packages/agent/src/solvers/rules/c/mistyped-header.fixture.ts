import type { Fixture } from "../test/fixture.ts";

export const fixtures: readonly Fixture[] = [
  {
    when: "stdio.h is mistyped",
    files: { "main.c": '#include <stdoi.h>\nint main(void) { return puts("hello") < 0; }\n' },
    command: "gcc main.c -o app",
    shows: "stdoi.h: No such file or directory",
    needs: ["gcc"],
  },
];
