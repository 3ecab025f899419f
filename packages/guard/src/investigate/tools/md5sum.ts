import { type Grammar, PATH } from "../grammar.ts";

const UNSEEN = "the list would name files that the guard has not seen; sum the files themselves";

export const md5sum: Grammar = {
  purpose: "prints checksums of files",
  form: {
    switches: "-b -t -z --binary --text --tag --zero",
    operands: { rest: PATH, min: 1 },
  },
  filters: { switches: "-b -t --binary --text --tag" },
  never: { "-c": UNSEEN, "--check": UNSEEN },
};
