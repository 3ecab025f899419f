/**
 * A problem as rules read it: the command as calls, the output as lines without colours, in English
 * and in the words of bash where that is possible.
 *
 * The output is untrusted. It is cut first, so that a rule takes no longer on a line of a megabyte
 * than on a line of a kilobyte.
 */
import { commonForm } from "./messages/common-form.ts";
import type { FailedCommand } from "./rule.ts";
import { type Call, readCalls, type Word } from "./shell-words.ts";

const MAX_LINES_EACH_END = 300;
const MAX_LINE = 1_000;
const MAX_TEXT_EACH_END = 60_000;
/** Terminal escape sequences, raw or made visible. */
const COLOUR = /(?:\p{Cc}|\\u\{1b\})\[[0-9;:?]{0,20}[A-Za-z]/gu;

export interface View {
  readonly problem: FailedCommand;
  /** The failed command, or a command inside it. */
  readonly command: string;
  readonly calls: readonly Call[];
  readonly lines: readonly string[];
  /** Whether it is an argument of another command, as after `nohup`, where only a program may be. */
  readonly isArgument: boolean;
}

const MAX_COMMAND = 2_000;

export function viewOf(problem: FailedCommand): View {
  const command = problem.command.trim();
  const calls = command.length > MAX_COMMAND ? [] : readCalls(command);
  return { problem, command, calls, lines: linesOf(problem.error), isArgument: false };
}

function linesOf(error: string): readonly string[] {
  const text =
    error.length <= 2 * MAX_TEXT_EACH_END
      ? error
      : `${error.slice(0, MAX_TEXT_EACH_END)}\n${error.slice(-MAX_TEXT_EACH_END)}`;
  const lines = text.split("\n");
  const kept =
    lines.length <= 2 * MAX_LINES_EACH_END
      ? lines
      : [...lines.slice(0, MAX_LINES_EACH_END), ...lines.slice(-MAX_LINES_EACH_END)];
  return kept.map((line) =>
    commonForm(line.slice(0, MAX_LINE).replaceAll(COLOUR, "").replace(/\r$/, "")),
  );
}

/** The first line that the first pattern matches, or else the second pattern, and so on. */
export function firstMatch(view: View, ...patterns: readonly RegExp[]): RegExpExecArray | null {
  for (const pattern of patterns) {
    for (const line of view.lines) {
      const found = pattern.exec(line);
      if (found !== null) return found;
    }
  }
  return null;
}

export function hasLine(view: View, ...patterns: readonly RegExp[]): boolean {
  return firstMatch(view, ...patterns) !== null;
}

/** The last path component of a program: `/usr/bin/gcc` is gcc. */
export function programName(call: Call): string {
  const value = call.program.value ?? "";
  return value.slice(value.lastIndexOf("/") + 1);
}

/** The first call of one of these programs. */
export function callOf(view: View, ...names: readonly string[]): Call | null {
  return view.calls.find((call) => names.includes(programName(call))) ?? null;
}

/** The first word of the command, of any kind, that has this value. */
export function wordOf(view: View, value: string): Word | null {
  const words = view.calls.flatMap((call) => [call.program, ...call.operands, ...call.files]);
  return words.find((word) => word.value === value) ?? null;
}
