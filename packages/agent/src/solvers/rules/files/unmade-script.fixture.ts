import type { Fixture } from "../test/fixture.ts";

export const fixtures: readonly Fixture[] = [
  {
    when: "configure was not made yet",
    files: { "configure.ac": "AC_INIT([pager], [0.9])\n", "Makefile.am": "\n" },
    command: "./configure --prefix=/usr/local && make",
    shows: "./configure: No such file or directory",
    hints: "autoreconf -i",
  },
];
