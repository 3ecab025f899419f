export { exitCodeEvidence } from "./collect/exit-code.ts";
export { collect } from "./collect.ts";
export {
  NO_EDITOR,
  type Run,
  type Sandbox,
  type ShellCommand,
  type StoppedBy,
  type Waiting,
} from "./sandbox.ts";
export { quoteWord, quoteWords, shellText } from "./shell-words.ts";
