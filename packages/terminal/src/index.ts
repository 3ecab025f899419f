// Commander is imported only here: the errors of two copies would not be `instanceof` each other.
export { Command, Option } from "commander";
export { BadInput } from "./bad-input.ts";
export { explainBreak } from "./explain-break.ts";
export { asciiJson, complain, onOneLine, reportBug, say, sayLine } from "./print.ts";
export { type Program, runProgram } from "./run-program.ts";
export { columnsOf, type ScreenSize, screenSize } from "./screen-size.ts";
export { wrapText } from "./wrap-text.ts";
