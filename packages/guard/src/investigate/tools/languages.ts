/** Interpreters and compilers: what they know about themselves, and syntax that only they can check. */
import {
  ALONE,
  choice,
  forms,
  type Grammar,
  NAME,
  NO_NETWORK,
  PATH,
  RUNS_CODE,
  TEXT,
  type Value,
  word,
} from "../grammar.ts";
import { PIP_MODULE } from "./python-packages.ts";

const EVALUATES = "it would run code; ask for a version, a file or a list of packages";

const PYTHON_FILES = ["py_compile", "tabnanny", "zipfile", "tarfile"];

/** Isolated, so that no module of the project is loaded; a file that it checks is not run. */
export const python: Grammar = {
  purpose: "names its version, lists packages, checks syntax and formats JSON",
  form: forms(
    ["--version -V -VV", ALONE],
    ["-m", PIP_MODULE],
    ["-m+py_compile", { operands: { rest: PATH, min: 1 } }],
    ["-m+tabnanny", { switches: "-v", operands: { rest: PATH, min: 1 } }],
    [
      "-m+zipfile -m+tarfile",
      { switches: "-l --list", needsFlag: true, operands: { first: [PATH], min: 1 } },
    ],
    ["-m+site", { switches: "--user-site --user-base" }],
    ["-m+sysconfig -m+platform", ALONE],
  ),
  // Without the flag it would run what it reads.
  filters: {
    spelling: "whole",
    needsFlag: true,
    options: { "-m": choice("json.tool") },
    operands: { rest: PATH },
  },
  startsIn: ([, module = ""]) => (PYTHON_FILES.includes(module) ? null : "/"),
  rewrites: (words) => (words.includes("-m") ? ["-I", ...words] : words),
  // What is compiled is thrown away.
  environment: () => ({ PYTHONPYCACHEPREFIX: "/dev/shm" }),
  readsContents: true,
  never: { "-c": EVALUATES, "-i": EVALUATES, "*": EVALUATES },
};

export const node: Grammar = {
  purpose: "names its version and checks syntax",
  form: forms(
    ["-v --version", ALONE],
    ["--check -c", { operands: { first: [PATH], min: 1 } }],
    ["--v8-options --help -h", ALONE],
  ),
  readsContents: true,
  never: { "*": EVALUATES },
};

export const php: Grammar = {
  purpose: "names its version, settings and extensions, and checks syntax",
  form: forms(
    ["-v --version -m -i --ini", ALONE],
    ["--ri --re --rf --rc", { operands: { first: [NAME], min: 1 } }],
    ["-l --syntax-check", { operands: { rest: PATH, min: 1 } }],
  ),
  readsContents: true,
  never: { "*": EVALUATES, "-r": EVALUATES, "-d": "settings can load programs" },
};

/** Shebang lines can load files, so no file is checked. */
export const ruby: Grammar = {
  purpose: "names its version",
  form: forms(["-v --version", ALONE]),
  startsIn: "/",
  never: { "*": EVALUATES, "-c": "the first line of a file can make it load another" },
};

export const bash: Grammar = {
  purpose: "checks the syntax of scripts",
  form: forms(["-n", { operands: { first: [PATH], min: 1 } }]),
  readsContents: true,
  never: { "*": EVALUATES },
};

const GO_QUIET = {
  GOFLAGS: "-mod=readonly",
  GOENV: "off",
  GOTOOLCHAIN: "local",
  GOPROXY: "off",
  GOSUMDB: "off",
  GOVCS: "*:off",
  GOTELEMETRY: "off",
  GOCACHE: "/dev/shm/go",
  CGO_ENABLED: "0",
} as const;

/** Settings that name programs come from the environment, which is the look's own. */
export const go: Grammar = {
  purpose: "names its version and settings, and lists packages",
  form: forms(
    ["version", { switches: "-m -v", operands: { rest: PATH } }],
    ["env", { switches: "-json -changed", spelling: "whole", operands: { rest: NAME } }],
    [
      "list",
      {
        spelling: "whole",
        switches: "-m -json -deps -test -e -find -versions -retracted",
        options: { "-f": TEXT },
        optional: { "-mod": choice("readonly", "vendor", "mod"), "-tags": TEXT },
        operands: { rest: packagePattern() },
      },
    ],
    [
      "mod",
      {
        switches: "-m -vendor -json",
        spelling: "whole",
        operands: {
          first: [choice("graph", "why", "verify", "edit")],
          rest: packagePattern(),
          min: 1,
        },
      },
    ],
    [
      "doc",
      { switches: "-all -short -src -u", spelling: "whole", operands: { rest: packagePattern() } },
    ],
    [
      "work",
      {
        spelling: "whole",
        switches: "-json",
        operands: { first: [choice("edit")] },
        needsFlag: true,
      },
    ],
    ["help", { operands: { rest: NAME } }],
  ),
  // Without the flag it would write the file.
  rewrites: (words) => (words[1] === "edit" ? [...words.slice(0, 2), "-json"] : words),
  environment: () => GO_QUIET,
  never: {
    "*": RUNS_CODE,
    vet: "it compiles the packages first, for which a look has no room; gofmt -l checks syntax",
    get: NO_NETWORK,
    "-u": NO_NETWORK,
    "-toolexec": "it runs a program",
    "-w": "it writes settings",
    "-export": "it compiles, which runs programs",
    "-compiled": "it compiles, which runs programs",
    "-modfile": "another file is not read",
    "-overlay": "another file is not read",
  },
};

function packagePattern(): Value {
  return word(/^(?!-)[\w./@~+-]+$/, "a package like ./...");
}

const VERSION_FLAGS = "-version --version -fullversion -showversion";

/** With `-p` it only parses. */
export const luac: Grammar = {
  purpose: "names its version and checks the syntax of Lua files",
  form: forms(["-v", ALONE], ["-p", { switches: "-l", operands: { rest: PATH, min: 1 } }]),
  readsContents: true,
  never: { "*": "without -p it writes a file", "-o": "it writes a file" },
};

export const java: Grammar = {
  purpose: "names its version and settings",
  form: forms(
    [VERSION_FLAGS, ALONE],
    [
      "-XshowSettings:properties -XshowSettings:all -XshowSettings:vm -XshowSettings",
      { spelling: "whole", switches: "-version", needsFlag: true },
    ],
    ["-XX:+PrintFlagsFinal", { spelling: "whole", switches: "-version", needsFlag: true }],
  ),
  startsIn: "/",
  never: { "*": EVALUATES },
};

export const jps: Grammar = {
  purpose: "lists Java processes, which here are those of the investigation itself",
  form: { switches: "-l -m -v -q -V" },
  note: "only the processes of this investigation: those of the machine stay private",
};
