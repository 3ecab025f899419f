// What a bare run asks for once it is not enough: everything else, as new as its sources.
import { enableCompileCache } from "node:module";
import { fileURLToPath } from "node:url";
import { CACHE, freshProgram } from "./start.mjs";

enableCompileCache(fileURLToPath(CACHE));
export const { runVerb, runRepair } = await import(await freshProgram("verbs"));
