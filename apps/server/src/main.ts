import { runProgram } from "@bazaar/terminal";
import { CHECK_PROCESS, runCheckProcess } from "./check-process.ts";

const [first] = process.argv.slice(2);
if (first === CHECK_PROCESS && process.send !== undefined) runCheckProcess();
else {
  // A check needs little of the program, and would wait for all of it each time.
  const { PROGRAM } = await import("./program.ts");
  await runProgram(PROGRAM, process.argv.slice(2));
}
