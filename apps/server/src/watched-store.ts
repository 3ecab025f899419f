/**
 * Whether the store takes what is written, found out by watching: a full disk still answers every
 * read, and a write that changes nothing still succeeds there.
 *
 * One write that fails is enough to say no, until an act is stored. Where nobody tries any more,
 * because whoever asked was sent away, the failure is forgotten after a while: the next one to
 * write finds out.
 */
import {
  type Clock,
  type CommitAnswer,
  type Ledger,
  type Store,
  StoreUnavailable,
} from "@bazaar/market/ports";

/** Longer than the loops ever wait before they write again. */
const FORGET_MS = 60_000;

/** What a call does. Reads are not watched: they say nothing about the disk, and are many. */
const CALLS: Readonly<Record<Exclude<keyof Store | keyof Ledger, "ledger">, "reads" | "writes">> = {
  balance: "reads",
  balances: "reads",
  census: "reads",
  claim: "writes",
  claimTasks: "writes",
  commit: "writes",
  contractOf: "reads",
  countAgents: "reads",
  entries: "reads",
  feed: "reads",
  finishTask: "writes",
  history: "reads",
  holdAt: "reads",
  holdsOf: "reads",
  isPotBusy: "reads",
  isTransferred: "reads",
  lastNo: "reads",
  legsOf: "reads",
  letLegWait: "writes",
  list: "reads",
  load: "reads",
  moveLeg: "writes",
  nextDeadlineMs: "reads",
  openLegs: "reads",
  overdue: "reads",
  retryTask: "writes",
  saveHold: "writes",
  settleable: "reads",
  statement: "reads",
  totals: "reads",
  transfer: "writes",
  unpaidLegs: "reads",
  writtenOnce: "reads",
};

export interface WatchedStore {
  /** The same store; whoever writes through it is watched. */
  readonly store: Store;
  readonly takesWrites: () => boolean;
}

export function watchStore(whole: Store, clock: Clock): WatchedStore {
  let failedMs = Number.NEGATIVE_INFINITY;
  const onFailure = (error: unknown) => {
    if (error instanceof StoreUnavailable) failedMs = clock.nowMs();
  };
  const ledger = watchCalls(whole.ledger, {}, onFailure);
  const onAnswers = (answers: readonly CommitAnswer[]): void => {
    if (answers.some(({ is }) => is === "stored")) failedMs = Number.NEGATIVE_INFINITY;
  };
  const commit: Store["commit"] = (writes) => {
    const answers = whole.commit(writes);
    answers.then(onAnswers, onFailure);
    return answers;
  };
  const store = watchCalls(whole, { ledger, commit }, onFailure);
  return { store, takesWrites: () => clock.nowMs() - failedMs > FORGET_MS };
}

/** The same object with some parts replaced, and a word about every other write that fails. */
function watchCalls<T extends object>(
  whole: T,
  parts: Partial<T>,
  onFailure: (error: unknown) => void,
): T {
  const watched = new Map<PropertyKey, unknown>(Object.entries(parts));
  return new Proxy(whole, {
    get(target, name) {
      const known = watched.get(name);
      if (known !== undefined) return known;
      const part: unknown = Reflect.get(target, name);
      if (typeof part !== "function") return part;
      const call =
        Reflect.get(CALLS, name) === "writes"
          ? (...given: unknown[]): unknown => {
              const answer: unknown = Reflect.apply(part, target, given);
              if (answer instanceof Promise) answer.catch(onFailure);
              return answer;
            }
          : part.bind(target);
      watched.set(name, call);
      return call;
    },
  });
}
