import { type Grammar, PATH } from "../grammar.ts";

const SWITCHES =
  "-A -b -e -E -n -s -t -T -u -v --show-all --number --number-nonblank --show-ends " +
  "--show-tabs --show-nonprinting --squeeze-blank";

export const cat: Grammar = {
  purpose: "prints files",
  form: { switches: SWITCHES, operands: { rest: PATH, min: 1 } },
  filters: { switches: SWITCHES, operands: { rest: PATH } },
  readsContents: true,
};
