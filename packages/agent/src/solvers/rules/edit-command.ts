/** Small edits of the command: one word or one variable, everything else untouched. */
import { quoteWord } from "@bazaar/work";
import type { Call, Word } from "./shell-words.ts";
import type { View } from "./view.ts";

/** `text` is shell text: the caller quotes it. */
export function replaceWord({ command }: View, word: Word, text: string): string {
  return command.slice(0, word.start) + text + command.slice(word.end);
}

export function insertAfter({ command }: View, word: Word, text: string): string {
  return `${command.slice(0, word.end)} ${text}${command.slice(word.end)}`;
}

export function removeWord({ command }: View, word: Word): string {
  const before = command.slice(0, word.start).trimEnd();
  return before + command.slice(word.end);
}

/** After the last operand of a call, before its redirections. */
export function appendTo(view: View, call: Call, text: string): string {
  return insertAfter(view, call.operands.at(-1) ?? call.program, text);
}

/** Sets a variable for the whole command. */
export function withVariable(view: View, name: string, value: string): string {
  const { command, calls, isArgument } = view;
  const setting = `${name}=${quoteWord(value)}`;
  if (isArgument) return `env ${setting} ${command}`;
  return calls.length === 1 && !/[;&|()\n]/.test(command)
    ? `${setting} ${command}`
    : `export ${setting}; ${command}`;
}
