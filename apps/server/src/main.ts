import { runProgram } from "@bazaar/terminal";
import { PROGRAM } from "./program.ts";

await runProgram(PROGRAM, process.argv.slice(2));
