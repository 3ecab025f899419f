/** What each strategy earns on average, as text. */
import { type Branch, branchesOf, breakEven, expectedProfit } from "./court-chances.ts";
import { JOB_STRATEGIES, UNDECIDED_JOBS } from "./job-strategies.ts";
import { OPERATORS_AGENT, STRATEGIES, type Strategy } from "./strategies.ts";

/** None of them pays unless a court errs. */
export const HELD_OFF: readonly Strategy[] = [...STRATEGIES, ...JOB_STRATEGIES];
/** Those of the docs. */
export const ALL: readonly Strategy[] = [...HELD_OFF, OPERATORS_AGENT, ...UNDECIDED_JOBS];

/** In XNO: the least, the usual one, and two large ones. */
export const BOUNTIES = ["0.19", "0.5", "10", "99"];
/** How often a bench is right. */
export const ACCURACIES = [0.9, 0.95, 0.99];

const NAME_WIDTH = Math.max(...ALL.map(({ name }) => name.length)) + 2;
const COLUMN = 9;

/** The profit of the best way to go about it, less honest play, by the accuracy of the court. */
export function profitOf(strategy: Strategy, bounty: string): (accuracy: number) => number {
  const plays: readonly (readonly Branch[])[] = strategy
    .plays(bounty)
    .map((play) => branchesOf(play));
  return (accuracy) => Math.max(...plays.map((branches) => expectedProfit(branches, accuracy)));
}

export function tables(): string {
  return BOUNTIES.map(tableOf).join("\n\n");
}

function tableOf(bounty: string): string {
  const heads = ACCURACIES.map((accuracy) => `court ${accuracy.toFixed(2)}`);
  return [
    line(`bounty ${bounty}`, [...heads, "pays below"]),
    ...ALL.map((strategy) => {
      const profit = profitOf(strategy, bounty);
      const edge = breakEven(profit);
      const figures = ACCURACIES.map((accuracy) => signed(profit(accuracy)));
      return line(strategy.name, [...figures, strategy.needsError ? percent(edge) : sure(edge)]);
    }),
  ].join("\n");
}

function line(name: string, cells: readonly string[]): string {
  return (
    name.padEnd(NAME_WIDTH) + cells.map((cell) => cell.padStart(COLUMN + 3)).join("")
  ).trimEnd();
}

function signed(profit: number): string {
  const text = profit.toFixed(3);
  return Number(text) > 0 ? `+${text}` : text.replace(/^-(0\.0+)$/, "$1");
}

function percent(accuracy: number | null): string {
  // Rounded up: at the printed accuracy it does not pay.
  return accuracy === null ? "always" : `${(Math.ceil(accuracy * 10_000) / 100).toFixed(2)} %`;
}

function sure(edge: number | null): string {
  return edge === null ? "always" : "never";
}

const STEP = 100;
const LARGEST = 100 * STEP;

/**
 * The largest bounty of a failed command, in hundredths, at which no strategy pays before such a court;
 * null: any. Of jobs there is none, because nobody stakes anything.
 */
export function fitBounties(): readonly { accuracy: number; bounty: string | null }[] {
  return ACCURACIES.map((accuracy) => ({ accuracy, bounty: largestFit(accuracy) }));
}

function largestFit(accuracy: number): string | null {
  const isFit = (hundredths: number): boolean =>
    STRATEGIES.every((one) => profitOf(one, (hundredths / STEP).toFixed(2))(accuracy) <= 1e-12);
  if (isFit(LARGEST)) return null;
  let [fit, unfit] = [0, LARGEST];
  while (unfit - fit > 1) {
    const middle = Math.floor((fit + unfit) / 2);
    if (isFit(middle)) fit = middle;
    else unfit = middle;
  }
  return (fit / STEP).toFixed(2);
}

export function fitLines(): string {
  return fitBounties()
    .map(({ accuracy, bounty }) => {
      const up = bounty === null ? "any bounty" : `bounties up to ${bounty} XNO`;
      return `a court that is right in ${accuracy * 100} % of its rulings is fit for ${up}`;
    })
    .join("\n");
}
