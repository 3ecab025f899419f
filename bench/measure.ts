/** Rates on a machine that does other things too: peers take turns, and medians are compared. */

export interface Contender {
  readonly name: string;
  /** Does a known amount of work and says how much. */
  readonly run: () => number | Promise<number>;
}

export interface Rate {
  readonly name: string;
  readonly perSecond: number;
}

const ROUNDS = 7;

/** How fast each contender is, measured in turns after one round of warming up. */
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
  return contenders.map(({ name }) => ({ name, perSecond: median(measured.get(name) ?? []) }));
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

export function rateOf(rates: readonly Rate[], name: string): number {
  return rates.find((rate) => rate.name === name)?.perSecond ?? 0;
}

/** One line of a report: a figure, what it stands beside, and whether that is good enough. */
export interface Line {
  readonly what: string;
  readonly figure: string;
  /** The peer or limit of the same run, with its own figure. */
  readonly beside: string;
  /** How much of that was reached. */
  readonly ratio: number;
  /** The least that is good enough; null where nobody has said. */
  readonly target: number | null;
}

export function report(lines: readonly Line[]): void {
  for (const { what, figure, beside, ratio, target } of lines) {
    const share = `${(ratio * 100).toFixed(0)} %`;
    const goal = target === null ? "" : `(target ${(target * 100).toFixed(0)} %)`;
    console.log(
      `${what.padEnd(44)} ${figure.padStart(18)}  ${beside.padEnd(46)} ${share} ${goal}`.trimEnd(),
    );
  }
}

export function count(value: number): string {
  if (value >= 1e6) return `${(value / 1e6).toFixed(2)} M`;
  return value >= 1e4 ? `${(value / 1e3).toFixed(1)} k` : value.toFixed(0);
}
