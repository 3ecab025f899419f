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
    when: "two members behind tabs",
    files: {
      "main.c":
        "struct point { int across; int down; };\nint main(void) {\n\tstruct point at = {0, 0};\n\treturn at.acros + at.dwon;\n}\n",
    },
    command: "gcc main.c -o app",
    shows: "has no member named",
    needs: ["gcc"],
  },
  {
    when: "a name of the standard library without its namespace",
    files: { "main.cpp": '#include <iostream>\nint main() {\n\tcout << "hello";\n}\n' },
    command: "g++ main.cpp -o app",
    shows: "did you mean",
    needs: ["g++"],
  },
];
