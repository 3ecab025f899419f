/** The market that doors open onto: the one way in, with what every door needs around it. */
import {
  type ContractId,
  invariant,
  type Offer,
  type Party,
  type Refused,
  type Result,
  refuse,
  type Transcript,
} from "@bazaar/kernel";
import { FeedTail } from "./feed-tail.ts";
import { type Grants, pourFaucet, welcome } from "./grants.ts";
import { asksForSame, idempotencyOnceKey } from "./idempotency.ts";
import { Lanes } from "./lanes.ts";
import type { Needs } from "./needs.ts";
import type { Posting } from "./ports/ledger.ts";
import type {
  Listing,
  ListQuery,
  Market,
  Recorded,
  SolvencyLine,
  Submission,
  Watch,
} from "./ports/market.ts";
import type {
  Census,
  History,
  HoldRecord,
  LegRecord,
  StoredContract,
  StoredEntry,
} from "./ports/store.ts";
import { exportTranscript } from "./queries/export-transcript.ts";
import { listContracts } from "./queries/list-contracts.ts";
import { solvency } from "./queries/solvency.ts";
import { recordAct, recordedAs, recordedBefore } from "./record-act.ts";
import { claimedAuthor, saidIn } from "./submission.ts";
import { openHold } from "./tasks/run-tasks.ts";

export interface MarketNeeds extends Needs {
  readonly offer: Offer;
  readonly limits: PartyLimits;
  readonly grants: Grants;
}

/** What one party may have under way at once. */
export interface PartyLimits {
  readonly openContracts: number;
  readonly seats: number;
}

const SOLVENCY_MS = 1_000;
const WHOLE_ID = /^[0-9a-f]{64}$/;

export class OpenMarket implements Market, Disposable {
  readonly party: Party;
  readonly offer: Offer;
  readonly #needs: MarketNeeds;
  readonly #tail: FeedTail;
  readonly #lanes = new Lanes();
  #solvency: { readonly lines: Promise<readonly SolvencyLine[]>; readonly untilMs: number } | null =
    null;

  private constructor(needs: MarketNeeds, lastNo: number) {
    this.#needs = needs;
    this.party = needs.signer.party;
    this.offer = needs.offer;
    this.#tail = new FeedTail(needs.store, needs.feed, lastNo);
  }

  static async open(needs: MarketNeeds): Promise<OpenMarket> {
    return new OpenMarket(needs, await needs.store.lastNo());
  }

  [Symbol.dispose](): void {
    this.#tail[Symbol.dispose]();
  }

  nowMs(): number {
    return this.#needs.clock.nowMs();
  }

  async record(
    submission: Submission,
    idempotencyKey: string | null = null,
  ): Promise<Result<Recorded>> {
    const author = claimedAuthor(submission);
    const onceKey =
      author === null || idempotencyKey === null
        ? null
        : idempotencyOnceKey(author, idempotencyKey);
    const recorded = await this.#inLanes(submission, author, async () => {
      const written = onceKey === null ? null : await this.#needs.store.writtenOnce(onceKey);
      if (written !== null) return recordedAs(this.#needs, written);
      const barred = author === null ? null : await this.#overLimit(submission, author);
      if (barred === null) return this.#recordFunded(submission, author, onceKey);
      return (await recordedBefore(this.#needs, submission)) ?? barred;
    });
    invariant(recorded !== null, "an idempotency key stands for no entry");
    if (!recorded.ok) return recorded;
    const { value } = recorded;
    if (idempotencyKey !== null && value.isRepeated && !asksForSame(submission, value)) {
      return refuse({ code: "key_reused", key: idempotencyKey });
    }
    await this.#openHolds(value);
    return recorded;
  }

  recall(submission: Submission): Promise<Result<Recorded> | null> {
    return recordedBefore(this.#needs, submission);
  }

  async find(name: string): Promise<StoredContract | null> {
    const { store } = this.#needs;
    const id = WHOLE_ID.test(name) ? (name as ContractId) : await store.contractOf(name);
    return id === null ? null : store.load(id);
  }

  transcript(contract: ContractId): Promise<Transcript | null> {
    return exportTranscript(this.#needs.store, contract);
  }

  list(query: ListQuery): Promise<Listing> {
    return listContracts(this.#needs.store, query);
  }

  deposits(contract: ContractId): Promise<readonly HoldRecord[]> {
    return this.#needs.store.holdsOf(contract);
  }

  payouts(contract: ContractId): Promise<readonly LegRecord[]> {
    return this.#needs.store.legsOf(contract);
  }

  async until(
    contract: ContractId,
    isReached: (contract: StoredContract) => boolean,
    signal: AbortSignal,
  ): Promise<StoredContract> {
    const { promise, resolve, reject } = Promise.withResolvers<StoredContract>();
    const look = (): void => {
      this.#load(contract).then((stored) => {
        if (signal.aborted || isReached(stored)) resolve(stored);
      }, reject);
    };
    const watch = this.watch((entries) => {
      if (entries.some((stored) => stored.contract === contract)) look();
    });
    signal.addEventListener("abort", look);
    try {
      look();
      return await promise;
    } finally {
      watch.stop();
      signal.removeEventListener("abort", look);
    }
  }

  feed(afterNo: number, limit: number): Promise<readonly StoredEntry[]> {
    return this.#needs.store.feed(afterNo, limit);
  }

  watch(listener: (entries: readonly StoredEntry[]) => void): Watch {
    return this.#tail.watch(listener);
  }

  /** Reads the end of the feed now: an announcement may have been lost. */
  catchUp(): Promise<void> {
    return this.#tail.read();
  }

  census(): Promise<Census> {
    return this.#needs.store.census();
  }

  countAgents(): Promise<number> {
    return this.#needs.store.countAgents();
  }

  history(party: Party): Promise<History> {
    return this.#needs.store.history(party);
  }

  /** Everybody who asks within a moment gets one answer: it is counted over all contracts. */
  solvency(): Promise<readonly SolvencyLine[]> {
    const nowMs = this.nowMs();
    if (this.#solvency === null || nowMs >= this.#solvency.untilMs) {
      this.#solvency = { lines: solvency(this.#needs), untilMs: nowMs + SOLVENCY_MS };
    }
    return this.#solvency.lines;
  }

  balances(party: Party): Promise<ReadonlyMap<string, bigint>> {
    return this.#needs.store.ledger.balances(party);
  }

  statement(party: Party, beforeNo: number | null, limit: number): Promise<readonly Posting[]> {
    return this.#needs.store.ledger.statement(party, beforeNo, limit);
  }

  askFaucet(party: Party, asset: string): Promise<Result<{ readonly amount: bigint }>> {
    return pourFaucet(this.#needs.store.ledger, this.#needs, party, asset);
  }

  /** What counts against a party's limits waits for the party's own, the rest for its contract's. */
  #inLanes<T>(submission: Submission, author: string | null, work: () => Promise<T>): Promise<T> {
    const { contract } = submission;
    const inContract = contract === null ? work : () => this.#lanes.run(contract, work);
    return author !== null && takesUp(submission) !== null
      ? this.#lanes.run(author, inContract)
      : inContract();
  }

  async #overLimit(submission: Submission, author: string): Promise<Refused | null> {
    const taken = takesUp(submission);
    if (taken === null) return null;
    const { limits, store } = this.#needs;
    const party = author as Party;
    if (taken === "contract") {
      const limit = limits.openContracts;
      const posted = await store.countOpen(party, "principal");
      return posted < limit ? null : refuse({ code: "too_many_contracts", limit });
    }
    const limit = limits.seats;
    const seated = await store.countOpen(party, "agent");
    if (seated < limit || (await this.#sits(submission, author))) return null;
    return refuse({ code: "too_many_seats", limit });
  }

  async #sits({ contract }: Submission, author: string): Promise<boolean> {
    const stored = contract === null ? null : await this.#needs.store.load(contract);
    return stored?.state.seat?.agent === author;
  }

  /** Whoever is new gets its starting balance when it first needs one. */
  async #recordFunded(
    submission: Submission,
    author: string | null,
    onceKey: string | null,
  ): Promise<Result<Recorded>> {
    const recorded = await recordAct(this.#needs, submission, onceKey);
    if (recorded.ok || author === null || recorded.refusal.code !== "insufficient_funds") {
      return recorded;
    }
    const { asset } = recorded.refusal;
    // Nobody is told that its money is short before its signature was found good.
    const party = author as Party;
    const isNew = await welcome(this.#needs.store.ledger, this.#needs.grants, party, asset);
    return isNew ? recordAct(this.#needs, submission, onceKey) : recorded;
  }

  /** At once, so that the answer can say where to pay; the task does it again if this fails. */
  async #openHolds({ tasks }: Recorded): Promise<void> {
    for (const task of tasks) {
      if (task.kind === "open_hold") await openHold(this.#needs, task.key, task.payload);
    }
  }

  async #load(contract: ContractId): Promise<StoredContract> {
    const stored = await this.#needs.store.load(contract);
    invariant(stored !== null, `${contract} was never stored`);
    return stored;
  }
}

/** What an act takes up of its author's share. */
function takesUp(submission: Submission): "contract" | "seat" | null {
  const { type } = saidIn(submission);
  if (type === "post") return "contract";
  return type === "bond" || type === "accept" ? "seat" : null;
}
