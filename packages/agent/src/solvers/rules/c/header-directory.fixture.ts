import type { Fixture } from "../test/fixture.ts";

const FILES = {
  "include/greet.h": "#define GREETING 0\n",
  "main.c": '#include "greet.h"\nint main(void) { return GREETING; }\n',
};

export const fixtures: readonly Fixture[] = [
  {
    when: "the compiler is called by hand",
    files: FILES,
    command: "gcc main.c -o app",
    shows: "greet.h: No such file or directory",
    needs: ["gcc"],
  },
  {
    when: "make calls it",
    files: { ...FILES, Makefile: "app: main.c\n\tgcc main.c -o app\n" },
    command: "make",
    shows: "greet.h: No such file or directory",
    needs: ["gcc", "make"],
  },
];
