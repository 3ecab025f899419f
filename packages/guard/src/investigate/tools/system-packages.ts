/** Package managers of systems: what is installed and what could be, without changing anything. */
import {
  ALONE,
  choice,
  type Form,
  forms,
  type Grammar,
  NAME,
  NO_NETWORK,
  PATH,
  sentences,
  TEXT,
  word,
} from "../grammar.ts";

const CHANGES = "it changes what is installed, or needs the network";
const SETS = "settings of apt can name programs that it runs";
const PATTERN = word(/^[\w*?@][\w.+:*?@-]*$/, "a name or pattern");
const INSTALLED: Form = { operands: { rest: PATTERN } };

/** With `-s` it only says what it would do. */
export const aptGet: Grammar = {
  purpose: "says what an installation would change",
  form: forms(
    [
      "install remove purge upgrade dist-upgrade autoremove build-dep",
      {
        switches: "-s --simulate --dry-run --just-print -y -q --no-install-recommends -f -V",
        operands: { rest: word(/^[A-Za-z0-9][\w.+:=~-]*$/, "a package name") },
        needsFlag: true,
      },
    ],
    [
      "-s --simulate --dry-run",
      {
        switches: "-y -q --no-install-recommends -f -V",
        operands: {
          first: [choice("install", "remove", "purge", "upgrade", "dist-upgrade", "autoremove")],
          rest: word(/^[A-Za-z0-9][\w.+:=~-]*$/, "a package name"),
          min: 1,
        },
      },
    ],
    ["indextargets --version -v", ALONE],
  ),
  adds: ([verb = ""]) => (/^(?:indextargets|-v)$/.test(verb) ? [] : ["-s"]),
  never: { "*": CHANGES, ...sentences(["-o --option -c --config-file", SETS]) },
};

export const aptFile: Grammar = {
  purpose: "finds the Debian package of a file",
  form: forms([
    "search find list show",
    { switches: "-x -F -l -i --regexp --fixed-string", operands: { rest: TEXT, min: 1 } },
  ]),
  never: { "*": CHANGES },
};

export const aptConfig: Grammar = {
  purpose: "prints settings of apt",
  form: forms(["dump", { operands: { rest: word(/^[\w:-]+$/, "the name of a setting") } }]),
  never: { "*": SETS },
};

export const aptitude: Grammar = {
  purpose: "asks about Debian packages",
  form: forms(["search show versions why why-not", { operands: { rest: TEXT, min: 1 } }]),
  never: { "*": CHANGES },
};

/** It starts tar, of the system. */
export const dpkgDeb: Grammar = {
  purpose: "lists what a Debian package holds",
  form: forms(
    ["-c --contents -I --info", { operands: { first: [PATH], min: 1 } }],
    ["-f --field", { operands: { first: [PATH], rest: NAME, min: 1 } }],
  ),
  readsContents: true,
  never: { "*": "it would write files" },
};

export const dpkgArchitecture: Grammar = {
  purpose: "names the architecture of Debian packages",
  form: { switches: "-l -L", options: { "-q": NAME } },
};

export const dpkgQuery: Grammar = {
  purpose: "asks about Debian packages",
  form: forms(
    ["-W --show -l --list", { options: { "-f --showformat": TEXT }, operands: { rest: PATTERN } }],
    [
      "-f",
      { operands: { first: [TEXT, choice("-W", "--show")], rest: PATTERN }, spelling: "none" },
    ],
    ["-s --status -L --listfiles", { operands: { rest: NAME, min: 1 } }],
    ["-S --search", { operands: { rest: TEXT, min: 1 } }],
  ),
};

export const aptMark: Grammar = {
  purpose: "lists marks on Debian packages",
  form: forms(["showmanual showauto showhold", { operands: { rest: NAME } }]),
  never: { "*": CHANGES },
};

export const dnf: Grammar = {
  purpose: "asks about RPM packages",
  form: forms(
    [
      "list info repolist history search provides whatprovides repoquery deplist check",
      {
        switches:
          "-C --cacheonly --installed --available --enabled --all -v -q --requires --provides -l " +
          "--whatprovides --whatrequires --showduplicates",
        operands: { rest: word(/^[\w*?@/][\w./+:*?@-]*$/, "a name or pattern") },
      },
    ],
    ["module group", { operands: { first: [choice("list", "info")], rest: PATTERN, min: 1 } }],
  ),
  ignores: ["-q", "-C"],
  adds: () => ["-C"],
  absent: sentences(["check-update updateinfo", NO_NETWORK]),
  never: {
    "*": CHANGES,
    ...sentences(["--setopt -c --config", "another setting can load programs"]),
  },
};

export const zypper: Grammar = {
  purpose: "asks about RPM packages",
  form: forms(
    [
      "search se info if packages pa repos lr patterns what-provides wp locks ll",
      { switches: "-i -s -x -u -t --installed-only --details -d -E", ...INSTALLED },
    ],
    ["-V", ALONE],
  ),
  ignores: ["--no-refresh", "--non-interactive", "-n", "-q"],
  rewrites: (words) => ["--no-refresh", "--non-interactive", ...words],
  absent: sentences(["list-updates lu list-patches lp", NO_NETWORK]),
  never: { "*": CHANGES },
};

export const apk: Grammar = {
  purpose: "asks about Alpine packages",
  form: forms(
    ["info", { switches: "-a -d -e -L -r -R -v -w -W -s", ...INSTALLED }],
    ["list search", { switches: "-I --installed -a -v -e -d -o -r", ...INSTALLED }],
    ["policy version stats", { switches: "-v", ...INSTALLED }],
    ["--print-arch", ALONE],
  ),
  adds: () => ["--no-network"],
  never: { "*": CHANGES },
};

export const brew: Grammar = {
  purpose: "asks about Homebrew packages",
  form: forms(
    ["list ls", { switches: "--versions --formula --formulae --cask --casks -1 -l", ...INSTALLED }],
    ["--prefix --cellar --repository --cache leaves config tap missing", INSTALLED],
    ["deps uses", { switches: "--installed --tree --include-build", ...INSTALLED }],
    ["services", { operands: { first: [choice("list")], min: 1 } }],
  ),
  environment: () => ({ HOMEBREW_NO_AUTO_UPDATE: "1", HOMEBREW_NO_ANALYTICS: "1" }),
  startsIn: "/",
  absent: sentences(["info search outdated doctor desc home", NO_NETWORK]),
  never: { "*": CHANGES },
};

const LISTS: Grammar = {
  purpose: "lists packages, of a service that cannot be reached",
  form: forms(["version", ALONE]),
  absent: sentences(
    [
      "list info connections services changes interfaces remotes",
      "services of the machine cannot be reached from a look",
    ],
    ["find search remote-ls remote-info", NO_NETWORK],
  ),
  never: { "*": CHANGES },
};
export const snap: Grammar = LISTS;
export const flatpak: Grammar = LISTS;

/** Packages of systems that are seldom seen: lists of what is installed. */
export const port: Grammar = {
  purpose: "lists MacPorts packages",
  form: forms(["installed info contents deps", INSTALLED], ["version", ALONE]),
  startsIn: "/",
  never: { "*": CHANGES },
};
export const pkg: Grammar = {
  purpose: "lists packages",
  form: forms(["info list-installed", { switches: "-x -l -d -r -f", ...INSTALLED }]),
  startsIn: "/",
  never: { "*": CHANGES },
};
export const xbpsQuery: Grammar = {
  purpose: "lists Void packages",
  form: forms(["-l -m", ALONE], ["-S -f -x", { operands: { first: [NAME], min: 1 } }]),
  startsIn: "/",
  never: { "*": CHANGES },
};

/** The store is read; nothing of a project is evaluated. */
const STORE = word(/^\/nix\/store\/[\w.+*?=-]+$/, "a path in /nix/store");
const EVALUATES = "it evaluates code of the project, or needs the network";

export const nix: Grammar = {
  purpose: "asks about the Nix store",
  form: forms(
    [
      "log path-info why-depends",
      { switches: "-r -s -S -h --closure-size", operands: { rest: STORE, min: 1 } },
    ],
    ["profile registry", { operands: { first: [choice("list", "history")], min: 1 } }],
    ["store+ls", { switches: "-l -R --long --recursive", operands: { first: [STORE], min: 1 } }],
    ["config+show show-config", { operands: { first: [NAME] } }],
  ),
  startsIn: "/",
  environment: () => ({ NIX_CONFIG: "accept-flake-config = false\nsubstituters =" }),
  absent: sentences(["search", NO_NETWORK]),
  never: { "*": EVALUATES },
};
export const nixStore: Grammar = {
  purpose: "asks about the Nix store",
  form: forms(
    [
      "-q --query",
      {
        switches:
          "--references --referrers --requisites -R --tree --outputs --deriver -d --size --hash",
        operands: { rest: STORE, min: 1 },
      },
    ],
    ["--verify-path -l --read-log", { operands: { rest: STORE, min: 1 } }],
  ),
  startsIn: "/",
  never: { "*": EVALUATES },
};
export const nixEnv: Grammar = {
  purpose: "lists what is installed",
  form: forms([
    "-q --query",
    { switches: "--installed --out-path --description", operands: { rest: NAME } },
  ]),
  startsIn: "/",
  never: { "*": EVALUATES },
};
export const nixChannel: Grammar = {
  purpose: "lists channels",
  form: forms(["--list", ALONE]),
  startsIn: "/",
  never: { "*": EVALUATES },
};
export const nixosVersion: Grammar = { purpose: "names its version", form: { switches: "--json" } };
