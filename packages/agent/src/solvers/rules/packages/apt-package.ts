import { quoteWord } from "@bazaar/work";
import { type Answer, advice, rule, unproved } from "../rule.ts";
import { isMissing, missingCommand } from "../shell/missing-command.ts";
import { WELL_KNOWN_COMMANDS } from "../shell/well-known-commands.ts";

/** Commands that have a package of their own name. */
const SAME_NAME =
  "jq tree htop curl wget unzip zip rsync tmux vim nano git zsh fish screen strace lsof gdb valgrind cmake sqlite3 ffmpeg pandoc dos2unix bc ncdu shellcheck entr parallel pv rename whois mtr nmap socat telnet meson composer gradle clang php ruby perl inkscape sshpass pwgen figlet cowsay";

/** By command, the package that has it. */
const PACKAGES: Readonly<Record<string, string>> = {
  ...Object.fromEntries(SAME_NAME.split(" ").map((name) => [name, name])),
  ninja: "ninja-build",
  mvn: "maven",
  dot: "graphviz",
  traceroute: "traceroute",
  ip: "iproute2",
  ss: "iproute2",
  ps: "procps",
  pgrep: "procps",
  locate: "plocate",
  fuser: "psmisc",
  pstree: "psmisc",
  "7z": "p7zip-full",
  go: "golang-go",
  cargo: "cargo",
  rustc: "rustc",
  java: "default-jre-headless",
  npm: "npm",
  virtualenv: "virtualenv",
  xclip: "xclip",
  envsubst: "gettext-base",
  msgfmt: "gettext",
  rg: "ripgrep",
  fd: "fd-find",
  bat: "bat",
  ag: "silversearcher-ag",
  convert: "imagemagick",
  ifconfig: "net-tools",
  netstat: "net-tools",
  dig: "dnsutils",
  nslookup: "dnsutils",
  ping: "iputils-ping",
  nc: "netcat-openbsd",
  make: "make",
  gcc: "gcc",
  "g++": "g++",
  cc: "gcc",
  pip: "python3-pip",
  pip3: "python3-pip",
  python: "python-is-python3",
  node: "nodejs",
  gem: "ruby",
  javac: "default-jdk-headless",
  psql: "postgresql-client",
  mysql: "default-mysql-client",
  "redis-cli": "redis-tools",
  xxd: "xxd",
  killall: "psmisc",
  crontab: "cron",
  ssh: "openssh-client",
  sudo: "sudo",
};

export const aptPackage = rule({
  name: "apt-package",
  title: "A command is not installed",
  sees(view) {
    const name = missingCommand(view)?.name;
    if (name === undefined || !/^[a-z0-9][a-z0-9+.-]{1,60}$/.test(name)) return null;
    return { name, pack: Object.hasOwn(PACKAGES, name) ? (PACKAGES[name] ?? name) : name };
  },
  async repair({ name, pack }, view, ask) {
    const policy = await ask.ask("apt-cache", "policy", pack);
    if (policy === null || !/^\s+Candidate: \d/m.test(policy)) {
      const isKnown = Object.hasOwn(PACKAGES, name) && (await isMissing(name, ask));
      return isKnown ? installHint(name, pack, false) : null;
    }
    const isLocal = /^\s+\d{1,5} (?:file|copy|cdrom):/m.test(policy);
    const { capabilities } = view.problem;
    const isRoot = (await ask.ask("id", "-u"))?.trim() === "0";
    if (!(await isMissing(name, ask))) return null;
    const mayInstall =
      (isLocal || capabilities.includes("network")) && (isRoot || capabilities.includes("sudo"));
    // A package of the same name may hold something else.
    const isKnown = Object.hasOwn(PACKAGES, name) || WELL_KNOWN_COMMANDS.includes(name);
    if (!mayInstall) return isKnown ? installHint(name, pack, isRoot) : null;
    const install = `apt-get install -y -qq --no-install-recommends ${quoteWord(pack)}`;
    return {
      shell: `${isRoot ? "" : "sudo "}env DEBIAN_FRONTEND=noninteractive ${install}`,
      explanation: `${name} is not installed; it is in Debian's package ${pack}.`,
      needs: [...(isRoot ? [] : ["sudo"]), ...(isLocal ? [] : ["network"])],
    };
  },
});

/** What to run to get the command: it changes the system, so a person does it. */
function installHint(name: string, pack: string, isRoot: boolean): Answer {
  if (name === "sudo" && !isRoot) {
    return advice(
      "sudo is not installed: su -c 'apt install sudo' installs it with root's password, or ask an administrator.",
    );
  }
  return unproved(
    `${isRoot ? "" : "sudo "}apt install ${quoteWord(pack)}`,
    "it installs a package on your system",
    `${name} is not installed; on Debian and Ubuntu it is in the package ${pack}.`,
  );
}
