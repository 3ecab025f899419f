/** Questions about the machine. */
import { ALONE, choice, forms, type Grammar, NAME, NUMBER, PATH, TEXT, word } from "../grammar.ts";

const SETS = "it changes the machine";
const ONLY_OWN = "only the processes of this investigation: those of the machine stay private";

export const date: Grammar = {
  purpose: "prints the time",
  form: {
    switches: "-u -R --utc --universal --rfc-email",
    options: { "-d --date": TEXT, "--rfc-3339": choice("date", "seconds", "ns") },
    optional: { "-I --iso-8601": choice("date", "hours", "minutes", "seconds", "ns") },
    operands: { first: [word(/^\+/, "a format like +%F")] },
  },
  never: { "-s": SETS, "--set": SETS, "-f": "times are not read from a file", "-r": "use stat" },
};

export const nproc: Grammar = { purpose: "counts processors", form: { switches: "--all" } };

export const uptime: Grammar = {
  purpose: "says how long the machine has run",
  form: { switches: "-p -s --pretty --since" },
};

export const hostname: Grammar = {
  purpose: "names the machine, which in a look has another name",
  form: { switches: "-f -s -i -I --fqdn --short" },
  never: { "-b": SETS, "-F": SETS },
};

export const locale: Grammar = {
  purpose: "prints language settings",
  form: { switches: "-a -m -k -c --all-locales --charmaps", operands: { rest: NAME } },
  note: "the settings of a look: those of the user stay private",
};

export const getconf: Grammar = {
  purpose: "prints limits of the system",
  form: { switches: "-a", operands: { first: [NAME], rest: PATH } },
};

export const sysctl: Grammar = {
  purpose: "prints settings of the kernel",
  form: {
    switches: "-a -n -e -N --all --values --ignore --names",
    operands: { rest: word(/^[\w./*-]+$/, "the name of a setting, without =") },
  },
  never: { "-w": SETS, "--write": SETS, "-p": SETS, "--load": SETS, "--system": SETS },
};

export const lsmod: Grammar = { purpose: "lists modules of the kernel", form: ALONE };

export const lspci: Grammar = {
  purpose: "lists hardware",
  form: { switches: "-k -n -v -m -t -D" },
};

export const lsusb: Grammar = { purpose: "lists hardware", form: { switches: "-t -v" } };

export const lsblk: Grammar = {
  purpose: "lists disks",
  form: {
    switches: "-a -b -d -f -l -m -n -p -S -t -J --all --bytes --fs --json --noheadings",
    options: { "-o --output": word(/^[A-Za-z,+-]+$/, "names of columns") },
  },
};

export const findmnt: Grammar = {
  purpose: "lists what is mounted, as an investigation sees it",
  form: {
    switches: "-a -l -n -r -D -J --df --list --json --noheadings --raw --ascii",
    options: {
      "-o --output": word(/^[A-Za-z,+%-]+$/, "names of columns"),
      "-t --types": word(/^[\w.,]+$/, "file system types"),
      "-T --target": PATH,
    },
    operands: { first: [PATH] },
  },
  note: "as an investigation sees it: read-only, with private places covered by tmpfs",
};

export const namei: Grammar = {
  purpose: "shows the permissions along a path",
  form: {
    switches: "-l -m -o -v -x -n --long --modes --owners --vertical --mountpoints --nosymlinks",
    operands: { rest: PATH, min: 1 },
  },
};

export const getfacl: Grammar = {
  purpose: "shows access lists of files",
  form: {
    switches: "-a -c -d -e -n -p -t --omit-header --numeric",
    operands: { rest: PATH, min: 1 },
  },
  never: { "-R": "name the files" },
};

export const lsattr: Grammar = {
  purpose: "shows attributes of files",
  form: { switches: "-a -d -l -v", operands: { rest: PATH } },
};

export const ldconfig: Grammar = {
  purpose: "lists known libraries",
  form: { switches: "-p --print-cache", needsFlag: true },
  never: { "*": "without -p it writes the cache" },
};

export const updateAlternatives: Grammar = {
  purpose: "lists alternatives",
  form: forms(
    ["--list --display --query", { operands: { first: [NAME], min: 1 } }],
    ["--get-selections", ALONE],
  ),
  never: { "*": SETS },
};

export const top: Grammar = {
  purpose: "lists processes, which here are those of the investigation itself",
  form: {
    switches: "-b -c -H -i",
    options: { "-n": word(/^1$/, "1"), "-o": word(/^[+-]?[%A-Z+]+$/, "a column"), "-w": NUMBER },
    needsFlag: true,
  },
  note: ONLY_OWN,
  never: { "-d": "it would repeat itself" },
};

export const pgrep: Grammar = {
  purpose: "finds processes, which here are those of the investigation itself",
  form: {
    switches: "-a -c -f -i -l -n -o -v -w -x --list-full --list-name --full --newest --oldest",
    options: { "-u -U -P": word(/^\d+(?:,\d+)*$/, "numbers") },
    operands: { rest: TEXT, min: 1 },
  },
  note: ONLY_OWN,
  never: { "-F": "numbers are not read from a file" },
};

export const pidof: Grammar = {
  purpose: "finds processes, which here are those of the investigation itself",
  form: { switches: "-s -x", operands: { rest: NAME, min: 1 } },
  note: ONLY_OWN,
};

export const pstree: Grammar = {
  purpose: "shows processes as a tree, which here are those of the investigation itself",
  form: { switches: "-a -c -l -n -p -u -A -h", operands: { first: [NUMBER] } },
  note: ONLY_OWN,
};

export const nvidiaSmi: Grammar = {
  purpose: "describes graphics processors",
  form: {
    spelling: "whole",
    switches: "-L -q --list-gpus --query",
    options: {
      "--query-gpu --query-compute-apps": word(/^[\w.,]+$/, "names of columns"),
      "--format": word(/^[\w,]+$/, "a format like csv"),
    },
  },
  note: "devices cannot be reached from a look",
  never: { "-r": SETS, "-pl": SETS, "-pm": SETS },
};

export const dpkgQuery: Grammar = {
  purpose: "asks about Debian packages",
  form: forms(
    [
      "-W --show -l --list",
      {
        options: { "-f --showformat": TEXT },
        operands: { rest: word(/^[\w.+:*?-]+$/, "a name or pattern") },
      },
    ],
    ["-s --status -L --listfiles", { operands: { rest: NAME, min: 1 } }],
    ["-S --search", { operands: { rest: TEXT, min: 1 } }],
  ),
};

export const aptMark: Grammar = {
  purpose: "lists marks on Debian packages",
  form: forms(["showmanual showauto showhold", { operands: { rest: NAME } }]),
  never: { "*": "it changes what is installed" },
};

const INSTALLED = { operands: { rest: word(/^[\w.+:*?@-]+$/, "a name or pattern") } };
const CHANGES = "it changes what is installed, or needs the network";

export const dnf: Grammar = {
  purpose: "asks about RPM packages",
  form: forms([
    "list info repolist history",
    { switches: "-C --cacheonly --installed -q", ...INSTALLED },
  ]),
  adds: () => ["-C"],
  never: { "*": CHANGES },
};

export const apk: Grammar = {
  purpose: "asks about Alpine packages",
  form: forms(
    ["info", { switches: "-a -d -e -L -r -R -v -w -W -s", ...INSTALLED }],
    ["list", { switches: "-I --installed -a", ...INSTALLED }],
    ["policy version stats", INSTALLED],
  ),
  adds: () => ["--no-network"],
  never: { "*": CHANGES },
};

export const brew: Grammar = {
  purpose: "asks about Homebrew packages",
  form: forms(
    ["list ls", { switches: "--versions --formula --cask -1", ...INSTALLED }],
    ["--prefix --cellar --repository deps uses leaves config", INSTALLED],
    ["services", { operands: { first: [choice("list")], min: 1 } }],
  ),
  environment: () => ({ HOMEBREW_NO_AUTO_UPDATE: "1", HOMEBREW_NO_ANALYTICS: "1" }),
  startsIn: "/",
  never: { "*": CHANGES },
};

export const groups: Grammar = {
  purpose: "names groups of a user",
  form: { operands: { rest: NAME } },
};

const LISTS: Grammar = {
  purpose: "lists packages, of a service that cannot be reached",
  form: forms(
    ["list info", { switches: "--all --app", operands: { rest: NAME } }],
    ["version", ALONE],
  ),
  note: "services of the machine cannot be reached from a look",
  never: { "*": CHANGES },
};
export const snap: Grammar = LISTS;
export const flatpak: Grammar = LISTS;

export const updateJavaAlternatives: Grammar = {
  purpose: "lists alternatives",
  form: { switches: "-l -v --list", needsFlag: true },
  never: { "-s": SETS, "--set": SETS, "-a": SETS },
};

/** Pages by name only; a file could name programs that format it. */
export const man: Grammar = {
  purpose: "prints a page of the manual",
  form: {
    switches: "-w -f -k",
    operands: { rest: word(/^[A-Za-z0-9_][\w.+-]*$/, "the name of a page"), min: 1 },
  },
  startsIn: "/",
  environment: () => ({ MANPAGER: "cat", PAGER: "cat", MANWIDTH: "100" }),
  never: { "-l": "pages are found by name", "-P": "it runs a program", "-H": "it runs a program" },
};

export const fd: Grammar = {
  purpose: "finds files by name",
  form: {
    switches: "-H -I -u -s -i -g -F -a -p -0 -1 -q --hidden --no-ignore --glob --absolute-path",
    options: {
      "-e --extension -E --exclude": TEXT,
      "-t --type": word(/^(?:f|d|l|x|e|s|p|file|directory|symlink|executable|empty)$/, "a type"),
      "-d --max-depth --min-depth --max-results": NUMBER,
      "--changed-within --changed-before": TEXT,
    },
    operands: { first: [TEXT], rest: PATH },
  },
  never: {
    "-x": "it runs a program",
    "-X": "it runs a program",
    "-L": "links are not followed",
    "-l": "use ls -l",
  },
};

export const more: Grammar = {
  purpose: "prints files, as there is no terminal to page on",
  form: { operands: { rest: PATH, min: 1 } },
  filters: {},
  readsContents: true,
};

export const getent: Grammar = {
  purpose: "looks up names in files of the system",
  form: forms([
    "hosts ahosts passwd group services protocols",
    { operands: { rest: NAME, min: 1 } },
  ]),
  note: "without a network: only what files of the system say",
};
