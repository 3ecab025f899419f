/** Tools that check or describe files, and whose settings are data. */
import { ALONE, choice, forms, type Grammar, NUMBER, PATH, TEXT, word } from "../grammar.ts";

export const gofmt: Grammar = {
  purpose: "shows how Go files would be formatted",
  form: { switches: "-l -d -s -e", operands: { rest: PATH, min: 1 } },
  readsContents: true,
  never: { "-w": "it would change files; -d shows how", "-cpuprofile": "it writes a file" },
};

/** It reads class files, and runs nothing of them. */
export const javap: Grammar = {
  purpose: "shows what a class file declares",
  form: {
    spelling: "whole",
    switches: "-v -verbose -l -public -protected -package -p -private -c -s -sysinfo -constants",
    options: {
      "-cp -classpath --class-path": word(/^(?!@)[\w./:@ -]+$/, "directories and archives"),
    },
    operands: { rest: word(/^(?!@)[\w.$/-]+$/, "the name of a class"), min: 1 },
  },
  readsTrees: true,
  never: { "-J": "it runs something else", "-bootclasspath": "it loads something else" },
};

/** Linters whose configuration is data. */
export const ruff: Grammar = {
  purpose: "checks Python files",
  form: forms(
    [
      "check",
      {
        switches:
          "--no-fix --no-cache --diff --quiet -q --statistics --show-files --show-settings --isolated --preview",
        options: {
          "--select --ignore --extend-select": word(/^[A-Z0-9,]+$/, "codes like E501"),
          "--output-format": choice("concise", "full", "json", "grouped", "text"),
          "--line-length": NUMBER,
        },
        operands: { rest: PATH, min: 1 },
      },
    ],
    [
      "format",
      {
        switches: "--check --diff --no-cache --isolated",
        needsFlag: true,
        operands: { rest: PATH, min: 1 },
      },
    ],
    ["rule", { operands: { first: [word(/^[A-Z]+\d+$/, "a code like E501")], min: 1 } }],
    ["version", ALONE],
  ),
  adds: (words) =>
    words[0] === "check"
      ? ["--no-cache", "--no-fix"]
      : words[0] === "format"
        ? ["--no-cache", "--check"]
        : [],
  readsContents: true,
  readsTrees: true,
  never: { "--fix": "it would change files", "--config": "another configuration is not read" },
};

export const black: Grammar = {
  purpose: "checks the format of Python files",
  form: {
    switches: "--check --diff -q --quiet --no-color",
    needsFlag: true,
    operands: { rest: PATH, min: 1 },
  },
  adds: () => ["--check", "--workers=1"],
  readsContents: true,
};

export const shellcheck: Grammar = {
  purpose: "checks shell scripts",
  form: {
    switches: "-a -C --norc",
    options: {
      "-s --shell": choice("sh", "bash", "dash", "ksh"),
      "-f --format": choice("tty", "gcc", "json", "json1", "checkstyle", "diff"),
      "-S --severity": choice("error", "warning", "info", "style"),
      "-e --exclude -i --include": word(/^[\w,]+$/, "codes like SC2086"),
    },
    operands: { rest: PATH, min: 1 },
  },
  readsContents: true,
  never: {
    "-x": "it reads the files that the script names; name them yourself",
    "-P": "name the files",
  },
};

export const yamllint: Grammar = {
  purpose: "checks YAML files",
  form: {
    switches: "-s --strict --no-warnings",
    options: {
      "-f --format": choice("parsable", "standard", "github"),
      "-d": word(/^(?:relaxed|default)$/, "relaxed"),
    },
    operands: { rest: PATH, min: 1 },
  },
  readsContents: true,
};

/** Building files of ninja are data, and `-n` runs no command in them. */
export const ninja: Grammar = {
  purpose: "shows what would be built",
  form: {
    spelling: "whole",
    switches: "-n -v --verbose --quiet",
    options: {
      "-C -f": PATH,
      "-t": choice("targets", "commands", "query", "inputs", "deps", "rules", "graph", "compdb"),
    },
    needsFlag: true,
    operands: { rest: TEXT },
  },
  adds: () => ["-n"],
  readsContents: true,
  readsTrees: true,
};

export const readelf: Grammar = {
  purpose: "shows headers and symbols of object files",
  form: {
    switches:
      "-a -d -h -l -n -r -s -S -t -u -V -W -A -e -g -I --all --dynamic --file-header --program-headers --segments --section-headers --sections --symbols --syms --dyn-syms --notes --relocs --wide --version-info --arch-specific --headers",
    operands: { rest: PATH, min: 1 },
    operandNeverStartsWith: "@",
  },
  never: {
    "-p": "use strings",
    "-x": "use strings",
    "-w": "it reads the files that the binary names",
  },
};

export const size: Grammar = {
  purpose: "sums up sections of object files",
  form: {
    switches: "-A -B -G -d -o -x -t --totals",
    operands: { rest: PATH, min: 1 },
    operandNeverStartsWith: "@",
  },
};

const counts: Grammar = {
  purpose: "counts lines of code",
  form: { switches: "--quiet --json --by-file", operands: { rest: PATH } },
};
export const cloc: Grammar = counts;
export const tokei: Grammar = counts;
export const scc: Grammar = counts;

const checks: Grammar = {
  purpose: "checks files of its kind",
  form: { switches: "--no-color --no-fail", operands: { rest: PATH } },
  readsContents: true,
};
export const hadolint: Grammar = checks;
export const actionlint: Grammar = {
  ...checks,
  readsTrees: true,
  adds: () => ["-shellcheck=", "-pyflakes="],
};

export const cxxfilt: Grammar = {
  purpose: "writes names of C++ as they were declared",
  filters: { switches: "-n -p -t --no-strip-underscore --no-params" },
};
