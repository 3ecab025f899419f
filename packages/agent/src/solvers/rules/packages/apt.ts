/** apt and dpkg: packages that they do not know, and locks. */

import { quoteWord } from "@bazaar/work";
import { replaceWord } from "../edit-command.ts";
import { entryOf } from "../entry-of.ts";
import { named } from "../named.ts";
import { nearest } from "../nearest.ts";
import { advice, type Rule, rule, unproved } from "../rule.ts";
import { callOf, firstMatch } from "../view.ts";
import { POPULAR } from "./popular-names.ts";

const PROGRAMS = ["apt", "apt-get", "dpkg", "aptitude"];

/** Names in other distributions, or of the program, and their names in Debian. */
const CALLED: Readonly<Record<string, string>> = {
  "python-pip": "python3-pip",
  pip: "python3-pip",
  pip3: "python3-pip",
  docker: "docker.io",
  "docker-ce": "docker.io",
  rg: "ripgrep",
  fd: "fd-find",
  java: "default-jdk",
  jdk: "default-jdk",
  openjdk: "default-jdk",
  node: "nodejs",
  go: "golang",
  rust: "rustc",
  postgres: "postgresql",
  redis: "redis-server",
  mysql: "default-mysql-server",
  "mysql-server": "default-mysql-server",
  nslookup: "dnsutils",
  dig: "dnsutils",
  ifconfig: "net-tools",
  netstat: "net-tools",
  ping: "iputils-ping",
  netcat: "netcat-openbsd",
  nc: "netcat-openbsd",
  ssh: "openssh-client",
  sshd: "openssh-server",
  convert: "imagemagick",
  "openssl-dev": "libssl-dev",
  "openssl-devel": "libssl-dev",
  "libpq-devel": "libpq-dev",
  "zlib-devel": "zlib1g-dev",
  "zlib-dev": "zlib1g-dev",
  "gcc-c++": "g++",
};

const unknownPackage = rule({
  name: "apt-unknown-package",
  title: "apt does not know the package",
  sees(view) {
    const call = callOf(view, "apt", "apt-get");
    const typed = firstMatch(
      view,
      /^E: Unable to locate package ([a-z0-9][a-z0-9+._-]{1,60})$/,
      /^E: Package '([a-z0-9][a-z0-9+.-]{1,60})' has no installation candidate$/,
    )?.[1];
    const word = call?.operands.find(({ value }) => value === typed);
    return typed === undefined || word === undefined ? null : { typed, word };
  },
  async repair({ typed, word }, view, ask) {
    const listed = (await ask.ask("apt-cache", "pkgnames", typed.slice(0, 2))) ?? "";
    const known = listed.split("\n").filter((name) => /^[a-z0-9][a-z0-9+.-]{1,60}$/.test(name));
    const other = entryOf(CALLED, typed);
    const meant = other ?? nearest(typed, POPULAR.debian) ?? nearest(typed, known);
    if (meant !== null) {
      return unproved(
        replaceWord(view, word, quoteWord(meant)),
        "it needs root and the network",
        `apt knows no package ${typed}; ${meant} is close. Look at it first: apt show ${quoteWord(meant)}.`,
      );
    }
    if (!POPULAR.debian.includes(typed)) return null;
    return advice(
      `${typed} is a package of Debian, so the package lists here are missing or old. Run apt-get update as root, then try again.`,
    );
  },
});

const state = named({
  name: "apt-state",
  title: "apt is busy, interrupted or offline",
  isAbout: (view) => callOf(view, ...PROGRAMS) !== null,
  cases: [
    {
      says: /^E: Could not get lock (\S{1,120})\. It is held by process (\d{1,8}) \(([^)\s]{1,60})\)/,
      tells: ([, , id, program]) =>
        `Another program changes packages at the moment: ${program} (process ${id}). Wait until it is done; do not delete the lock.`,
    },
    {
      says: /^E: Could not get lock (\S{1,120}) - open \(11: Resource temporarily unavailable\)/,
      tells: ([, lock]) =>
        `Another program changes packages at the moment and holds ${lock}. Wait until it is done; do not delete the lock.`,
    },
    {
      says: /^E: dpkg was interrupted, you must manually run '(?:sudo )?dpkg --configure -a'/,
      tells: () =>
        "An earlier installation was interrupted. Let dpkg finish it: sudo dpkg --configure -a.",
    },
    {
      says: /^(?:W|E): Failed to fetch \S{1,200}\s{1,4}(?:Temporary failure resolving|Could not (?:resolve|connect)).{0,20}'?([\w.-]{1,100})?/,
      tells: () =>
        "apt cannot reach its package source. Check the network connection or the proxy, then run it again.",
    },
    {
      says: /^E: The repository '([^'\n]{1,200})' (?:does not have a Release file|is not signed|no longer has a Release file)/,
      tells: ([, source]) =>
        `The package source ${source} has nothing for this release, or is not signed. Correct or remove it in /etc/apt/sources.list or sources.list.d.`,
    },
    {
      says: /^E: Unmet dependencies\. Try 'apt --fix-broken install'/,
      tells: () =>
        "Installed packages miss what they depend on: sudo apt --fix-broken install completes them.",
    },
  ],
});

export const aptRules: readonly Rule[] = [unknownPackage, state];
