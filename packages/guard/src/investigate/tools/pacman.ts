import { ALONE, type Form, forms, type Grammar, NAME, PATH, TEXT } from "../grammar.ts";

const CHANGES = "it changes what is installed, or needs the network";
const NAMES: Form = { operands: { rest: NAME } };

export const pacman: Grammar = {
  purpose: "shows Arch packages",
  form: forms(
    ["-Q -Qi -Qii -Ql -Qc -Qk -Qe -Qd -Qdt -Qm -Qn -Qq -Qqe -Qqm -Qg -Qu --query", NAMES],
    ["-Si -Sii", { operands: { rest: NAME, min: 1 } }],
    ["-Qs -Ss", { operands: { rest: TEXT, min: 1 } }],
    ["-Qo -Qqo", { operands: { rest: PATH, min: 1 } }],
    ["-V --version", ALONE],
  ),
  never: {
    "-S": CHANGES,
    "-Sy": CHANGES,
    "-Syu": CHANGES,
    "-Sc": CHANGES,
    "-R": CHANGES,
    "-Rns": CHANGES,
    "-U": CHANGES,
    "-D": CHANGES,
    "-Fy": CHANGES,
    "--config": "another configuration can name programs that it runs",
    "--hookdir": "hooks are programs",
  },
};
