/** Questions about the machine. */
import {
  ALONE,
  choice,
  type Form,
  forms,
  type Grammar,
  NAME,
  NUMBER,
  PATH,
  TEXT,
  word,
} from "../grammar.ts";

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

export const nproc: Grammar = {
  purpose: "counts processors",
  form: { switches: "--all", options: { "--ignore": NUMBER } },
};

export const uptime: Grammar = {
  purpose: "says how long the machine has run",
  form: { switches: "-p -s --pretty --since" },
};

export const hostname: Grammar = {
  purpose: "names the machine, which in a look has another name",
  form: { switches: "-f -s -i -I -d -A --fqdn --short --domain --ip-address --all-ip-addresses" },
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

/** One line, or a few: without a number it would not end. */
const REPEATED: Form = {
  switches: "-a -d -h -k -m -n -s -t -w -x -y -z",
  operands: { first: [word(/^[1-5]$/, "at most 5"), word(/^[1-5]$/, "at most 5")] },
};
const MEASURED: Grammar = { purpose: "measures the machine", form: REPEATED };
export const vmstat: Grammar = MEASURED;
export const iostat: Grammar = MEASURED;
export const mpstat: Grammar = MEASURED;

export const swapon: Grammar = {
  purpose: "lists swap space",
  form: { switches: "-s --summary --show --bytes --noheadings", needsFlag: true },
  never: { "*": SETS, "-a": SETS },
};

export const lsmem: Grammar = {
  purpose: "lists memory",
  form: { switches: "-a -b -n -s --summary" },
};

export const modinfo: Grammar = {
  purpose: "describes a module of the kernel",
  form: { switches: "-a -d -l -n -p", operands: { rest: NAME, min: 1 } },
};

export const getcap: Grammar = {
  purpose: "shows capabilities of programs",
  form: { switches: "-v -n", operands: { rest: PATH, min: 1 } },
  never: { "-r": "name the files" },
};

export const getfattr: Grammar = {
  purpose: "names further attributes of files",
  form: { switches: "-h --no-dereference --absolute-names", operands: { rest: PATH, min: 1 } },
  never: { "-R": "name the files", "-d": "values stay private" },
};

export const tty: Grammar = {
  purpose: "names the terminal, of which a look has none",
  form: ALONE,
};
export const logname: Grammar = { purpose: "prints the user name", form: ALONE };

export const tput: Grammar = {
  purpose: "asks about the terminal, of which a look has none",
  form: { operands: { rest: NAME, min: 1 } },
};

export const fontList: Grammar = {
  purpose: "lists fonts",
  form: {
    switches: "-v -b -q -s -a --verbose --brief --quiet --sort --all",
    options: { "-f --format": TEXT },
    operands: { rest: word(/^(?!-)[\w :=,.*-]+$/, "a pattern of fonts") },
  },
  startsIn: "/",
};

/** It compares and computes its words. */
export const expr: Grammar = {
  purpose: "computes a number, or matches a text",
  form: { spelling: "none", operands: { rest: TEXT, min: 1 } },
};

export const kpsewhich: Grammar = {
  purpose: "finds files of TeX",
  form: { operands: { rest: word(/^[\w.+-]+$/, "the name of a file"), min: 1 } },
  startsIn: "/",
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
    switches:
      "-a -b -d -f -i -l -m -n -p -r -s -S -t -J -T --all --bytes --fs --json --noheadings --paths --list --tree",
    options: { "-o --output": word(/^[A-Za-z,+-]+$/, "names of columns") },
  },
};

export const findmnt: Grammar = {
  purpose: "lists what is mounted, as an investigation sees it",
  form: {
    switches:
      "-a -b -e -i -l -n -r -v -A -D -J -R -U --df --list --json --noheadings --raw --ascii --real --all --uniq --submounts",
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
  form: { switches: "-a -d -l -p -v", operands: { rest: PATH } },
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
    switches: "-L -q --list-gpus --query topo -m",
    options: {
      "-i --id": NUMBER,
      "-d --display": word(/^[A-Z_,]+$/, "names of sections"),
      "--query-gpu --query-compute-apps": word(/^[\w.,]+$/, "names of columns"),
      "--format": word(/^[\w, ]+$/, "a format like csv"),
    },
  },
  note: "devices cannot be reached from a look",
  never: { "-r": SETS, "-pl": SETS, "-pm": SETS },
};

export const groups: Grammar = {
  purpose: "names groups of a user",
  form: { operands: { rest: NAME } },
};

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
    "hosts ahosts ahostsv4 ahostsv6 networks passwd group services protocols",
    { operands: { rest: word(/^[\w.:-]+$/, "a name") } },
  ]),
  note: "without a network: only what files of the system say",
};
