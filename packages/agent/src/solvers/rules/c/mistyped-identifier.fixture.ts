import type { Fixture } from "../test/fixture.ts";

export const fixtures: readonly Fixture[] = [
  {
    when: "a variable",
    files: { "main.c": "int main(void) {\n  int count = 0;\n  return cuont;\n}\n" },
    command: "gcc main.c -o app",
    shows: "did you mean",
    needs: ["gcc"],
  },
  {
    when: "a function",
    files: { "main.c": '#include <stdio.h>\nint main(void) {\n  pritnf("hi");\n  return 0;\n}\n' },
    command: "gcc main.c -o app",
    shows: "undefined reference to `pritnf'",
    needs: ["gcc"],
  },
  {
    when: "a member",
    files: {
      "main.c":
        "struct point { int across; };\nint main(void) {\n  struct point at = {0};\n  return at.acros;\n}\n",
    },
    command: "gcc main.c -o app",
    shows: "has no member named",
    needs: ["gcc"],
  },
];
