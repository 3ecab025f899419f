import type { Fixture } from "../test/fixture.ts";

export const fixtures: readonly Fixture[] = [
  {
    when: "-lgreet stands in front",
    files: {
      "main.c": "int greet(void);\nint main(void) { return greet(); }\n",
    },
    setup:
      "mkdir lib && echo 'int greet(void) { return 0; }' | gcc -x c -c - -o greet.o && ar rc lib/libgreet.a greet.o && rm greet.o",
    command: "gcc -Llib -lgreet main.c -o app",
    shows: "undefined reference to `greet'",
    needs: ["gcc", "ar"],
  },
];
