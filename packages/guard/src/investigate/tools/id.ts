import { type Grammar, NAME } from "../grammar.ts";

export const id: Grammar = {
  purpose: "prints a user and its groups",
  form: {
    switches: "-a -g -G -n -r -u -z --group --groups --name --real --user --zero",
    operands: { rest: NAME },
  },
};
