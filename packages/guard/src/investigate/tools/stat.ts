import { type Grammar, PATH, TEXT } from "../grammar.ts";

export const stat: Grammar = {
  purpose: "prints size, times, owner and mode of files",
  form: {
    switches: "-f -L -t --file-system --dereference --terse",
    options: { "-c --format --printf": TEXT },
    operands: { rest: PATH, min: 1 },
  },
};
