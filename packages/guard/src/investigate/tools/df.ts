import { type Grammar, PATH, word } from "../grammar.ts";

const KIND = word(/^[\w.]+$/, "a file system type");

export const df: Grammar = {
  purpose: "shows free disk space",
  form: {
    switches:
      "-a -h -H -i -k -l -P -T --all --human-readable --si --inodes --local --portability --print-type --total --no-sync",
    options: {
      "-t --type -x --exclude-type": KIND,
      "-B --block-size": word(/^\d{0,9}[KMGT]?B?$/, "a size like 1M"),
    },
    optional: { "--output": word(/^[a-z,]+$/, "names of columns") },
    operands: { rest: PATH },
  },
  note: "as an investigation sees it: read-only, with private places covered by tmpfs",
  never: { "--sync": "it makes the machine write" },
};
