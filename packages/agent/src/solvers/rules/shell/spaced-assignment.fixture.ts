import type { Fixture } from "../test/fixture.ts";

export const fixtures: readonly Fixture[] = [
  {
    when: "a variable is exported",
    command: "export EDITOR = vim",
    shows: "not a valid identifier",
    hints: "export EDITOR=vim\n",
  },
  {
    when: "an alias is defined",
    command: "alias ll = 'ls -la'",
    shows: "alias: =: not found",
    hints: "alias ll='ls -la'\n",
  },
];
