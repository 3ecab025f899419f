import type { Grammar } from "../grammar.ts";
import { pipGrammar } from "./pip.ts";

export const pip3: Grammar = pipGrammar();
