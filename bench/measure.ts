/** Compares rates on a shared machine: contenders take turns, and medians are compared. */

export interface Contender {
  readonly name: string;
  /** Does some work and returns its amount. */
  readonly run: () => number | Promise<number>;
}

export interface Rate {
  readonly name: string;
  readonly perSecond: number;
}

const ROUNDS = 7;

/** The rate of each contender, measured in turns after one warm-up round. */
export async function rates(contenders: readonly Contender[]): Promise<readonly Rate[]> {
  const measured = new Map<string, number[]>(contenders.map(({ name }) => [name, []]));
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const { name, run } of contenders) {
      const startedMs = performance.now();
      const done = await run();
      const seconds = (performance.now() - startedMs) / 1_000;
      if (round > 0) measured.get(name)?.push(done / seconds);
    }
  }
  return contenders.map(({ name }) => ({ name, perSecond: middle(measured.get(name) ?? []) }));
}

/** The median. */
export function middle(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

export function rateOf(rates: readonly Rate[], name: string): number {
  return rates.find((rate) => rate.name === name)?.perSecond ?? 0;
}

/** One line of a report: a figure and its ratio to a reference from the same run. */
export interface Line {
  readonly what: string;
  readonly figure: string;
  /** What the figure is compared with, and its own figure. */
  readonly reference: string;
  /** Above 1 is better than the reference. */
  readonly ratio: number;
  /** The lowest acceptable ratio; null if there is none. */
  readonly target: number | null;
}

export function report(lines: readonly Line[]): void {
  for (const { what, figure, reference, ratio, target } of lines) {
    console.log(
      `${what.padEnd(44)} ${figure.padStart(18)}  ${reference.padEnd(46)} ${verdict(ratio, target)}`,
    );
  }
}

/** A target of 1 is a limit: it is kept or not. */
function verdict(ratio: number, target: number | null): string {
  if (target === 1) return ratio >= 1 ? "within the limit" : "over the limit";
  const percent = `${(ratio * 100).toFixed(0)} %`;
  return target === null ? percent : `${percent} (target ${(target * 100).toFixed(0)} %)`;
}

export function count(value: number): string {
  if (value >= 1e6) return `${(value / 1e6).toFixed(2)} M`;
  return value >= 1e4 ? `${(value / 1e3).toFixed(1)} k` : value.toFixed(0);
}
