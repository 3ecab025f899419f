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
  {
    rule: "ssh-refused",
    when: "no agent runs",
    command: "SSH_AUTH_SOCK= ssh-add no-such-key",
    shows: "Could not open a connection to your authentication agent",
    hints: "ssh-agent -s",
    needs: ["ssh"],
  },
  {
    rule: "scp-port",
    when: "the port is given as for ssh",
    files: { a: "1\n" },
    command: "scp -p 2222 a deploy@127.0.0.1:/tmp",
    shows: "127.0.0.1",
    hints: "scp -P 2222 a deploy@127.0.0.1:/tmp",
    needs: ["scp"],
  },
];
