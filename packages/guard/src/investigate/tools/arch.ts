import type { Grammar } from "../grammar.ts";

export const arch: Grammar = {
  purpose: "prints the machine's architecture",
  form: { switches: "--version" },
};
