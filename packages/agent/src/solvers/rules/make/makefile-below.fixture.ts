import type { Fixture } from "../test/fixture.ts";

export const fixtures: readonly Fixture[] = [
  {
    when: "it lies in a subdirectory",
    files: { "backend/Makefile": "all:\n\t@echo built\n" },
    command: "make",
    shows: "no makefile found",
    needs: ["make"],
  },
  {
    when: "it is called Makefile.linux",
    files: { "Makefile.linux": "install:\n\t@echo installed\n" },
    command: "make install",
    shows: "No rule to make target 'install'",
    needs: ["make"],
  },
];
