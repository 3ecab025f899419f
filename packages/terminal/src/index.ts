// The library is named here alone: two copies of it would not know each other's errors.
export { Command, Option } from "commander";
export { BadInput } from "./bad-input.ts";
export { asciiJson, complain, say } from "./print.ts";
export { runProgram } from "./run-program.ts";
