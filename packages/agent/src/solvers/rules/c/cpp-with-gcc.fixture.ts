import type { Fixture } from "../test/fixture.ts";

export const fixtures: readonly Fixture[] = [
  {
    when: "gcc is given a .cpp file",
    files: {
      "main.cpp": '#include <iostream>\nint main() { std::cout << "hello"; }\n',
    },
    command: "gcc main.cpp -o app",
    shows: "undefined reference to `std::",
    needs: ["gcc", "g++"],
  },
];
