/**
 * The store in one SQLite file. One process needs nothing else; two processes of one version may
 * share the file, because every decision to write is made inside an exclusive transaction.
 */
import {
  type ContractId,
  type Gap,
  invariant,
  isEnded,
  type Party,
  stateText,
} from "@bazaar/kernel";
import {
  type AsOf,
  type Beat,
  type Census,
  type ClaimedTask,
  type CommitAnswer,
  type ContractQuery,
  type GapQuery,
  type History,
  type HoldQuery,
  type HoldRecord,
  type LegMove,
  type LegRecord,
  type LegStatus,
  MAX_PAGE,
  MAX_WRITES,
  type NumberedHold,
  type Share,
  type Step,
  type Store,
  type StoredContract,
  type StoredEntry,
  type Write,
  type WrittenOnce,
} from "@bazaar/market/ports";
import { depositOf } from "../hold-account.ts";
import { checkPage, isSamePlace, NOT_POSTED, placeOf } from "../place.ts";
import { shortfall } from "../shortfall.ts";
import { paidAtOnce } from "../signed-payees.ts";
import { Database, type DatabaseListener } from "./database.ts";
import { text } from "./rows.ts";
import { SqliteArtifacts } from "./sqlite-artifacts.ts";
import { SqliteCensus } from "./sqlite-census.ts";
import { type ContractRow, SqliteContracts } from "./sqlite-contracts.ts";
import { SqliteCursors } from "./sqlite-cursors.ts";
import { SqliteEntries } from "./sqlite-entries.ts";
import { SqliteHeartbeats } from "./sqlite-heartbeats.ts";
import { SqliteHolds } from "./sqlite-holds.ts";
import { SqliteLedger } from "./sqlite-ledger.ts";
import { type LegRow, SqliteLegs } from "./sqlite-legs.ts";
import { SqliteNames } from "./sqlite-names.ts";
import { SqliteNotes } from "./sqlite-notes.ts";
import { SqliteOnce } from "./sqlite-once.ts";
import { SqliteOwners } from "./sqlite-owners.ts";
import { SqliteTasks } from "./sqlite-tasks.ts";

export interface StoreListener extends Pick<DatabaseListener, "onFailure" | "onLock"> {
  /** An entry is in the file, with this number of the feed and this hash. */
  readonly onStored?: (no: number, hash: string) => void;
}

export class SqliteStore implements Store, Disposable {
  readonly ledger: SqliteLedger;
  readonly owners: SqliteOwners;
  readonly cursors: SqliteCursors;
  readonly notes: SqliteNotes;
  readonly artifacts: SqliteArtifacts;
  readonly #listener: StoreListener;
  readonly #db: Database;
  readonly #contracts: SqliteContracts;
  readonly #entries: SqliteEntries;
  readonly #once: SqliteOnce;
  readonly #census: SqliteCensus;
  readonly #tasks: SqliteTasks;
  readonly #legs: SqliteLegs;
  readonly #holds: SqliteHolds;
  readonly #heartbeats: SqliteHeartbeats;

  constructor(path: string, listener: StoreListener = {}) {
    this.#listener = listener;
    this.#db = new Database(path, {
      ...listener,
      onUndo: () => {
        names.forget();
        this.#contracts.forget();
      },
    });
    const names = new SqliteNames(this.#db);
    this.#entries = new SqliteEntries(this.#db);
    this.#contracts = new SqliteContracts(this.#db, names, this.#entries);
    this.ledger = new SqliteLedger(this.#db, names, this.#contracts);
    this.#once = new SqliteOnce(this.#db);
    this.#census = new SqliteCensus(this.#db, names);
    this.#tasks = new SqliteTasks(this.#db);
    this.#legs = new SqliteLegs(this.#db);
    this.#holds = new SqliteHolds(this.#db);
    this.#heartbeats = new SqliteHeartbeats(this.#db);
    this.owners = new SqliteOwners(this.#db);
    this.notes = new SqliteNotes(this.#db);
    this.cursors = new SqliteCursors(this.#db, this.notes, this.#entries);
    this.artifacts = new SqliteArtifacts(this.#db, names);
  }

  [Symbol.dispose](): void {
    this.#db[Symbol.dispose]();
  }

  claim(platform: Party): Promise<Party> {
    return this.#db.write(() => {
      const sql = "insert into market (only, platform) values (1, ?) on conflict do nothing";
      this.#db.prepare(sql).run(platform);
      const row = this.#db.prepare("select platform from market").get();
      invariant(row !== undefined, "a market that was claimed has an owner");
      return text(row, "platform") as Party;
    });
  }

  async load(contract: ContractId): Promise<StoredContract | null> {
    return this.#contracts.load(contract);
  }

  async contractOf(alias: string): Promise<ContractId | null> {
    return this.#contracts.named(alias);
  }

  async list(query: ContractQuery): Promise<readonly StoredContract[]> {
    checkPage(query.limit);
    return this.#contracts.list(query);
  }

  async entries(
    contract: ContractId,
    fromSeq = 0,
    limit = MAX_PAGE,
  ): Promise<readonly StoredEntry[]> {
    checkPage(limit);
    return this.#entries.ofContract(contract, fromSeq, limit);
  }

  async feed(afterNo: number, limit: number): Promise<readonly StoredEntry[]> {
    checkPage(limit);
    return this.#entries.after(afterNo, limit);
  }

  async lastNo(): Promise<number> {
    return this.#entries.lastNo();
  }

  async census(): Promise<Census> {
    return this.#census.byPhase();
  }

  async countAgents(): Promise<number> {
    return this.#census.agents();
  }

  async history(party: Party): Promise<History> {
    return this.#census.history(party);
  }

  async commit(writes: readonly Write[]): Promise<readonly CommitAnswer[]> {
    invariant(writes.length <= MAX_WRITES, `${writes.length} writes in one transaction`);
    return Promise.all(writes.map((write) => this.#commit(write)));
  }

  async writtenOnce(onceKey: string): Promise<WrittenOnce | null> {
    return this.#once.find(onceKey);
  }

  async overdue(nowMs: number, limit: number): Promise<readonly ContractId[]> {
    checkPage(limit);
    return this.#contracts.overdue(nowMs, limit);
  }

  async nextDeadlineMs(): Promise<number | null> {
    return this.#contracts.nextDeadlineMs();
  }

  async claimTasks(claim: Parameters<Store["claimTasks"]>[0]): Promise<readonly ClaimedTask[]> {
    checkPage(claim.limit);
    return this.#tasks.claim(claim);
  }

  finishTask(key: string, attempt: number): Promise<boolean> {
    return this.#tasks.finish(key, attempt);
  }

  retryTask(key: string, attempt: number, runAtMs: number): Promise<boolean> {
    return this.#tasks.retry(key, attempt, runAtMs);
  }

  async openLegs(afterNo: number, limit: number): Promise<readonly LegRecord[]> {
    checkPage(limit);
    return this.#legs.open(afterNo, limit);
  }

  async unpaidLegs(afterNo: number, limit: number): Promise<readonly LegRecord[]> {
    checkPage(limit);
    return this.#legs.unpaid(afterNo, limit);
  }

  async legsOf(contract: ContractId): Promise<readonly LegRecord[]> {
    const no = this.#contracts.numberOf(contract);
    return no === null ? [] : this.#legs.ofContract(no);
  }

  async isPotBusy(contract: ContractId, pot: number): Promise<boolean> {
    const no = this.#contracts.numberOf(contract);
    return no !== null && this.#legs.isPotBusy(no, pot);
  }

  moveLeg(key: string, from: LegStatus, to: LegMove): Promise<boolean> {
    return this.#db.write(() => {
      const leg = this.#leg(key);
      if (leg?.status !== from) return false;
      const { no, contract } = leg;
      if (to.asOf !== undefined && !this.#isStill(contract, to.asOf)) return false;
      this.#legs.move(leg, to);
      if (to.status === "signed") this.#contracts.markSigned(contract, [this.#legs.at(no)]);
      if (to.status === "confirmed") this.#reviewSettlement(contract);
      return true;
    });
  }

  letLegWait(key: string, asOf: AsOf): Promise<boolean> {
    return this.#db.write(() => {
      const leg = this.#leg(key);
      if (leg?.status !== "ordered") return false;
      if (!this.#isStill(leg.contract, asOf)) return false;
      this.#legs.letWait(leg.no);
      return true;
    });
  }

  async settleable(limit: number): Promise<readonly ContractId[]> {
    checkPage(limit);
    return this.#contracts.settleable(limit);
  }

  beat(nowMs: number): Promise<Beat> {
    return this.#heartbeats.beat(nowMs);
  }

  async lastBeat(): Promise<Beat | null> {
    return this.#heartbeats.last();
  }

  async gaps(query: GapQuery): Promise<readonly Gap[]> {
    checkPage(query.limit);
    return this.#heartbeats.gaps(query);
  }

  saveHold(record: HoldRecord): Promise<void> {
    return this.#holds.save(record);
  }

  async holdsOf(contract: ContractId): Promise<readonly HoldRecord[]> {
    return this.#holds.ofContract(contract);
  }

  async openHolds(query: HoldQuery): Promise<readonly NumberedHold[]> {
    checkPage(query.limit);
    return this.#holds.open(query);
  }

  async holdAt(rail: string, address: string): Promise<HoldRecord | null> {
    return this.#holds.at(rail, address);
  }

  async #commit(write: Write): Promise<CommitAnswer> {
    const { step } = write;
    if (step === null) return this.#db.write(() => this.#sendBack(write));
    const state = stateText(step.state);
    const answer = await this.#db.write(() => this.#write(write, step, state));
    if (answer.is === "stored") this.#listener.onStored?.(answer.no, step.hash);
    return answer;
  }

  #write(write: Write, step: Step, state: string): CommitAnswer {
    const { contract, legs, alias, onceKeys } = write;
    const of = this.#once.first(onceKeys);
    if (of !== null) return { is: "duplicate", of };
    const row = this.#contracts.row(contract);
    const place = { seq: step.expectedSeq, signedLegs: step.expectedSignedLegs };
    if (!isSamePlace(row ?? NOT_POSTED, place)) return { is: "head_moved" };
    if (alias !== null && this.#contracts.isTaken(alias)) return { is: "alias_taken" };
    const { share } = step;
    if (share !== null && this.#open(share) >= share.limit) {
      return { is: "share_used_up", share };
    }
    const missing = shortfall(step.holds, (account, asset) => this.ledger.held(account, asset));
    if (missing !== null) return { is: "insufficient", ...missing };

    const contractNo = this.#storeContract(row, step, state);
    // Only legs that earlier acts ordered can wait, and none does when all are paid.
    const hasEarlierLegs = step.state.legs > legs.length;
    if (hasEarlierLegs && !step.state.isSettled) this.#legs.wake(contractNo);
    const no = this.#entries.add(contractNo, step, row?.phase ?? null);
    for (const task of step.tasks) this.#tasks.add(task, step.receivedAtMs);
    for (const hold of step.holds) this.ledger.post(depositOf(hold, step.entry.seq));
    if (alias !== null) this.#contracts.name(alias, contract, contractNo);
    this.#once.add(onceKeys, contractNo, step.entry.seq);
    for (const payout of step.payouts) this.ledger.payOut(payout);
    const paid = paidAtOnce(write);
    for (const leg of legs) this.#legs.order(leg, contractNo, { isPaid: paid.includes(leg) });
    if (paid.length > 0) this.#contracts.markSigned(contractNo, paid);
    const { phase, isSettled } = step.state;
    if (isEnded(phase) && !isSettled) this.#reviewSettlement(contractNo);
    return { is: "stored", no };
  }

  #sendBack({ contract, legs, onceKeys }: Write): CommitAnswer {
    const of = this.#once.first(onceKeys);
    if (of !== null) return { is: "duplicate", of };
    const row = this.#contracts.row(contract);
    invariant(row !== null, `${contract} was never stored`);
    this.#once.add(onceKeys, row.no, null);
    for (const leg of legs) this.#legs.orderBack(leg, row.no);
    return { is: "stored", no: this.#entries.lastNo() };
  }

  /** How many contracts the owner of this party has open. */
  #open({ party, as }: Share): number {
    const keys = this.owners.keysOf(party);
    return keys.reduce((open, key) => open + this.#census.open(key, as), 0);
  }

  #storeContract(row: ContractRow | null, step: Step, state: string): number {
    if (row === null) return this.#contracts.insert(step, state);
    this.#contracts.update(row, step, state);
    return row.no;
  }

  #leg(key: string): LegRow | null {
    const contract = this.#contracts.numberIn(key);
    return contract === null ? null : this.#legs.find(contract, key);
  }

  #isStill(contract: number, asOf: AsOf): boolean {
    return isSamePlace(this.#contracts.rowAt(contract), placeOf(asOf));
  }

  /** Ended, and every leg that its acts ordered is confirmed. */
  #reviewSettlement(contract: number): void {
    if (this.#legs.isPaid(contract)) this.#contracts.allowSettlement(contract);
  }
}
