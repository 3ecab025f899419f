/**
 * A contract driven through the kernel by a test, act by act.
 *
 * A story has its own clock, signs every accepted act with toy keys and keeps the results, so that a
 * test can look at the state, the money and the transcript at any point. If an act that must
 * succeed is refused, the test stops with the refusal.
 */
import {
  type ActType,
  type ChainHead,
  type ContractState,
  contractId,
  type Decision,
  decide,
  EMPTY_CHAIN,
  type Entry,
  entryHash,
  type Facts,
  formatAmount,
  invariant,
  type JsonObject,
  type LedgerHold,
  type Leg,
  NO_FACTS,
  type Phase,
  type Refusal,
  type Result,
  type Signer,
  signEntry,
  type Task,
  type Terms,
  type Transcript,
  termsJson,
  timeoutAct,
} from "@bazaar/kernel";
import { sampleData } from "./sample-data.ts";
import { PRINCIPAL, SERVER, sampleTerms } from "./sample-terms.ts";

/** The start time of all test and simulation clocks. */
export const START_MS = 1_700_000_000_000;

/** An act that was taken: what was decided, and the entry it became. */
export interface Taken {
  readonly decision: Decision;
  readonly entry: Entry;
  readonly hash: string;
}

export class Story {
  nowMs = START_MS;
  readonly legs: Leg[] = [];
  readonly holds: LedgerHold[] = [];
  readonly tasks: Task[] = [];
  readonly terms: Terms;
  readonly #facts: Facts;
  readonly #entries: Entry[] = [];
  readonly #receivedAt: number[] = [];
  #chain: ChainHead = EMPTY_CHAIN;
  #state: ContractState | null = null;

  constructor(terms: Terms, facts: Partial<Facts> = {}) {
    this.terms = terms;
    this.#facts = { ...NO_FACTS, ...facts };
  }

  get state(): ContractState {
    invariant(this.#state !== null, "nothing has been posted");
    return this.#state;
  }

  get isPosted(): boolean {
    return this.#state !== null;
  }

  get phase(): Phase {
    return this.state.phase;
  }

  /** What an act would do now. Nothing is kept. */
  attempt(by: Signer, type: ActType, data = this.#usualData(type)): Result<Decision> {
    const author = by.party === this.terms.platform ? ("server" as const) : by.party;
    return decide(this.#state, { type, by: author, data }, this.nowMs, this.#facts);
  }

  /** The phase that an act would lead to, or the code of its refusal. */
  leadsTo(by: Signer, type: ActType, data = this.#usualData(type)): string {
    const decided = this.attempt(by, type, data);
    return decided.ok ? decided.value.state.phase : decided.refusal.code;
  }

  /** The refusal of an act, or null if it would be taken. */
  refusal(by: Signer, type: ActType, data = this.#usualData(type)): Refusal | null {
    const decided = this.attempt(by, type, data);
    return decided.ok ? null : decided.refusal;
  }

  /** An act that must be taken, decided and signed. Nothing is kept. */
  taken(by: Signer, type: ActType, data = this.#usualData(type)): Taken {
    const decided = this.attempt(by, type, data);
    invariant(decided.ok, `${type} was refused: ${decided.ok || JSON.stringify(decided.refusal)}`);
    return this.#signed(by, type, data, decided.value);
  }

  /** Continues from an act taken on the present state. */
  keep({ entry, hash, decision: { state, legs, holds, tasks } }: Taken): this {
    this.#entries.push(entry);
    this.#receivedAt.push(this.nowMs);
    this.#chain = { head: hash, seq: entry.seq + 1 };
    this.#state = state;
    this.legs.push(...legs);
    this.holds.push(...holds);
    this.tasks.push(...tasks);
    return this;
  }

  /** Performs an act, which must be taken. */
  act(by: Signer, type: ActType, data = this.#usualData(type)): this {
    return this.keep(this.taken(by, type, data));
  }

  /** Performs an act if it may be; otherwise nothing changes. */
  perform(by: Signer, type: ActType, data = this.#usualData(type)): Refusal | null {
    const decided = this.attempt(by, type, data);
    if (!decided.ok) return decided.refusal;
    this.keep(this.#signed(by, type, data, decided.value));
    return null;
  }

  wait(seconds: number): this {
    this.nowMs += Math.round(seconds * 1_000);
    return this;
  }

  /** Moves the clock to the deadline: the last moment that is in time. */
  waitForDeadline(): this {
    const { deadline, phase } = this.state;
    invariant(deadline !== null, `${phase} has no clock`);
    this.nowMs = Math.max(this.nowMs, deadline.atMs);
    return this;
  }

  /** Lets the deadline pass; the server writes the timeout. */
  lapse(): this {
    this.waitForDeadline().nowMs += 1;
    const { type, data } = timeoutAct(this.state);
    return this.act(SERVER, type, data);
  }

  /** Every transfer ordered so far, in order: "agent 0.67, principal 0.05". */
  get paid(): string {
    return this.legs
      .map(({ to, amount, asset }) => `${to.role} ${formatAmount(amount, asset)}`)
      .join(", ");
  }

  transcript(): Transcript {
    const [entries, receivedAt] = [[...this.#entries], [...this.#receivedAt]];
    return { id: contractId(this.terms), entries, receivedAt };
  }

  #signed(by: Signer, type: ActType, data: JsonObject, decision: Decision): Taken {
    const entry = signEntry(by, this.#chain, { type, data }, this.nowMs);
    return { decision, entry, hash: entryHash(entry) };
  }

  #usualData(type: ActType): JsonObject {
    return type === "post" ? { terms: termsJson(this.terms) } : sampleData(type, this.#state);
  }
}

/** A story in which the principal has just posted. */
export function story(terms: Terms = sampleTerms(), facts: Partial<Facts> = {}): Story {
  return new Story(terms, facts).act(PRINCIPAL, "post");
}
