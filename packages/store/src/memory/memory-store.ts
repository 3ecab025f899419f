/**
 * The store without a disk: the reference for every other one, and the floor of the simulator.
 *
 * Each method does all its work before it first yields, so a call is a transaction.
 */
import {
  type ChainHead,
  type ContractId,
  isEnded,
  type LedgerHold,
  type Leg,
  type Party,
  type Task,
} from "@bazaar/kernel";
import {
  type ClaimedTask,
  type CommitAnswer,
  type ContractQuery,
  type HoldRecord,
  holdAccount,
  type LegMove,
  type LegRecord,
  type LegStatus,
  type Step,
  type Store,
  type StoredContract,
  type StoredEntry,
  type Write,
} from "@bazaar/market/ports";
import { DueIndex } from "./due-index.ts";
import { MemoryLedger } from "./memory-ledger.ts";

interface ContractRow {
  stored: StoredContract;
  readonly entries: StoredEntry[];
  readonly legs: string[];
}

interface TaskRow {
  readonly task: Task;
  runAtMs: number;
  attempt: number;
}

const UNSTORED = { chain: { seq: 0 }, signedLegs: 0 };

type Refused = Exclude<CommitAnswer, { is: "stored" }>;

export class MemoryStore implements Store {
  readonly ledger = new MemoryLedger();
  readonly #contracts = new Map<ContractId, ContractRow>();
  readonly #aliases = new Map<string, ContractId>();
  readonly #feed: StoredEntry[] = [];
  readonly #answers = new Map<string, string>();
  readonly #due = new DueIndex();
  readonly #tasks = new Map<string, TaskRow>();
  readonly #finished = new Set<string>();
  readonly #legs = new Map<string, LegRecord>();
  readonly #openLegs = new Map<string, LegRecord>();
  readonly #holds = new Map<string, HoldRecord>();
  readonly #settleable = new Set<ContractId>();
  #lastLeg = 0;

  async load(contract: ContractId): Promise<StoredContract | null> {
    return this.#contracts.get(contract)?.stored ?? null;
  }

  async contractOf(alias: string): Promise<ContractId | null> {
    return this.#aliases.get(alias) ?? null;
  }

  async list({ phases, limit, before }: ContractQuery): Promise<readonly StoredContract[]> {
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
    limit = Number.POSITIVE_INFINITY,
  ): Promise<readonly StoredEntry[]> {
    return this.#contracts.get(contract)?.entries.slice(fromSeq, fromSeq + limit) ?? [];
  }

  async feed(afterNo: number, limit: number): Promise<readonly StoredEntry[]> {
    return this.#feed.slice(afterNo, afterNo + limit);
  }

  async commit(writes: readonly Write[]): Promise<readonly CommitAnswer[]> {
    return writes.map((write) => this.#write(write));
  }

  async savedAnswer(onceKey: string): Promise<string | null> {
    return this.#answers.get(onceKey) ?? null;
  }

  async overdue(nowMs: number, limit: number): Promise<readonly ContractId[]> {
    return this.#due.before(nowMs, limit);
  }

  async nextDeadlineMs(): Promise<number | null> {
    return this.#due.first();
  }

  async claimTasks(claim: {
    readonly nowMs: number;
    readonly leaseMs: number;
    readonly limit: number;
  }): Promise<readonly ClaimedTask[]> {
    const ready = [...this.#tasks.values()]
      .filter(({ runAtMs }) => runAtMs <= claim.nowMs)
      .sort((a, b) => a.runAtMs - b.runAtMs);
    return ready.slice(0, claim.limit).map((row) => {
      row.attempt += 1;
      row.runAtMs = claim.nowMs + claim.leaseMs;
      return { task: row.task, attempt: row.attempt };
    });
  }

  async finishTask(key: string, attempt: number): Promise<boolean> {
    if (this.#tasks.get(key)?.attempt !== attempt) return false;
    this.#finished.add(key);
    return this.#tasks.delete(key);
  }

  async retryTask(key: string, attempt: number, runAtMs: number): Promise<boolean> {
    const row = this.#tasks.get(key);
    if (row?.attempt !== attempt) return false;
    row.runAtMs = runAtMs;
    return true;
  }

  async openLegs(afterNo: number, limit: number): Promise<readonly LegRecord[]> {
    const page: LegRecord[] = [];
    for (const record of this.#openLegs.values()) {
      if (page.length === limit) break;
      if (record.no > afterNo) page.push(record);
    }
    return page;
  }

  async legsOf(contract: ContractId): Promise<readonly LegRecord[]> {
    const keys = this.#contracts.get(contract)?.legs ?? [];
    return keys.flatMap((key) => this.#legs.get(key) ?? []);
  }

  async moveLeg(key: string, from: LegStatus, to: LegMove): Promise<boolean> {
    const record = this.#legs.get(key);
    if (record?.status !== from) return false;
    const { asOf, ...changes } = to;
    if (asOf !== undefined && !this.#isUnmoved(record.leg.contract, asOf)) return false;
    const moved = { ...record, ...changes };
    this.#legs.set(key, moved);
    if (to.status === "confirmed") this.#openLegs.delete(key);
    else this.#openLegs.set(key, moved);
    if (to.status === "signed") this.#markSigned(record.leg);
    this.#reviewSettlement(record.leg.contract);
    return true;
  }

  async settleable(limit: number): Promise<readonly ContractId[]> {
    return [...this.#settleable].slice(0, limit);
  }

  async saveHold(record: HoldRecord): Promise<void> {
    this.#holds.set(`${record.hold.rail} ${record.address}`, record);
  }

  async holdAt(rail: string, address: string): Promise<HoldRecord | null> {
    return this.#holds.get(`${rail} ${address}`) ?? null;
  }

  /** Everything is checked before anything is changed: that is all a savepoint would do. */
  #write(write: Write): CommitAnswer {
    const refused = this.#refuse(write);
    if (refused !== null) return refused;
    const { contract, step, legs, alias, once } = write;
    if (once !== null) this.#answers.set(once.key, once.answer);
    if (alias !== null) this.#aliases.set(alias, contract);
    if (step !== null) this.#store(contract, step);
    for (const leg of legs) this.#order(leg);
    this.#reviewSettlement(contract);
    return { is: "stored", no: this.#feed.length };
  }

  #refuse({ contract, step, alias, once }: Write): Refused | null {
    const answer = once === null ? undefined : this.#answers.get(once.key);
    if (answer !== undefined) return { is: "duplicate", answer };
    if (step === null) return null;
    const at = { chain: { seq: step.expectedSeq }, signedLegs: step.expectedSignedLegs };
    if (!this.#isUnmoved(contract, at)) return { is: "head_moved" };
    if (alias !== null && this.#aliases.has(alias)) return { is: "alias_taken" };
    return this.#shortfall(step.holds);
  }

  #isUnmoved(
    contract: ContractId,
    at: { readonly chain: Pick<ChainHead, "seq">; readonly signedLegs: number },
  ): boolean {
    const { chain, signedLegs } = this.#contracts.get(contract)?.stored ?? UNSTORED;
    return chain.seq === at.chain.seq && signedLegs === at.signedLegs;
  }

  /** The first deposit that the balances, after those before it, do not cover. */
  #shortfall(holds: readonly LedgerHold[]): Refused | null {
    const spent = new Map<string, bigint>();
    for (const hold of holds) {
      const account = `${hold.party} ${hold.asset.code}`;
      const before = spent.get(account) ?? 0n;
      const available = this.ledger.held(hold.party, hold.asset.code) - before;
      if (available < hold.amount) return { is: "insufficient", hold, available };
      spent.set(account, before + hold.amount);
    }
    return null;
  }

  #store(contract: ContractId, step: Step): void {
    const { entry, hash, receivedAtMs, state, tasks, holds } = step;
    const row = this.#contracts.get(contract) ?? this.#newRow(contract, step);
    const stored = { no: this.#feed.length + 1, contract, entry, hash, receivedAtMs };
    this.#feed.push(stored);
    row.entries.push(stored);
    row.stored = { ...row.stored, state, chain: { head: hash, seq: entry.seq + 1 } };
    this.#due.set(contract, state.deadline?.atMs ?? null);
    for (const task of tasks) {
      if (this.#tasks.has(task.key) || this.#finished.has(task.key)) continue;
      this.#tasks.set(task.key, { task, runAtMs: receivedAtMs, attempt: 0 });
    }
    for (const { party, asset, amount, pot } of holds) {
      this.ledger.move(party, holdAccount(contract, pot), asset.code, amount);
    }
  }

  #newRow(contract: ContractId, { state, hash }: Step): ContractRow {
    const stored = { state, chain: { head: hash, seq: 1 }, signedPayees: [], signedLegs: 0 };
    const row = { stored, entries: [], legs: [] };
    this.#contracts.set(contract, row);
    return row;
  }

  #order(leg: Leg): void {
    if (this.#legs.has(leg.key)) return;
    this.#lastLeg += 1;
    const record: LegRecord = {
      no: this.#lastLeg,
      leg,
      status: "ordered",
      message: null,
      proof: null,
    };
    this.#legs.set(leg.key, record);
    this.#openLegs.set(leg.key, record);
    this.#contracts.get(leg.contract)?.legs.push(leg.key);
  }

  #markSigned({ contract, to }: Leg): void {
    const row = this.#contracts.get(contract);
    if (row === undefined) return;
    const { signedPayees, signedLegs } = row.stored;
    const payees: ReadonlySet<Party> = new Set([...signedPayees, ...(to.party ? [to.party] : [])]);
    row.stored = { ...row.stored, signedPayees: [...payees], signedLegs: signedLegs + 1 };
  }

  #reviewSettlement(contract: ContractId): void {
    const row = this.#contracts.get(contract);
    if (row === undefined) return;
    const { phase, isSettled } = row.stored.state;
    const isPaid =
      row.legs.length > 0 && row.legs.every((key) => this.#legs.get(key)?.status === "confirmed");
    if (isEnded(phase) && !isSettled && isPaid) this.#settleable.add(contract);
    else this.#settleable.delete(contract);
  }
}
