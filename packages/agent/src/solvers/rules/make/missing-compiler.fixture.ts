import type { Fixture } from "../test/fixture.ts";

export const fixtures: readonly Fixture[] = [
  {
    when: "CC names an old version",
    files: {
      Makefile: "CC = gcc-4.8\nall: main.o\n",
      "main.c": "int main(void) { return 0; }\n",
    },
    command: "make",
    shows: "gcc-4.8: No such file or directory",
    needs: ["make", "gcc"],
    lacks: ["gcc-4.8"],
  },
  {
    when: "the compiler is misspelt",
    files: {
      Makefile: "CC := gc\napp: main.c\n\t$(CC) -o app main.c\n",
      "main.c": "int main(void) { return 0; }\n",
    },
    command: "make",
    shows: "gc: No such file or directory",
    needs: ["gcc", "make"],
  },
];
