import type { Fixture } from "../test/fixture.ts";

export const fixtures: readonly Fixture[] = [
  {
    when: "M_PI is used with -std=c99",
    files: { "area.c": "#include <math.h>\nint main(void) { return M_PI > 4; }\n" },
    command: "gcc -std=c99 area.c -o area",
    shows: "undeclared",
    needs: ["gcc"],
  },
];
