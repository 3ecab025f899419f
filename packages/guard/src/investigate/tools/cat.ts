import { type Grammar, PATH } from "../grammar.ts";

export const cat: Grammar = {
  purpose: "prints files",
  form: {
    switches:
      "-A -b -e -E -n -s -t -T -u -v --show-all --number --number-nonblank --show-ends " +
      "--show-tabs --show-nonprinting --squeeze-blank --version --help",
    operands: { rest: PATH, min: 1 },
  },
  readsContents: true,
};
