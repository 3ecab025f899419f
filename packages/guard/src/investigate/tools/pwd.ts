import type { Grammar } from "../grammar.ts";

export const pwd: Grammar = {
  purpose: "prints the working directory",
  form: { switches: "-L -P --logical --physical" },
};
