import type { Fixture } from "../test/fixture.ts";
import { stub } from "../test/stub.ts";

/** As OpenSSH 9.2 prints it. */
export const fixtures: readonly Fixture[] = [
  {
    rule: "ssh-refused",
    when: "a host key has changed",
    ...stub(
      "ssh",
      "@    WARNING: REMOTE HOST IDENTIFICATION HAS CHANGED!     @\nOffending ED25519 key in /srv/ada/.ssh/known_hosts:2\nHost key for build.example.com has changed and you have requested strict checking.\nHost key verification failed.",
      255,
    ),
    command: "ssh build.example.com",
    shows: "HAS CHANGED",
    hints: "ssh-keygen -R build.example.com",
  },
  {
    rule: "ssh-refused",
    when: "no key fits",
    ...stub("ssh", "deploy@web1.example.com: Permission denied (publickey).", 255),
    command: "ssh deploy@web1.example.com uptime",
    shows: "Permission denied (publickey)",
    hints: "accepts no key that was offered for deploy",
  },
];
