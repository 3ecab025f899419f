/** The market as doors use it: recording acts, queries, and the end of the feed. */
import {
  type Binding,
  type ContractId,
  type Gap,
  invariant,
  type Offer,
  type Party,
  type Result,
  refuse,
  type SignedReceipt,
  type Transcript,
} from "@bazaar/kernel";
import { bindKeys, ownerOf } from "./directory/owners.ts";
import { FeedTail } from "./feed-tail.ts";
import { drawFromFaucet, type Grants, grantStartingBalance } from "./grants.ts";
import { asksForSame, idempotencyOnceKey } from "./idempotency.ts";
import { keepArtifact } from "./keep-artifact.ts";
import { Lanes } from "./lanes.ts";
import type { Needs } from "./needs.ts";
import type { Artifact, OpenedArtifact } from "./ports/artifacts.ts";
import type { Posting } from "./ports/ledger.ts";
import type {
  Listing,
  ListQuery,
  Market,
  OfferedArtifact,
  Owner,
  Pause,
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
import { issuedReceipts } from "./queries/issued-receipts.ts";
import { listContracts } from "./queries/list-contracts.ts";
import { solvency } from "./queries/solvency.ts";
import { recordedBefore, recordOpened } from "./record-act.ts";
import { recordedAs } from "./repeated-request.ts";
import { claimedAuthor, openingOf } from "./submission.ts";
import { openHold } from "./tasks/run-tasks.ts";

export interface MarketNeeds extends Needs {
  readonly offer: Offer;
  readonly grants: Grants;
}

/** How long the lines of a walk are shown after it was done. */
const SOLVENCY_MS = 1_000;
const WHOLE_ID = /^[0-9a-f]{64}$/;

interface SolvencyWalk {
  readonly lines: Promise<readonly SolvencyLine[]>;
  readonly isOld: () => boolean;
}

export class OpenMarket implements Market, Disposable {
  readonly party: Party;
  readonly offer: Offer;
  readonly #needs: MarketNeeds;
  readonly #tail: FeedTail;
  readonly #lanes = new Lanes();
  #solvency: SolvencyWalk | null = null;

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
    const arrivedMs = this.nowMs();
    const author = claimedAuthor(submission);
    const onceKey =
      author === null || idempotencyKey === null
        ? null
        : idempotencyOnceKey(author, idempotencyKey);
    const recorded = await this.#inLane(submission, () =>
      onceKey === null
        ? this.#recordFunded(submission, null, arrivedMs)
        : this.#recordOnce(submission, onceKey, arrivedMs),
    );
    invariant(recorded !== null, "an idempotency key has no entry");
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
    const id = await this.#named(name);
    return id === null ? null : this.#needs.store.load(id);
  }

  transcript(contract: ContractId, pause?: Pause): Promise<Transcript | null> {
    return exportTranscript(this.#needs.store, contract, pause);
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

  async receipts(contract: ContractId): Promise<readonly SignedReceipt[]> {
    const { state } = await this.#load(contract);
    return issuedReceipts(this.#needs.store, state);
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

  /** Reads the end of the feed now, in case an announcement was lost. */
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

  /** Computed over all contracts, so all requests share one walk, however long it takes. */
  solvency(): Promise<readonly SolvencyLine[]> {
    if (this.#solvency === null || this.#solvency.isOld()) this.#solvency = this.#walkSolvency();
    return this.#solvency.lines;
  }

  bind(binding: Binding): Promise<Result<Owner>> {
    return bindKeys(this.#needs, binding);
  }

  owner(party: Party): Promise<Owner> {
    return ownerOf(this.#needs, party);
  }

  outages(beforeMs: number, limit: number): Promise<readonly Gap[]> {
    return this.#needs.store.gaps({ afterMs: 0, beforeMs, limit });
  }

  balances(party: Party): Promise<ReadonlyMap<string, bigint>> {
    return this.#needs.store.ledger.balances(party);
  }

  statement(party: Party, beforeNo: number | null, limit: number): Promise<readonly Posting[]> {
    return this.#needs.store.ledger.statement(party, beforeNo, limit);
  }

  askFaucet(party: Party, asset: string): Promise<Result<{ readonly amount: bigint }>> {
    return drawFromFaucet(this.#needs.store.ledger, this.#needs, party, asset);
  }

  keepArtifact(offered: OfferedArtifact): Promise<Result<Artifact>> {
    return keepArtifact(this.#needs, offered);
  }

  openArtifact(hash: string): Promise<OpenedArtifact | null> {
    return this.#needs.store.artifacts.open(hash);
  }

  /** Runs work on a contract after every act that was received for it before. */
  inTurn<T>(contract: ContractId, work: () => Promise<T>): Promise<T> {
    return this.#lanes.run(contract, work);
  }

  #walkSolvency(): SolvencyWalk {
    let untilMs = Number.POSITIVE_INFINITY;
    const lines = solvency(this.#needs).finally(() => {
      untilMs = this.nowMs() + SOLVENCY_MS;
    });
    return { lines, isOld: () => this.nowMs() >= untilMs };
  }

  #inLane<T>({ contract }: Submission, work: () => Promise<T>): Promise<T> {
    return contract === null ? work() : this.inTurn(contract, work);
  }

  async #recordOnce(
    submission: Submission,
    onceKey: string,
    arrivedMs: number,
  ): Promise<Result<Recorded> | null> {
    const written = await this.#needs.store.writtenOnce(onceKey);
    if (written !== null) return recordedAs(this.#needs, written);
    return this.#recordFunded(submission, onceKey, arrivedMs);
  }

  /** A new party gets its starting balance when it first lacks money. */
  async #recordFunded(
    submission: Submission,
    onceKey: string | null,
    arrivedMs: number,
  ): Promise<Result<Recorded>> {
    const opening = openingOf(this.#needs, submission);
    if (!opening.ok) return opening;
    const { store, grants } = this.#needs;
    const granted = new Set<string>();
    for (;;) {
      const recorded = await recordOpened(
        this.#needs,
        submission,
        opening.value,
        onceKey,
        arrivedMs,
      );
      if (recorded.ok || recorded.refusal.code !== "insufficient_funds") return recorded;
      const { asset, party } = recorded.refusal;
      // At acceptance both sides may owe, in two assets; each is granted one only once.
      const what = `${party}/${asset}`;
      if (granted.has(what)) return recorded;
      granted.add(what);
      // The signature is valid: money is checked after it. Tried again even if the grant is older:
      // a concurrent act may have just received it.
      const isGranted = await grantStartingBalance(store.ledger, grants, party as Party, asset);
      if (!isGranted) return recorded;
    }
  }

  /** At once, so that the answer can say where to pay; the task repeats it if this fails. */
  async #openHolds({ tasks }: Recorded): Promise<void> {
    for (const task of tasks) {
      if (task.kind === "open_hold") await openHold(this.#needs, task.key, task.payload);
    }
  }

  /** By its whole id, or by its alias. */
  async #named(name: string): Promise<ContractId | null> {
    return WHOLE_ID.test(name) ? (name as ContractId) : this.#needs.store.contractOf(name);
  }

  async #load(contract: ContractId): Promise<StoredContract> {
    const stored = await this.#needs.store.load(contract);
    invariant(stored !== null, `${contract} was never stored`);
    return stored;
  }
}
