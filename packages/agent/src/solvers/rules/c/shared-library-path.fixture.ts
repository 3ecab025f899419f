import type { Fixture } from "../test/fixture.ts";

export const fixtures: readonly Fixture[] = [
  {
    when: "it lies in lib/",
    files: { "main.c": "int greet(void);\nint main(void) { return greet(); }\n" },
    setup:
      "mkdir lib && echo 'int greet(void) { return 0; }' | gcc -x c -shared -fPIC - -o lib/libgreet.so && gcc main.c -Llib -lgreet -o app",
    command: "./app",
    shows: "error while loading shared libraries",
    needs: ["gcc"],
  },
];
