import type { Fixture } from "../test/fixture.ts";

export const fixtures: readonly Fixture[] = [
  {
    when: "a key was copied with the usual mode",
    setup: "ssh-keygen -q -t ed25519 -N '' -f deploy && chmod 644 deploy",
    command: "ssh-keygen -y -f deploy",
    shows: "are too open",
    needs: ["ssh-keygen", "account"],
  },
];
