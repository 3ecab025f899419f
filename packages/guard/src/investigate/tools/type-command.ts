import { type Grammar, NAME } from "../grammar.ts";

/** A builtin: a shell without start files is asked, so it knows no aliases or functions. */
export const type: Grammar = {
  purpose: "shows how a shell would find a command",
  form: { switches: "-a -p -P -t", operands: { rest: NAME, min: 1 } },
  seesSearchPath: true,
  note: "asked of a shell without start files: aliases and functions are not known",
  runs: {
    program: "bash",
    words: ["--noprofile", "--norc", "-c", 'type "$@"', "type"],
    takesWords: true,
  },
};
