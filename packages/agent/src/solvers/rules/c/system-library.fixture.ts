import type { Fixture } from "../test/fixture.ts";

const SOURCE = `#include <math.h>
#include <stdio.h>
int main(int count, char **words) {
  (void)words;
  return printf("%f\\n", sqrt(count)) < 0;
}
`;

export const fixtures: readonly Fixture[] = [
  {
    when: "the compiler is called by hand",
    files: { "root.c": SOURCE },
    command: "gcc root.c -o root && ./root",
    shows: "undefined reference to `sqrt'",
    needs: ["gcc"],
  },
  {
    when: "make calls it",
    files: { "root.c": SOURCE, Makefile: "root: root.o\n" },
    command: "make root",
    shows: "undefined reference to `sqrt'",
    needs: ["gcc", "make", "cc"],
  },
];
