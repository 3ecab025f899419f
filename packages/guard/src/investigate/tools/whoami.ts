import { ALONE, type Grammar } from "../grammar.ts";

export const whoami: Grammar = { purpose: "prints the user name", form: ALONE };
