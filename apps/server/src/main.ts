import { runProgram } from "@bazaar/terminal";
import { CHECK_PROCESS, runCheckProcess } from "./check-process.ts";
import { PROGRAM } from "./program.ts";

const [first] = process.argv.slice(2);
if (first === CHECK_PROCESS && process.send !== undefined) runCheckProcess();
else await runProgram(PROGRAM, process.argv.slice(2));
