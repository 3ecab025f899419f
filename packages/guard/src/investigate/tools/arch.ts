import type { Grammar } from "../grammar.ts";

export const arch: Grammar = {
  purpose: "names the machine's architecture",
  form: { switches: "--version" },
};
