/** Prints the steps of a purchase with their time: wrapped for a person, or one JSON object for each. */
import { chainJson, type JsonObject } from "@bazaar/kernel";
import { columnsOf, onOneLine, say, wrapText } from "@bazaar/terminal";

export interface StepLine {
  readonly step: string;
  /** For a person; null: only programs are told. */
  readonly words: string | null;
  /** For programs; null: only a person is told. */
  readonly facts: JsonObject | null;
  /** What a person may run now. It stands on a line of its own, to be copied. */
  readonly command?: string;
}

export type Tell = (line: StepLine) => void;

const SECOND_MS = 1_000;
const TIME_WIDTH = 5;
const STEP_WIDTH = 10;
/** Where the words of a step begin. */
const INDENT = " ".repeat(TIME_WIDTH + "s  ".length + STEP_WIDTH + " ".length);

export function tellSteps(isJson: boolean): Tell {
  const startedMs = performance.now();
  return ({ step, words, facts, command }) => {
    const seconds = ((performance.now() - startedMs) / SECOND_MS).toFixed(1);
    if (isJson) {
      if (facts !== null) say(chainJson({ step, seconds, ...facts }));
      return;
    }
    if (words === null) return;
    // A stranger's line ends cannot begin a line that looks like ours.
    const text = wrapText(onOneLine(words), columnsOf(process.stdout));
    const name = step.replaceAll("_", " ").padEnd(STEP_WIDTH);
    say(`${seconds.padStart(TIME_WIDTH)}s  ${name} ${text}`);
    if (command !== undefined) say(`${INDENT}${onOneLine(command)}`);
  };
}
