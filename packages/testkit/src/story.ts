/**
 * A contract's life, told act by act.
 *
 * A story plays acts through the kernel with a clock of its own, signs every one it took with toy
 * keys and keeps what came of it, so that a test can look at the state, the money and the
 * transcript at any point. An act that must succeed and does not stops the test with its refusal.
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
  silence,
  type Task,
  type Terms,
  type Transcript,
  termsJson,
} from "@bazaar/kernel";
import { sampleData } from "./sample-data.ts";
import { PRINCIPAL, SERVER, sampleTerms } from "./sample-terms.ts";

/** When every story begins. */
export const STORY_STARTS_MS = 1_700_000_000_000;

export class Story {
  nowMs = STORY_STARTS_MS;
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

  /** Performs an act, which must be taken. */
  act(by: Signer, type: ActType, data = this.#usualData(type)): this {
    const refusal = this.perform(by, type, data);
    invariant(refusal === null, `${type} was refused: ${JSON.stringify(refusal)}`);
    return this;
  }

  /** Performs an act if it may be; otherwise nothing changes. */
  perform(by: Signer, type: ActType, data = this.#usualData(type)): Refusal | null {
    const decided = this.attempt(by, type, data);
    if (!decided.ok) return decided.refusal;
    const { state, legs, holds, tasks } = decided.value;
    const entry = signEntry(by, this.#chain, { type, data }, this.nowMs);
    this.#entries.push(entry);
    this.#receivedAt.push(this.nowMs);
    this.#chain = { head: entryHash(entry), seq: entry.seq + 1 };
    this.#state = state;
    this.legs.push(...legs);
    this.holds.push(...holds);
    this.tasks.push(...tasks);
    return null;
  }

  wait(seconds: number): this {
    this.nowMs += seconds * 1_000;
    return this;
  }

  /** Goes to the very deadline: the last moment that is still in time. */
  waitForDeadline(): this {
    const { deadline, phase } = this.state;
    invariant(deadline !== null, `${phase} has no clock`);
    this.nowMs = Math.max(this.nowMs, deadline.atMs);
    return this;
  }

  /** Nobody does anything until the clock has run out, and the server writes what that means. */
  lapse(): this {
    this.waitForDeadline().nowMs += 1;
    const { type, data } = silence(this.state);
    return this.act(SERVER, type, data);
  }

  transcript(): Transcript {
    const [entries, receivedAt] = [[...this.#entries], [...this.#receivedAt]];
    return { id: contractId(this.terms), entries, receivedAt };
  }

  #usualData(type: ActType): JsonObject {
    return type === "post" ? { terms: termsJson(this.terms) } : sampleData(type, this.#state);
  }
}

/** A story in which the principal has just posted. */
export function story(terms: Terms = sampleTerms(), facts: Partial<Facts> = {}): Story {
  return new Story(terms, facts).act(PRINCIPAL, "post");
}
