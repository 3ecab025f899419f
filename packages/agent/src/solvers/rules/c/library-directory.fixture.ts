import type { Fixture } from "../test/fixture.ts";

export const fixtures: readonly Fixture[] = [
  {
    when: "the library was built beside the program",
    files: { "main.c": "int greet(void);\nint main(void) { return greet(); }\n" },
    setup:
      "mkdir lib && echo 'int greet(void) { return 0; }' | gcc -x c -c - -o greet.o && ar rc lib/libgreet.a greet.o && rm greet.o",
    command: "gcc main.c -lgreet -o app",
    shows: "cannot find -lgreet",
    needs: ["gcc", "ar"],
  },
];
