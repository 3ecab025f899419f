import { ALONE, type Grammar } from "../grammar.ts";

export const whoami: Grammar = { purpose: "names the user", form: ALONE };
