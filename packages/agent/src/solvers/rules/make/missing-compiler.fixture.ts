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
];
