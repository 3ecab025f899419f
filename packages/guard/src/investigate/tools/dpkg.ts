import {
  ALONE,
  choice,
  type Form,
  forms,
  type Grammar,
  NAME,
  NAME_PATTERN,
  TEXT,
  word,
} from "../grammar.ts";

const CHANGES = "it changes what is installed";
const PATTERNS: Form = { operands: { rest: NAME_PATTERN } };
const NAMES: Form = { operands: { rest: NAME, min: 1 } };
const VERSION = word(/^[\w.+:~-]*$/, "a version");
const RELATION = choice("lt", "le", "eq", "ne", "ge", "gt");

export const dpkg: Grammar = {
  purpose: "shows Debian packages",
  form: forms(
    ["-l --list --get-selections", PATTERNS],
    ["-s --status -L --listfiles -p --print-avail", NAMES],
    ["-V --verify", { operands: { rest: NAME } }],
    // A pattern for names of installed files: compared with the database, never opened.
    ["-S --search", { operands: { rest: TEXT, min: 1 } }],
    ["--compare-versions", { operands: { first: [VERSION, RELATION, VERSION], min: 3 } }],
    ["-C --audit --print-architecture --print-foreign-architectures --version", ALONE],
  ),
  never: {
    "-i": CHANGES,
    "--install": CHANGES,
    "-r": CHANGES,
    "--remove": CHANGES,
    "-P": CHANGES,
    "--purge": CHANGES,
    "--configure": CHANGES,
    "--unpack": CHANGES,
    "--set-selections": CHANGES,
    "--add-architecture": CHANGES,
    "-x": "it writes files",
    "--root": "another root is not allowed",
    "--admindir": "another database is not allowed",
    "--pre-invoke": "it runs a program",
    "--post-invoke": "it runs a program",
  },
};
