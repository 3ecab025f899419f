/** Tools that work on text: scrubbed before, so they may show it in parts and in other writings. */
import {
  choice,
  type Grammar,
  IN_PIECES,
  NUMBER,
  PATH,
  TEXT,
  type Value,
  word,
} from "../grammar.ts";

const WRITES = "it would write a file";
const FROM_FILE = "it would read a file that the guard has not seen";
const RUNS = "it runs a program";
const FILES = { rest: PATH };
const LIST = word(/^[\d,-]+$/, "a list like 1,3-5");

export const sort: Grammar = {
  purpose: "sorts lines",
  filters: {
    switches:
      "-b -c -C -d -f -g -h -i -m -M -n -r -R -s -u -V -z --ignore-leading-blanks --dictionary-order " +
      "--ignore-case --general-numeric-sort --human-numeric-sort --month-sort --numeric-sort " +
      "--reverse --stable --unique --version-sort --zero-terminated",
    options: {
      "-k --key": word(/^[\w.,]+$/, "a key like 2,2n"),
      "-t --field-separator": TEXT,
      "--sort": choice("general-numeric", "human-numeric", "month", "numeric", "random", "version"),
      "--parallel": NUMBER,
    },
    operands: FILES,
  },
  never: {
    "-o": WRITES,
    "--output": WRITES,
    "-T": "another place for its files is not needed",
    "-S": "another size is not needed",
    "--compress-program": RUNS,
    "--files0-from": FROM_FILE,
    "--random-source": FROM_FILE,
  },
};

/** Its second operand would be written. */
export const uniq: Grammar = {
  purpose: "joins equal lines that follow each other",
  filters: {
    switches: "-c -d -D -i -u -z --count --repeated --unique --ignore-case --zero-terminated",
    options: { "-f --skip-fields -s --skip-chars -w --check-chars": NUMBER },
    operands: { first: [PATH] },
  },
};

export const cut: Grammar = {
  purpose: "prints fields or columns of lines",
  filters: {
    switches: "-s -n -z --only-delimited --complement --zero-terminated",
    options: {
      "-f --fields -c --characters -b --bytes": LIST,
      "-d --delimiter --output-delimiter": TEXT,
    },
    operands: FILES,
  },
};

export const tr: Grammar = {
  purpose: "replaces or deletes characters",
  filters: {
    switches: "-c -C -d -s -t --complement --delete --squeeze-repeats --truncate-set1",
    operands: { first: [TEXT, TEXT], min: 1 },
  },
};

export const nl: Grammar = {
  purpose: "numbers lines",
  filters: {
    options: {
      "-b -h -f": choice("a", "t", "n"),
      "-w -v -i -l": NUMBER,
      "-s": TEXT,
      "-n": choice("ln", "rn", "rz"),
    },
    switches: "-p",
    operands: FILES,
  },
};

export const col: Grammar = {
  purpose: "removes backspaces from lines",
  filters: { switches: "-b -f -h -x", options: { "-l": NUMBER } },
};

export const tac: Grammar = {
  purpose: "prints lines in reverse order",
  filters: { operands: FILES },
};

export const rev: Grammar = {
  purpose: "prints lines backwards",
  filters: { operands: FILES },
};

export const fold: Grammar = {
  purpose: "breaks long lines",
  filters: {
    switches: "-b -s --bytes --spaces",
    options: { "-w --width": NUMBER },
    operands: FILES,
  },
};

export const paste: Grammar = {
  purpose: "joins lines",
  filters: {
    switches: "-s --serial",
    options: { "-d --delimiters": TEXT },
    operands: { first: [PATH] },
  },
};

export const expand: Grammar = {
  purpose: "writes tabs as spaces",
  filters: { switches: "-i", options: { "-t --tabs": NUMBER }, operands: FILES },
};

export const unexpand: Grammar = {
  purpose: "writes spaces as tabs",
  filters: { switches: "-a", options: { "-t --tabs": NUMBER }, operands: FILES },
};

export const fmt: Grammar = {
  purpose: "fills lines",
  filters: { switches: "-c -s -t -u", options: { "-w --width -g": NUMBER }, operands: FILES },
};

export const shuf: Grammar = {
  purpose: "prints lines in any order",
  filters: { switches: "-z", options: { "-n --head-count": NUMBER }, operands: { first: [PATH] } },
  never: { "-o": WRITES, "--output": WRITES, "--random-source": FROM_FILE },
};

const UNIT = choice("none", "si", "iec", "iec-i", "auto");

export const numfmt: Grammar = {
  purpose: "writes numbers for people",
  filters: {
    options: {
      "--to --from": UNIT,
      "--field --padding --header": word(/^[\d,-]+$/, "numbers"),
      "--suffix --format -d --delimiter": TEXT,
    },
    operands: { rest: NUMBER },
  },
};

export const column: Grammar = {
  purpose: "arranges lines in columns",
  filters: {
    switches:
      "-t -x -e -n -J -L -d --table --fillrows --json --table-noheadings --keep-empty-lines",
    options: {
      "-s --separator -o --output-separator -N --table-columns -R --table-right -H --table-hide":
        TEXT,
      "-c --output-width -l --table-columns-limit": NUMBER,
    },
    operands: FILES,
  },
};

const BYTES = word(/^\d{1,9}[kKmM]?$/, "a number of bytes");

export const od: Grammar = {
  purpose: "prints the bytes of text",
  filters: {
    switches: "-a -b -c -d -o -s -x -v --output-duplicates",
    options: {
      "-A --address-radix": choice("d", "o", "x", "n"),
      "-t --format": word(/^[acdfoux1248z]+$/, "a format like x1"),
      "-N --read-bytes -j --skip-bytes": BYTES,
    },
    optional: { "-w --width": NUMBER },
    operands: { first: [PATH] },
  },
};

/** Its second operand would be written. */
export const xxd: Grammar = {
  purpose: "prints the bytes of text",
  filters: {
    switches: "-b -e -i -p -u",
    options: { "-l -g -s -c": BYTES },
    operands: { first: [PATH] },
  },
  never: { "-r": "it turns bytes back into a file" },
};

export const hexdump: Grammar = {
  purpose: "prints the bytes of text",
  filters: {
    switches: "-b -c -C -d -o -v -x",
    options: { "-n -s": BYTES },
    operands: { first: [PATH] },
  },
  never: { "-f": FROM_FILE, "-e": "a format of its own is not needed" },
};

export const base64: Grammar = {
  purpose: "encodes or decodes text",
  filters: {
    switches: "-d -i --decode --ignore-garbage",
    options: { "-w --wrap": NUMBER },
    operands: { first: [PATH] },
  },
};

/** Modules and other files are not read; `$ENV` is the environment of a look. */
const FILTER: Value = word(
  /^(?!.*(?<![.$\w])(?:import|include|modulemeta)\b).+$/s,
  "a filter without import or include",
);

export const jq: Grammar = {
  purpose: "prints parts of JSON",
  filters: {
    switches:
      "-a -c -C -e -j -M -n -r -R -s -S --ascii-output --compact-output --exit-status --join-output " +
      "--monochrome-output --null-input --raw-input --raw-output --raw-output0 --slurp --sort-keys --tab " +
      "--color-output --stream --stream-errors --seq --unbuffered",
    options: { "--indent": NUMBER },
    pairs: "--arg --argjson",
    operands: { first: [FILTER], rest: PATH, min: 1 },
  },
  never: {
    "-f": FROM_FILE,
    "--from-file": FROM_FILE,
    "-L": FROM_FILE,
    "--slurpfile": FROM_FILE,
    "--rawfile": FROM_FILE,
    "--argfile": FROM_FILE,
  },
};

export const yq: Grammar = {
  purpose: "prints parts of YAML",
  filters: {
    switches:
      "-r -c -s -e -n -y -Y -P -M -N -j --prettyPrint --raw-output --no-colors --no-doc --tojson --yaml-output --unwrapScalar",
    options: {
      "-o --output-format -p --input-format": choice(
        "json",
        "yaml",
        "xml",
        "props",
        "toml",
        "j",
        "y",
      ),
      "-I --indent": NUMBER,
    },
    operands: {
      first: [
        word(/^(?!.*\b(?:load\w*|import|include|env|envsubst|strenv|filename)\b).+$/s, "a filter"),
      ],
      rest: PATH,
      min: 1,
    },
  },
  ignores: ["eval", "e", "eval-all", "ea"],
  never: { "-i": WRITES, "--inplace": WRITES, "--from-file": FROM_FILE, "--split-exp": WRITES },
};

export const xmllint: Grammar = {
  purpose: "checks XML, or prints parts of it",
  filters: {
    spelling: "whole",
    switches: "--noout --format --nonet --html --recover",
    options: { "--xpath": TEXT },
    operands: { first: [PATH] },
  },
  readsInputBy: ["--nonet", "-"],
  never: {
    "--output": WRITES,
    "--shell": "there is nobody to type",
    "--noent": FROM_FILE,
    "--xinclude": FROM_FILE,
    "--load-trace": FROM_FILE,
    "--schema": FROM_FILE,
    "--dtdvalid": FROM_FILE,
    "--path": FROM_FILE,
  },
};

/** Whole lines of two files, which are compared as they are. */
export const comm: Grammar = {
  purpose: "compares two sorted files line by line",
  form: {
    switches: "-1 -2 -3 --total --check-order --nocheck-order",
    operands: { first: [PATH, PATH], min: 2 },
  },
  readsContents: true,
  never: { "--output-delimiter": IN_PIECES },
};

export const iconv: Grammar = {
  purpose: "converts or checks encodings",
  filters: {
    switches: "-c -s",
    options: { "-f --from-code -t --to-code": word(/^[\w.:/-]+$/, "an encoding") },
    operands: FILES,
  },
  form: { switches: "-l --list", needsFlag: true },
  never: { "-o": WRITES, "--output": WRITES },
};
