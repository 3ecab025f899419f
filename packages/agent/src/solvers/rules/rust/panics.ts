/** Rust programs that panic at a line that says why. What a test expects is not explained. */
import { type Answer, advice, rule } from "../rule.ts";
import type { View } from "../view.ts";

const OLD = /^thread 'main' panicked at '(.{1,400})', ([^\s:']{1,250}\.rs):(\d{1,7}):\d{1,5}$/;
const NEW = /^thread 'main' (?:\(\d{1,10}\) )?panicked at ([^\s:]{1,250}\.rs):(\d{1,7}):\d{1,5}:$/;

interface Panic {
  readonly path: string;
  readonly line: number;
  readonly message: string;
}

function panicIn({ lines }: View): Panic | null {
  for (const [at, text] of lines.entries()) {
    const [, message, path, line] = OLD.exec(text) ?? [];
    if (message !== undefined && path !== undefined) return { path, line: Number(line), message };
    const [, file, number] = NEW.exec(text) ?? [];
    if (file !== undefined)
      return { path: file, line: Number(number), message: lines[at + 1] ?? "" };
  }
  return null;
}

const CAUSES: readonly (readonly [RegExp, (said: RegExpExecArray) => string])[] = [
  [
    /^called `Option::unwrap\(\)` on a `None` value/,
    () => "unwrap() found no value (None). Handle that case with match, if let or unwrap_or(…).",
  ],
  [
    /^called `Result::unwrap\(\)` on an `Err` value: ParseIntError \{ kind: (\w{1,30}) \}/,
    ([, kind]) =>
      kind === "Empty"
        ? "an empty text was parsed as a number. Check the input, and handle the error instead of unwrap()."
        : "a text that is not a whole number was parsed as one (spaces and line ends count: trim() removes them). Handle the error instead of unwrap().",
  ],
  [
    /^called `Result::unwrap\(\)` on an `Err` value: NotPresent$/,
    () => "the environment variable that it reads is not set. Set it: export NAME=VALUE.",
  ],
  [
    /^called `Result::unwrap\(\)` on an `Err` value: (.{1,200})$/,
    ([, error]) =>
      `unwrap() met an error: ${error}. Handle it with match or ?, and correct its cause.`,
  ],
  [
    /^index out of bounds: the len is (\d{1,12}) but the index is (\d{1,20})/,
    ([, length, index]) =>
      length === "0"
        ? `index ${index} of an empty list. Check is_empty() first, or use get(${index}).`
        : `index ${index} of a list of ${length}; the last one is ${Number(length) - 1}. Check the bound, or use get(…).`,
  ],
  [
    /^attempt to (add|subtract|multiply|divide|negate)(?: with overflow| by zero)/,
    ([whole, verb]) =>
      whole.endsWith("by zero")
        ? "a division by zero. Check the divisor first."
        : `the result of this ${verb === "subtract" ? "subtraction is below zero or too small" : "calculation is too large"} for its type. Use a larger or signed type, or checked_… functions.`,
  ],
];

export const rustPanic = rule({
  name: "rust-panic",
  title: "A Rust program panics",
  sees(view) {
    const panic = panicIn(view);
    if (panic === null || panic.path.startsWith("/")) return null;
    for (const [says, tells] of CAUSES) {
      const said = says.exec(panic.message);
      if (said !== null) return { ...panic, cause: tells(said) };
    }
    return null;
  },
  repair: ({ path, line, cause }): Answer => advice(`Line ${line} of ${path}: ${cause}`),
});
