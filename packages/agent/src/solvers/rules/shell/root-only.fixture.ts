import type { Fixture } from "../test/fixture.ts";

/** The sandbox of an ordinary user shows the system read-only, which is not what a person meets. */
export const fixtures: readonly Fixture[] = [
  {
    rule: "needs-root",
    when: "a file of the system is written",
    files: { "hosts.add": "127.0.0.1 shop.local\n" },
    as: "user",
    needs: ["root", "sudo"],
    command: "cp hosts.add /etc/hosts.shop",
    shows: "Permission denied",
    hints: "sudo cp hosts.add /etc/hosts.shop",
  },
  {
    rule: "needs-root",
    when: "the shell itself opens the file",
    as: "user",
    needs: ["root", "sudo"],
    command: "echo 127.0.0.1 shop.local > /etc/hosts.shop",
    shows: "Permission denied",
    hints: "echo 127.0.0.1 shop.local | sudo tee /etc/hosts.shop > /dev/null",
  },
  {
    rule: "needs-root",
    when: "there is no sudo",
    as: "user",
    needs: ["root"],
    lacks: ["sudo"],
    command: "touch /etc/hosts.shop",
    shows: "Permission denied",
    hints: "su -c 'touch /etc/hosts.shop'",
  },
  {
    rule: "needs-root",
    when: "sudo does not reach the redirection",
    files: { sudo: '#!/bin/sh\nexec "$@"\n' },
    setup: "chmod +x sudo",
    around: 'PATH="$PWD:$PATH"',
    as: "user",
    needs: ["root"],
    command: "sudo echo 127.0.0.1 shop.local > /etc/hosts.shop",
    shows: "Permission denied",
    hints: "echo 127.0.0.1 shop.local | sudo tee /etc/hosts.shop > /dev/null",
  },
  {
    rule: "sudo-refused",
    when: "there is no terminal",
    files: {
      sudo: "#!/bin/sh\necho 'sudo: a terminal is required to read the password' >&2\nexit 1\n",
    },
    setup: "chmod +x sudo",
    around: 'PATH="$PWD:$PATH"',
    command: "sudo cp a /etc/b",
    shows: "a terminal is required",
    hints: "run it yourself in a terminal",
  },
];
