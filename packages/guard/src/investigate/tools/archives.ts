/** Lists what archives hold, and reads compressed text. */
import { isSecretPath } from "../../jail/masks.ts";
import {
  ENVIRONMENT_FILES,
  type Form,
  forms,
  type Grammar,
  NUMBER,
  PATH,
  TEXT,
  word,
} from "../grammar.ts";

const EXTRACTS = "it writes files; -t lists them";
const RUNS = "it runs a program";
const LISTING: Form = {
  switches: "-v --verbose --numeric-owner --full-time --utc",
  operands: { first: [PATH], rest: TEXT, min: 1 },
};

/** A mask hides files of a tree, and not the copies of them in an archive. */
const MEMBER = word(
  { test: (name) => !/[*?[\\]/.test(name) && !isSecretPath(`/${name}`, "/") },
  "the name of a file in it that is not private",
);
/** Prints what it would write. */
const TO_OUTPUT: Form = { operands: { first: [PATH], rest: MEMBER, min: 2 } };

/** Every order of `t`, `f` last, and letters that only choose how it is shown or packed. */
function clusters(): string {
  const extra = ["", "z", "j", "J", "a", "v", "zv", "vz", "jv", "vj", "Jv", "vJ", "av", "va"];
  const letters = extra.flatMap((some) => [`t${some}f`, `${some}tf`]);
  return [...new Set(letters.flatMap((one) => [one, `-${one}`]))].join(" ");
}

export const tar: Grammar = {
  purpose: "lists what an archive holds",
  form: forms(
    [clusters(), LISTING],
    ["xOf -xOf xzOf -xzOf xOzf -xOzf xjOf -xjOf xJOf -xJOf -Oxf -Oxzf", TO_OUTPUT],
    [
      "--list -t",
      {
        ...LISTING,
        switches: `${LISTING.switches} -z -j -J`,
        options: { "-f --file": PATH },
        operands: { rest: TEXT },
      },
    ],
  ),
  readsContents: true,
  // A name with a colon would be a file on another machine.
  adds: () => ["--force-local", ...ENVIRONMENT_FILES.map((name) => `--exclude=${name}`)],
  never: {
    xf: EXTRACTS,
    xzf: EXTRACTS,
    "-xf": EXTRACTS,
    "-xzf": EXTRACTS,
    "-x": EXTRACTS,
    cf: "it writes an archive",
    "-cf": "it writes an archive",
    "-I": RUNS,
    "--use-compress-program": RUNS,
    "--to-command": RUNS,
    "--checkpoint-action": RUNS,
    "--rsh-command": RUNS,
    "-F": RUNS,
  },
};

export const unzip: Grammar = {
  purpose: "lists what an archive holds, or prints a file in it",
  form: forms(
    ["-l -v -Z -Z1 -lv -lq -ql -t -tq -qt", { operands: { first: [PATH], rest: TEXT, min: 1 } }],
    ["-p -c", TO_OUTPUT],
  ),
  readsContents: true,
  never: { "*": "it would write files; -l lists them and -p prints one" },
};

export const zipinfo: Grammar = {
  purpose: "lists what an archive holds",
  form: {
    switches: "-1 -2 -s -m -l -v -h -t -T -z",
    operands: { first: [PATH], rest: TEXT, min: 1 },
  },
};

/** Files with more words are read by both of these. */
const WITHOUT_FILES_OF_WORDS: Form = {
  operands: { first: [PATH], rest: TEXT, min: 1 },
  operandNeverStartsWith: "@",
};

export const jar: Grammar = {
  purpose: "lists what an archive of Java holds",
  form: forms(["tf tvf -tf -tvf", WITHOUT_FILES_OF_WORDS]),
  never: { "*": "it would write files; tf lists them" },
};

export const ar: Grammar = {
  purpose: "lists what a static library holds",
  form: forms(["t tv -t -tv", WITHOUT_FILES_OF_WORDS]),
  never: { "*": "it would write files; t lists them" },
};

const DECOMPRESSED: Form = { switches: "-f", operands: { rest: PATH, min: 1 } };
const decompresses: Grammar = {
  purpose: "prints compressed files",
  form: DECOMPRESSED,
  readsContents: true,
};

export const zcat: Grammar = decompresses;
export const lzcat: Grammar = decompresses;
export const lz4cat: Grammar = decompresses;
/** These would start a pager. */
const unpaged: Grammar = {
  ...decompresses,
  runs: { program: "zcat", words: [], takesWords: true },
};
export const zless: Grammar = unpaged;
export const zmore: Grammar = unpaged;
export const bzcat: Grammar = decompresses;
export const xzcat: Grammar = decompresses;
export const zstdcat: Grammar = decompresses;

export const zgrep: Grammar = {
  purpose: "finds lines in compressed files",
  form: {
    switches: "-a -c -E -F -h -H -i -l -L -n -q -s -v -w -x --count --ignore-case --line-number",
    options: { "-e": TEXT, "-A -B -C -m": NUMBER },
    operands: { first: [TEXT], unless: ["-e"], rest: PATH, min: 2 },
  },
  readsContents: true,
  never: {
    "-f": "patterns are not read from a file; give them with -e",
    "-o": "parts of lines are shown after a pipe: zcat FILE | grep -o PATTERN",
    "-r": "name the files",
  },
};

const COMPRESSED: Grammar = {
  purpose: "prints or describes compressed files",
  form: forms(["-c -dc -cd -l -lv -t -tv", { operands: { rest: PATH, min: 1 } }]),
  readsContents: true,
  never: { "*": "it would write files; -dc prints them" },
};

export const gzip: Grammar = COMPRESSED;
export const xz: Grammar = COMPRESSED;
export const bzip2: Grammar = COMPRESSED;
