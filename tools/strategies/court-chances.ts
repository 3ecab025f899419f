/**
 * What a strategy earns on average, exactly: it is played once for every sequence of right and wrong
 * rulings that it can meet. Benches err independently of each other.
 */

/** A play that stops at each ruling and is told whether that one is right. It returns its profit. */
export type Play = () => Generator<void, number, boolean>;

/** A play that meets no court. */
export function certain(profit: () => number): Play {
  // biome-ignore lint/correctness/useYield: there is nothing to wait for.
  return function* () {
    return profit();
  };
}

/** One way through the courts, with the profit at its end. */
export interface Branch {
  readonly right: number;
  readonly wrong: number;
  readonly profit: number;
}

/** A case has three tiers, and no strategy opens more than two cases. */
const MAX_RULINGS = 6;

export function branchesOf(play: Play, rulings: readonly boolean[] = []): readonly Branch[] {
  if (rulings.length > MAX_RULINGS) throw new Error("a play asks for more rulings than there are");
  const running = play();
  let step = running.next();
  for (const isRight of rulings) step = running.next(isRight);
  if (!step.done) {
    return [true, false].flatMap((isRight) => branchesOf(play, [...rulings, isRight]));
  }
  const right = rulings.filter((isRight) => isRight).length;
  return [{ right, wrong: rulings.length - right, profit: step.value }];
}

/** The expected profit before courts that are right with this probability. */
export function expectedProfit(branches: readonly Branch[], accuracy: number): number {
  return branches.reduce(
    (sum, { right, wrong, profit }) => sum + accuracy ** right * (1 - accuracy) ** wrong * profit,
    0,
  );
}

const STEPS = 60;

/**
 * The accuracy above which this never pays: the expected profit is positive at most below it. Null
 * if it pays even before a court that never errs.
 */
export function breakEven(profitAt: (accuracy: number) => number): number | null {
  if (profitAt(1) > 0) return null;
  // A court worse than chance is none; within these bounds every strategy pays less the better it is.
  let [low, high] = [0.5, 1];
  if (profitAt(low) <= 0) return low;
  for (let step = 0; step < STEPS; step += 1) {
    const middle = (low + high) / 2;
    if (profitAt(middle) > 0) low = middle;
    else high = middle;
  }
  return high;
}
