import type { Grammar } from "../grammar.ts";
import { compilerGrammar } from "./gcc.ts";

export const clang: Grammar = compilerGrammar();
