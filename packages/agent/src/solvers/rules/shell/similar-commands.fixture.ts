import type { Fixture } from "../test/fixture.ts";

export const fixtures: readonly Fixture[] = [
  {
    when: "ls and less are equally near",
    command: "lss",
    shows: "lss: command not found",
    hints: "similar ones are ls, less",
    needs: ["less"],
    lacks: ["lss"],
  },
];
