/**
 * The store in memory: the reference for all others, and the store of most simulations.
 *
 * Each method does all its work before it first yields, so a call is a transaction.
 */
import {
  type ContractId,
  type Gap,
  invariant,
  isEnded,
  type Leg,
  type Party,
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
  ledgerProof,
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
import { checkPage, isSamePlace, NOT_POSTED, type Place, placeOf } from "../place.ts";
import { shortfall } from "../shortfall.ts";
import { paidAtOnce, withPayees } from "../signed-payees.ts";
import { DueIndex } from "./due-index.ts";
import { Heartbeats } from "./heartbeats.ts";
import { HoldBook } from "./hold-book.ts";
import { LegBook } from "./leg-book.ts";
import { MemoryArtifacts } from "./memory-artifacts.ts";
import { MemoryCursors } from "./memory-cursors.ts";
import { MemoryLedger } from "./memory-ledger.ts";
import { MemoryNotes } from "./memory-notes.ts";
import { MemoryOwners } from "./memory-owners.ts";
import { type Standing, Tally } from "./tally.ts";
import { TaskQueue } from "./task-queue.ts";

interface ContractRow {
  stored: StoredContract;
  readonly standing: Standing;
  readonly entries: StoredEntry[];
}

type NotStored = Exclude<CommitAnswer, { is: "stored" }>;

export class MemoryStore implements Store {
  readonly ledger = new MemoryLedger();
  readonly owners = new MemoryOwners();
  readonly notes = new MemoryNotes();
  readonly cursors = new MemoryCursors(this.notes, () => this.#feed.length);
  readonly artifacts = new MemoryArtifacts((contract) => this.#isOpen(contract));
  readonly #contracts = new Map<ContractId, ContractRow>();
  readonly #aliases = new Map<string, ContractId>();
  readonly #feed: StoredEntry[] = [];
  readonly #written = new Map<string, WrittenOnce>();
  readonly #due = new DueIndex();
  readonly #tasks = new TaskQueue();
  readonly #legs = new LegBook();
  readonly #tally = new Tally();
  readonly #holds = new HoldBook();
  readonly #settleable = new Set<ContractId>();
  readonly #heartbeats = new Heartbeats();
  #platform: Party | null = null;

  async claim(platform: Party): Promise<Party> {
    this.#platform ??= platform;
    return this.#platform;
  }

  async load(contract: ContractId): Promise<StoredContract | null> {
    return this.#contracts.get(contract)?.stored ?? null;
  }

  async contractOf(alias: string): Promise<ContractId | null> {
    return this.#aliases.get(alias) ?? null;
  }

  async list({ phases, limit, before }: ContractQuery): Promise<readonly StoredContract[]> {
    checkPage(limit);
    const newestFirst = [...this.#contracts.values()].map(({ stored }) => stored).reverse();
    const at = newestFirst.findIndex(({ state }) => state.id === before);
    if (before !== null && at === -1) return [];
    const start = at + 1;
    return newestFirst
      .slice(start)
      .filter(({ state }) => phases.includes(state.phase))
      .slice(0, limit);
  }

  async entries(
    contract: ContractId,
    fromSeq = 0,
    limit = MAX_PAGE,
  ): Promise<readonly StoredEntry[]> {
    checkPage(limit);
    return this.#contracts.get(contract)?.entries.slice(fromSeq, fromSeq + limit) ?? [];
  }

  async feed(afterNo: number, limit: number): Promise<readonly StoredEntry[]> {
    checkPage(limit);
    return this.#feed.slice(afterNo, afterNo + limit);
  }

  async lastNo(): Promise<number> {
    return this.#feed.length;
  }

  async census(): Promise<Census> {
    return this.#tally.census;
  }

  async countAgents(): Promise<number> {
    return this.#tally.agents;
  }

  async history(party: Party): Promise<History> {
    return this.#tally.history(party);
  }

  async commit(writes: readonly Write[]): Promise<readonly CommitAnswer[]> {
    invariant(writes.length <= MAX_WRITES, `${writes.length} writes in one transaction`);
    return writes.map((write) => this.#write(write));
  }

  async writtenOnce(onceKey: string): Promise<WrittenOnce | null> {
    return this.#written.get(onceKey) ?? null;
  }

  async overdue(nowMs: number, limit: number): Promise<readonly ContractId[]> {
    checkPage(limit);
    return this.#due.before(nowMs, limit);
  }

  async nextDeadlineMs(): Promise<number | null> {
    return this.#due.first();
  }

  async claimTasks(claim: Parameters<Store["claimTasks"]>[0]): Promise<readonly ClaimedTask[]> {
    checkPage(claim.limit);
    return this.#tasks.claim(claim);
  }

  async finishTask(key: string, attempt: number): Promise<boolean> {
    return this.#tasks.finish(key, attempt);
  }

  async retryTask(key: string, attempt: number, runAtMs: number): Promise<boolean> {
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
    return this.#legs.ofContract(contract);
  }

  async isPotBusy(contract: ContractId, pot: number): Promise<boolean> {
    return this.#legs.isPotBusy(contract, pot);
  }

  async moveLeg(key: string, from: LegStatus, to: LegMove): Promise<boolean> {
    const record = this.#legs.get(key);
    if (record?.status !== from) return false;
    if (to.asOf !== undefined && !this.#isStill(record.leg.contract, placeOf(to.asOf))) {
      return false;
    }
    this.#legs.move(record, to);
    if (to.status === "signed") this.#markSigned(record.leg);
    this.#reviewSettlement(record.leg.contract);
    return true;
  }

  async letLegWait(key: string, asOf: AsOf): Promise<boolean> {
    const record = this.#legs.get(key);
    if (record?.status !== "ordered") return false;
    if (!this.#isStill(record.leg.contract, placeOf(asOf))) return false;
    this.#legs.letWait(record);
    return true;
  }

  async settleable(limit: number): Promise<readonly ContractId[]> {
    checkPage(limit);
    const posted = (contract: ContractId): number => this.#row(contract).entries[0]?.no ?? 0;
    return [...this.#settleable].sort((a, b) => posted(a) - posted(b)).slice(0, limit);
  }

  async beat(nowMs: number): Promise<Beat> {
    return this.#heartbeats.beat(nowMs);
  }

  async lastBeat(): Promise<Beat | null> {
    return this.#heartbeats.last();
  }

  async gaps(query: GapQuery): Promise<readonly Gap[]> {
    checkPage(query.limit);
    return this.#heartbeats.gaps(query);
  }

  async saveHold(record: HoldRecord): Promise<void> {
    this.#holds.save(record);
  }

  async holdsOf(contract: ContractId): Promise<readonly HoldRecord[]> {
    return this.#holds.ofContract(contract);
  }

  async holdAt(rail: string, address: string): Promise<HoldRecord | null> {
    return this.#holds.at(rail, address);
  }

  async openHolds(query: HoldQuery): Promise<readonly NumberedHold[]> {
    return this.#holds.open(query);
  }

  /** Everything is checked before anything is changed: that is all a savepoint would do. */
  #write(write: Write): CommitAnswer {
    const obstacle = this.#obstacle(write);
    if (obstacle !== null) return obstacle;
    const { contract, step, legs, alias, onceKeys } = write;
    const seq = step?.entry.seq ?? null;
    for (const key of onceKeys) this.#written.set(key, { contract, seq });
    if (alias !== null) this.#aliases.set(alias, contract);
    if (step !== null) this.#store(contract, step);
    for (const leg of legs) this.#legs.order(leg, step !== null);
    for (const leg of paidAtOnce(write)) this.#confirm(leg);
    this.#reviewSettlement(contract);
    return { is: "stored", no: this.#feed.length };
  }

  #obstacle({ contract, step, alias, onceKeys }: Write): NotStored | null {
    for (const key of onceKeys) {
      const of = this.#written.get(key);
      if (of !== undefined) return { is: "duplicate", of };
    }
    if (step === null) return null;
    const place = { seq: step.expectedSeq, signedLegs: step.expectedSignedLegs };
    if (!this.#isStill(contract, place)) return { is: "head_moved" };
    if (alias !== null && this.#aliases.has(alias)) return { is: "alias_taken" };
    const { share } = step;
    if (share !== null && this.#open(share) >= share.limit) {
      return { is: "share_used_up", share };
    }
    const missing = shortfall(step.holds, (account, asset) => this.ledger.held(account, asset));
    return missing === null ? null : { is: "insufficient", ...missing };
  }

  /** How many contracts the owner of this party has open. */
  #open({ party, as }: Share): number {
    const keys = this.owners.keysOf(party);
    return keys.reduce((open, key) => open + this.#tally.open(key, as), 0);
  }

  #isStill(contract: ContractId, place: Place): boolean {
    const row = this.#contracts.get(contract);
    return isSamePlace(row === undefined ? NOT_POSTED : placeOf(row.stored), place);
  }

  #store(contract: ContractId, step: Step): void {
    const { entry, hash, receivedAtMs, state, tasks, holds, payouts } = step;
    const before = this.#contracts.get(contract) ?? null;
    const row = rowAfter(before, step);
    const at = { no: this.#feed.length + 1, contract, entry, hash, receivedAtMs };
    const stored = { ...at, phaseBefore: before?.standing.phase ?? null, phase: state.phase };
    this.#feed.push(stored);
    row.entries.push(stored);
    this.#tally.move(before?.standing ?? null, row.standing);
    this.#contracts.set(contract, row);
    this.#due.set(contract, state.deadline?.atMs ?? null);
    this.#legs.wake(contract);
    for (const task of tasks) this.#tasks.add(task, receivedAtMs);
    for (const hold of holds) this.ledger.post(depositOf(hold, entry.seq));
    for (const payout of payouts) this.ledger.post(payout);
  }

  #confirm(leg: Leg): void {
    const record = this.#legs.get(leg.key);
    invariant(record !== null, `${leg.key} was never ordered`);
    this.#legs.move(record, { status: "confirmed", proof: ledgerProof(leg.key) });
    this.#markSigned(leg);
  }

  #markSigned(leg: Leg): void {
    const row = this.#row(leg.contract);
    const { signedPayees, signedLegs } = row.stored;
    const payees = withPayees(signedPayees, [leg]);
    row.stored = { ...row.stored, signedPayees: payees, signedLegs: signedLegs + 1 };
  }

  #reviewSettlement(contract: ContractId): void {
    const { phase, isSettled } = this.#row(contract).stored.state;
    if (isEnded(phase) && !isSettled && this.#legs.isPaid(contract)) this.#settleable.add(contract);
    else this.#settleable.delete(contract);
  }

  #isOpen(contract: ContractId): boolean {
    const phase = this.#contracts.get(contract)?.stored.state.phase;
    return phase !== undefined && !isEnded(phase);
  }

  #row(contract: ContractId): ContractRow {
    const row = this.#contracts.get(contract);
    invariant(row !== undefined, `${contract} was never stored`);
    return row;
  }
}

function rowAfter(before: ContractRow | null, step: Step): ContractRow {
  const { state, hash, entry, receivedAtMs } = step;
  const first = { signedPayees: [], signedLegs: 0, postedMs: receivedAtMs };
  const chain = { head: hash, seq: entry.seq + 1 };
  const standing = {
    phase: state.phase,
    principal: state.terms.principal,
    agent: state.seat?.agent ?? before?.standing.agent ?? null,
    isSeated: state.seat !== null,
    unsupported: state.unsupported,
  };
  const stored = { ...(before?.stored ?? first), state, chain };
  return { stored, standing, entries: before?.entries ?? [] };
}
