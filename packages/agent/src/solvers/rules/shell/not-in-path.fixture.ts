import type { Fixture } from "../test/fixture.ts";

export const fixtures: readonly Fixture[] = [
  {
    when: "it is in a directory for root",
    around: "PATH=/usr/bin:/bin",
    command: "ldconfig -p",
    shows: "ldconfig: command not found",
    needs: ["/usr/sbin/ldconfig"],
    lacks: ["/bin/ldconfig"],
  },
];
