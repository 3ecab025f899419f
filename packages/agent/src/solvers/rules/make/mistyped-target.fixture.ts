import type { Fixture } from "../test/fixture.ts";

export const fixtures: readonly Fixture[] = [
  {
    when: "two letters are swapped",
    files: { Makefile: ".PHONY: build test\nbuild:\n\t@echo built\ntest: build\n\t@echo tested\n" },
    command: "make tset",
    shows: "No rule to make target 'tset'",
    needs: ["make"],
  },
];
