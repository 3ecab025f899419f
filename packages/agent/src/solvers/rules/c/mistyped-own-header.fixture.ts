import type { Fixture } from "../test/fixture.ts";

export const fixtures: readonly Fixture[] = [
  {
    when: "it lies beside the source",
    files: {
      "src/main.c": '#include "utl.h"\nint main(void) { return ZERO; }\n',
      "src/util.h": "#define ZERO 0\n",
    },
    command: "gcc src/main.c -o app",
    shows: "utl.h: No such file or directory",
    needs: ["gcc"],
  },
  {
    when: "the compiler is told where headers are",
    files: {
      "main.c": '#include "shop/pirces.h"\nint main(void) { return ZERO; }\n',
      "include/shop/prices.h": "#define ZERO 0\n",
    },
    command: "gcc -Iinclude main.c -o app",
    shows: "shop/pirces.h: No such file or directory",
    needs: ["gcc"],
  },
];
