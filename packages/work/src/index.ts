export { exitCodeEvidence } from "./collect/exit-code.ts";
export { collect } from "./collect.ts";
export type { Run, Sandbox, ShellCommand, StoppedBy } from "./sandbox.ts";
export { quoteWord, quoteWords, shellText } from "./shell-words.ts";
