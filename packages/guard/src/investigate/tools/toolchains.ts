/** Tools of languages and of deployment that answer a few questions without running a project. */
import {
  ALONE,
  choice,
  forms,
  type Grammar,
  NAME,
  NO_NETWORK,
  NUMBER,
  PATH,
  RUNS_CODE,
  sentences,
  word,
} from "../grammar.ts";

/** What was configured is kept as data; without a build directory it parses, and runs nothing. */
export const meson: Grammar = {
  purpose: "names its version and says how a project was configured",
  form: forms(
    [
      "introspect",
      {
        switches:
          "-a --all --buildoptions --targets --installed --dependencies --projectinfo --tests " +
          "--benchmarks --buildsystem-files --scan-dependencies --machines --compilers -i --indent",
        needsFlag: true,
        operands: { first: [PATH] },
      },
    ],
    ["-v", ALONE],
  ),
  startsIn: ([verb]) => (verb === "introspect" ? null : "/"),
  readsContents: true,
  readsTrees: ([verb]) => verb === "introspect",
  never: { "*": RUNS_CODE },
};

export const rLanguage: Grammar = {
  purpose: "names its version, its home and how it compiles",
  form: forms(
    ["-v -V --version RHOME", ALONE],
    [
      "CMD+config",
      { operands: { first: [word(/^[A-Z][A-Z0-9_]*$/, "a variable like CC")], min: 1 } },
    ],
  ),
  startsIn: "/",
  never: { "*": RUNS_CODE },
};

export const perldoc: Grammar = {
  purpose: "finds a module of Perl",
  form: { switches: "-l -m", needsFlag: true, operands: { rest: NAME, min: 1 } },
  startsIn: "/",
  environment: () => ({ PERLDOC_PAGER: "cat", PAGER: "cat" }),
};

/** It reads class files, and runs nothing of them. */
export const jdeps: Grammar = {
  purpose: "lists what Java archives need",
  form: {
    switches: "-s -v -summary -verbose --ignore-missing-deps --print-module-deps --list-deps",
    spelling: "whole",
    operands: { rest: PATH, min: 1 },
    operandNeverStartsWith: "@",
  },
  readsContents: true,
  never: { "-dotoutput": "it writes files", "--generate-module-info": "it writes files" },
};

export const cabal: Grammar = {
  purpose: "names its version and lists installed packages",
  form: forms(
    [
      "list",
      { switches: "--installed --simple-output", needsFlag: true, operands: { rest: NAME } },
    ],
    ["path -V --numeric-version", ALONE],
  ),
  startsIn: "/",
  absent: sentences(["info outdated", NO_NETWORK]),
  never: { "*": RUNS_CODE },
};

/** Settings are data; plugins that they name are not loaded by these questions. */
export const ansibleConfig: Grammar = {
  purpose: "prints settings of Ansible",
  form: forms([
    "dump list view",
    {
      switches: "--only-changed -v",
      options: {
        "-f --format": choice("ini", "json", "yaml", "display"),
        "-t --type": choice("base"),
      },
    },
  ]),
  environment: () => ({
    PAGER: "cat",
    ANSIBLE_PAGER: "cat",
    ANSIBLE_NOCOLOR: "1",
    ANSIBLE_HOME: "/dev/shm",
  }),
  readsContents: true,
  never: { "*": "it writes settings" },
};

export const ansibleGalaxy: Grammar = {
  purpose: "lists roles and collections of Ansible",
  form: forms(["collection role", { operands: { first: [choice("list")], rest: NAME, min: 1 } }]),
  environment: () => ({ ANSIBLE_HOME: "/dev/shm" }),
  absent: sentences(["info search collection+verify", NO_NETWORK]),
  never: { "*": "it changes what is installed, or needs the network" },
};

export const diffstat: Grammar = {
  purpose: "counts the lines that a patch changes",
  filters: {
    switches: "-s -b -C -k -l -m -q -r",
    options: { "-p -w -n -N": NUMBER },
    operands: { first: [PATH] },
  },
};

/** With the flag it only says whether a patch fits. */
export const patch: Grammar = {
  purpose: "says whether a patch fits",
  form: {
    switches: "--dry-run -R --reverse -v --verbose -f --force -N --forward -s --silent",
    options: { "-p --strip": NUMBER, "-i --input": PATH },
    needsFlag: true,
  },
  rewrites: (words) => ["--dry-run", "--posix", ...words],
  readsContents: true,
  readsTrees: true,
  never: {
    "-o": "it writes a file",
    "-d": "ask in the directory itself",
    "-e": "it starts an editor",
  },
};

/** With `-i` it describes line ends, and changes nothing. */
export const lineEnds: Grammar = {
  purpose: "counts kinds of line ends",
  form: forms(["-i --info", { operands: { rest: PATH, min: 1 } }]),
  readsContents: true,
  never: { "*": "it would change files; -i describes them" },
};
