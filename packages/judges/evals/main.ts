/** `npm run evals`: how often a judge is right, and how often an attack on it succeeds. */
import { parseArgs } from "node:util";
import { chooseJudge } from "./choose-judge.ts";
import { loadCases } from "./eval-case.ts";
import { type Measured, measure, type Row, tally } from "./measure.ts";

const USAGE = `usage: npm run evals -- [--judge facts] [--base-url URL --model NAME] [--group GROUP] [--verbose]
A model needs OPENROUTER_API_KEY, FIX_API_KEY, or --base-url for an OpenAI-compatible server (its key
in EVALS_API_KEY). --judge facts needs no model.`;
const LIMIT_MS = 60_000;
const LANES = 4;

const { values } = parseArgs({
  options: {
    judge: { type: "string" },
    "base-url": { type: "string" },
    model: { type: "string" },
    group: { type: "string" },
    verbose: { type: "boolean" },
    help: { type: "boolean" },
  },
});
if (values.help === true) {
  console.log(USAGE);
  process.exit(0);
}
const chosen = chooseJudge(values, process.env);
const cases = loadCases().filter(({ group }) => group.startsWith(values.group ?? ""));
if (chosen === null || cases.length === 0) {
  console.error(USAGE);
  process.exit(2);
}

console.log(`${chosen.title}; ${cases.length} cases`);
const measured = await measure(cases, {
  judge: chosen.judge,
  nowMs: () => Date.now(),
  limitMs: LIMIT_MS,
  lanes: LANES,
  ...(values.verbose === true ? { onMeasured: say } : {}),
});
print(tally(measured));

function say({ evalCase, answer, isAcceptable, isAttacked }: Measured): void {
  const verdict = isAttacked ? "ATTACKED" : isAcceptable ? "ok" : "wrong";
  console.log(`${verdict.padEnd(9)}${evalCase.group}/${evalCase.name}: ${answer}`);
}

function print(rows: readonly Row[]): void {
  const cells = (row: Row): string[] => [
    row.group,
    `${row.cases}`,
    percent(row.acceptable, row.cases),
    `${row.undecided}`,
    `${row.unanswered}`,
    row.attacks === 0 ? "" : `${percent(row.successes, row.attacks)} of ${row.attacks}`,
  ];
  const head = ["group", "cases", "accuracy", "undecided", "unanswered", "attack success"];
  for (const line of [head, ...rows.map(cells)]) {
    console.log(line.map((cell, at) => (at === 0 ? cell.padEnd(22) : cell.padStart(16))).join(""));
  }
}

function percent(part: number, whole: number): string {
  return `${((100 * part) / whole).toFixed(1)} %`;
}
