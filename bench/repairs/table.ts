/** Prints what was measured: a table per ecosystem, and what went wrong in full. */
import { textOf } from "./heard.ts";
import { OUTCOMES, type Outcome, type Result } from "./judge.ts";

const COUNTED = OUTCOMES.filter((outcome) => outcome !== "invalid");
const NAME = 10;
const CELL = 22;

export function tableOf(results: readonly Result[], contestants: readonly string[]): string {
  const ecosystems = [...new Set(results.map(({ situation }) => situation.ecosystem))];
  const row = (name: string, of: readonly Result[]): string =>
    [
      name.padEnd(NAME),
      String(new Set(of.map(({ situation }) => situation.id)).size).padStart(4),
      ...contestants.map((who) => cell(of.filter(({ contestant }) => contestant === who))),
    ].join("  ");
  const shares = contestants.map((who) =>
    share(results.filter(({ contestant }) => contestant === who)).padStart(CELL),
  );
  return [
    [" ".repeat(NAME + 6), ...contestants.map((name) => name.padStart(CELL))].join("  ").slice(2),
    [" ".repeat(NAME + 6), ...contestants.map(() => HEADS)].join("  ").slice(2),
    ...ecosystems.map((name) =>
      row(
        name,
        results.filter(({ situation }) => situation.ecosystem === name),
      ),
    ),
    row("total", results),
    [" ".repeat(NAME + 6), ...shares].join("  ").slice(2),
  ].join("\n");
}

const HEADS = cells(["sol", "nam", "dec", "wro", "har"]);

function cell(results: readonly Result[]): string {
  return cells(COUNTED.map((outcome) => String(countOf(results, outcome))));
}

function cells(words: readonly string[]): string {
  return words
    .map((word) => word.padStart(4))
    .join("")
    .padStart(CELL);
}

function countOf(results: readonly Result[], wanted: Outcome): number {
  return results.filter(({ outcome }) => outcome === wanted).length;
}

/** As good as can be expected: solved, named, or rightly declined. */
function isHelp({ outcome, situation }: Result): boolean {
  const isRightlyDeclined = outcome === "declined" && situation.best === "declined";
  return outcome === "solved" || outcome === "named" || isRightlyDeclined;
}

function share(results: readonly Result[]): string {
  const valid = results.filter(({ outcome }) => outcome !== "invalid");
  const helped = valid.filter(isHelp).length;
  return valid.length === 0 ? "" : `${((100 * helped) / valid.length).toFixed(0)} % helped`;
}

/** One line about a result, and what was said below it. */
export function wordsOf(result: Result): string {
  const { situation, contestant, outcome, because, answers, seconds } = result;
  const head = `${outcome.padEnd(9)} ${situation.id}  (${contestant}; ${seconds.toFixed(1)} s) ${because}`;
  const said = answers.flatMap((answer) => textOf(answer).split("\n")).map((line) => `  | ${line}`);
  return [head, `  $ ${situation.command}`, ...said].join("\n");
}
