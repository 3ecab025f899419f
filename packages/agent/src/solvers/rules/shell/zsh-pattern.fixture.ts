import type { Fixture } from "../test/fixture.ts";

export const fixtures: readonly Fixture[] = [
  {
    when: "an argument has brackets",
    command: `zsh -c "echo package[extra]"`,
    shows: "no matches found: package[extra]",
    needs: ["zsh"],
  },
];
