import type { Fixture } from "../test/fixture.ts";

export const fixtures: readonly Fixture[] = [
  {
    when: "a command from a manual runs in a container",
    command: "sudo mkdir -p installed",
    shows: "sudo: command not found",
    lacks: ["sudo"],
    as: "root",
  },
];
