import type { Fixture } from "../test/fixture.ts";

export const fixtures: readonly Fixture[] = [
  {
    when: "a key was copied with the usual mode",
    setup: "ssh-keygen -q -t ed25519 -N '' -f deploy && chmod 644 deploy",
    command: "ssh-keygen -y -f deploy",
    shows: "are too open",
    needs: ["ssh-keygen", "account"],
  },
  {
    when: "it has the usual name of a key, which no sandbox shows",
    setup: "ssh-keygen -q -t ed25519 -N '' -f id_ed25519 && chmod 644 id_ed25519",
    command: "ssh-keygen -y -f id_ed25519",
    shows: "are too open",
    hints: "chmod 600 id_ed25519 && ssh-keygen -y -f id_ed25519",
    needs: ["ssh-keygen", "account"],
  },
];
