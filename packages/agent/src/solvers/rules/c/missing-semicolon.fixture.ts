import type { Fixture } from "../test/fixture.ts";

export const fixtures: readonly Fixture[] = [
  {
    when: "a line behind tabs ends without one",
    files: { "main.c": '#include <stdio.h>\nint main(void) {\n\tputs("hello")\n\treturn 0;\n}\n' },
    command: "gcc main.c -o app",
    shows: "expected",
    needs: ["gcc"],
  },
  {
    when: "a declaration ends without one",
    files: { "main.c": "int main(void) {\n  int price = 4\n\n  price += 1;\n  return price;\n}\n" },
    command: "gcc main.c -o app && grep -qx '  int price = 4;' main.c",
    shows: "expected",
    needs: ["gcc"],
  },
  {
    when: "a condition is not closed",
    files: {
      "main.c":
        "int main(int argc, char **argv) {\n\tif (argc > 5 {\n\t\treturn 1;\n\t}\n\treturn 0;\n}\n",
    },
    command: "gcc main.c -o app",
    shows: "expected",
    needs: ["gcc"],
  },
];
