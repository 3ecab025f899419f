import type { Fixture } from "../test/fixture.ts";

export const fixtures: readonly Fixture[] = [
  {
    when: "a program has two files",
    files: {
      "main.c": "int twice(int);\nint main(void) { return twice(0); }\n",
      "twice.c": "int twice(int number) {\n  return 2 * number;\n}\n",
    },
    command: "gcc main.c -o app",
    shows: "undefined reference to `twice'",
    needs: ["gcc"],
  },
];
