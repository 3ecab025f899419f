import type { Fixture } from "../test/fixture.ts";

export const fixtures: readonly Fixture[] = [
  {
    when: "warnings count as errors",
    files: { "main.c": 'int main(void) {\n  puts("hello");\n  return 0;\n}\n' },
    command: "gcc -Wall -Werror main.c -o app",
    shows: "implicit declaration of function",
    needs: ["gcc"],
  },
  {
    when: "two headers are missing",
    files: { "main.c": 'int main(void) {\n  puts("hello");\n  return (int)strlen("") ;\n}\n' },
    command: "gcc -Wall -Werror main.c -o app",
    shows: "<string.h>",
    needs: ["gcc"],
  },
  {
    when: "C++ sorts a list",
    files: {
      "main.cpp":
        "#include <vector>\nint main() {\n  std::vector<int> list{2, 1};\n  std::sort(list.begin(), list.end());\n}\n",
    },
    command: "g++ main.cpp -o app",
    shows: "is not a member of",
    needs: ["g++"],
  },
];
