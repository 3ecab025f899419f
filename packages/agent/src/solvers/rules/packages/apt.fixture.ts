import type { Fixture } from "../test/fixture.ts";
import { stub } from "../test/stub.ts";

/** As apt 2.6 prints it. */
export const fixtures: readonly Fixture[] = [
  {
    rule: "apt-unknown-package",
    when: "the name is mistyped",
    ...stub("apt-get", "E: Unable to locate package ripgerp", 100),
    command: "sudo apt-get install ripgerp",
    around: 'PATH="$PWD/bin:$PATH"; sudo() { "$@"; }',
    shows: "Unable to locate package",
    hints: "sudo apt-get install ripgrep",
  },
  {
    rule: "apt-unknown-package",
    when: "another system calls it otherwise",
    ...stub("apt-get", "E: Unable to locate package openssl-devel", 100),
    command: "apt-get install openssl-devel",
    shows: "Unable to locate package",
    hints: "apt-get install libssl-dev",
  },
  {
    rule: "apt-state",
    when: "another apt runs",
    ...stub(
      "apt-get",
      "E: Could not get lock /var/lib/dpkg/lock-frontend. It is held by process 4711 (unattended-upgr)",
      100,
    ),
    command: "apt-get upgrade",
    shows: "Could not get lock",
    hints: "unattended-upgr (process 4711)",
  },
];
