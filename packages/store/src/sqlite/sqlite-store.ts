/**
 * The store in one SQLite file. One process needs nothing else; two processes may share the file,
 * because every decision to write is made inside an exclusive transaction.
 */
import {
  type ContractId,
  type ContractState,
  chainJson,
  type Entry,
  entryText,
  invariant,
  isEnded,
  type Leg,
  type Party,
  parseEntry,
  parseJson,
  parseState,
  parseTerms,
  stateText,
  type Terms,
  termsJson,
} from "@bazaar/kernel";
import {
  type AsOf,
  type ClaimedTask,
  type CommitAnswer,
  type ContractQuery,
  type HoldRecord,
  holdAccount,
  type LegMove,
  type LegRecord,
  type LegStatus,
  MAX_PAGE,
  MAX_WRITES,
  type Step,
  type Store,
  type StoredContract,
  type StoredEntry,
  type Write,
  type WrittenOnce,
} from "@bazaar/market/ports";
import { checkPage, type Place, placeOf } from "../place.ts";
import { shortfall } from "../shortfall.ts";
import { Database } from "./database.ts";
import { integer, parseRecord, type Row, recordText, text } from "./rows.ts";
import { SqliteLedger } from "./sqlite-ledger.ts";
import { SqliteLegs } from "./sqlite-legs.ts";
import { SqliteTasks } from "./sqlite-tasks.ts";

/** Terms never change, and reading them is the dearest part of loading a contract. */
const MAX_KNOWN_TERMS = 10_000;

const CONTRACT = "select * from contracts where id = ?";

export class SqliteStore implements Store, Disposable {
  readonly ledger: SqliteLedger;
  readonly #db: Database;
  readonly #tasks: SqliteTasks;
  readonly #legs: SqliteLegs;
  readonly #terms = new Map<string, Terms>();

  constructor(path: string) {
    this.#db = new Database(path);
    this.ledger = new SqliteLedger(this.#db);
    this.#tasks = new SqliteTasks(this.#db);
    this.#legs = new SqliteLegs(this.#db);
  }

  [Symbol.dispose](): void {
    this.#db[Symbol.dispose]();
  }

  async load(contract: ContractId): Promise<StoredContract | null> {
    const row = this.#db.prepare(CONTRACT).get(contract);
    return row === undefined ? null : this.#readContract(row);
  }

  async contractOf(alias: string): Promise<ContractId | null> {
    const sql = `select id from aliases join contracts on contracts.no = aliases.contract
      where alias = ?`;
    const row = this.#db.prepare(sql).get(alias);
    return row === undefined ? null : idOf(row);
  }

  async list({ phases, limit, before }: ContractQuery): Promise<readonly StoredContract[]> {
    checkPage(limit);
    const sql = `select * from contracts where phase in (select value from json_each(?1))
      and no < case when ?2 is null then 9e18 else (select no from contracts where id = ?2) end
      order by no desc limit ?3`;
    const rows = this.#db.prepare(sql).all(JSON.stringify(phases), before, limit);
    return rows.map((row) => this.#readContract(row));
  }

  async entries(
    contract: ContractId,
    fromSeq = 0,
    limit = MAX_PAGE,
  ): Promise<readonly StoredEntry[]> {
    checkPage(limit);
    const sql = `select entries.*, ? as id from entries
      where contract = (select no from contracts where id = ?) and seq >= ?
      order by seq limit ?`;
    return this.#db.prepare(sql).all(contract, contract, fromSeq, limit).map(readEntry);
  }

  async feed(afterNo: number, limit: number): Promise<readonly StoredEntry[]> {
    checkPage(limit);
    const sql = `select entries.*, id from entries join contracts on contracts.no = contract
      where entries.no > ? order by entries.no limit ?`;
    return this.#db.prepare(sql).all(afterNo, limit).map(readEntry);
  }

  async commit(writes: readonly Write[]): Promise<readonly CommitAnswer[]> {
    invariant(writes.length <= MAX_WRITES, `${writes.length} writes in one transaction`);
    return Promise.all(writes.map((write) => this.#db.write(() => this.#write(write))));
  }

  async writtenOnce(onceKey: string): Promise<WrittenOnce | null> {
    return this.#written(onceKey);
  }

  async overdue(nowMs: number, limit: number): Promise<readonly ContractId[]> {
    checkPage(limit);
    const sql = "select id from contracts where due_at < ? order by due_at limit ?";
    return this.#db.prepare(sql).all(nowMs, limit).map(idOf);
  }

  async nextDeadlineMs(): Promise<number | null> {
    const sql = "select due_at from contracts where due_at is not null order by due_at limit 1";
    const row = this.#db.prepare(sql).get();
    return row === undefined ? null : integer(row, "due_at");
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

  async legsOf(contract: ContractId): Promise<readonly LegRecord[]> {
    const row = this.#db.prepare(CONTRACT).get(contract);
    return row === undefined ? [] : this.#legs.ofContract(integer(row, "no"));
  }

  async isPotBusy(contract: ContractId, pot: number): Promise<boolean> {
    const row = this.#db.prepare(CONTRACT).get(contract);
    return row !== undefined && this.#legs.isPotBusy(integer(row, "no"), pot);
  }

  moveLeg(key: string, from: LegStatus, to: LegMove): Promise<boolean> {
    return this.#db.write(() => {
      const found = this.#legs.find(key);
      if (found?.record.status !== from) return false;
      const { record } = found;
      const row = this.#row(record.leg.contract);
      if (to.asOf !== undefined && !isStill(row, placeOf(to.asOf))) return false;
      this.#legs.move(record, to);
      if (to.status === "signed") this.#markSigned(row, record.leg);
      this.#reviewSettlement(record.leg.contract);
      return true;
    });
  }

  letLegWait(key: string, asOf: AsOf): Promise<boolean> {
    return this.#db.write(() => {
      const found = this.#legs.find(key);
      if (found?.record.status !== "ordered") return false;
      if (!isStill(this.#row(found.record.leg.contract), placeOf(asOf))) return false;
      this.#legs.letWait(found.record.no);
      return true;
    });
  }

  async settleable(limit: number): Promise<readonly ContractId[]> {
    checkPage(limit);
    const sql = "select id from contracts where is_settleable = 1 order by no limit ?";
    return this.#db.prepare(sql).all(limit).map(idOf);
  }

  async saveHold(record: HoldRecord): Promise<void> {
    await this.#db.write(() => {
      const sql = `insert into holds (rail, address, record) values (?, ?, ?)
        on conflict (rail, address) do update set record = excluded.record`;
      this.#db.prepare(sql).run(record.hold.rail, record.address, recordText(record));
    });
  }

  async holdAt(rail: string, address: string): Promise<HoldRecord | null> {
    const sql = "select record from holds where rail = ? and address = ?";
    const row = this.#db.prepare(sql).get(rail, address);
    return row === undefined ? null : parseRecord<HoldRecord>(text(row, "record"));
  }

  #write(write: Write): CommitAnswer {
    const { contract, step, legs, alias, onceKey } = write;
    const of = onceKey === null ? null : this.#written(onceKey);
    if (of !== null) return { is: "duplicate", of };
    const row = this.#db.prepare(CONTRACT).get(contract);
    if (step !== null) {
      const place = { seq: step.expectedSeq, signedLegs: step.expectedSignedLegs };
      if (!isStill(row, place)) return { is: "head_moved" };
      if (alias !== null && this.#isTaken(alias)) return { is: "alias_taken" };
      const missing = shortfall(step.holds, (account, asset) => this.ledger.held(account, asset));
      if (missing !== null) return { is: "insufficient", ...missing };
    }
    const no = step === null ? this.#lastNo() : this.#nextNo();
    const contractNo =
      step === null ? integer(this.#row(contract), "no") : this.#store(row, step, no);
    if (alias !== null) {
      this.#db
        .prepare("insert into aliases (alias, contract) values (?, ?)")
        .run(alias, contractNo);
    }
    if (onceKey !== null) {
      const sql = "insert into written_once (key, contract, seq) values (?, ?, ?)";
      this.#db.prepare(sql).run(onceKey, contractNo, step?.entry.seq ?? null);
    }
    for (const leg of legs) this.#legs.order(leg, contractNo, step !== null);
    this.#reviewSettlement(contract);
    return { is: "stored", no };
  }

  #store(row: Row | undefined, step: Step, no: number): number {
    const { entry, hash, receivedAtMs, state, tasks, holds } = step;
    const contract = row === undefined ? this.#insert(state, step) : this.#update(row, state, step);
    const sql = `insert into entries (no, contract, seq, hash, body, received_at)
      values (?, ?, ?, ?, ?, ?)`;
    this.#db.prepare(sql).run(no, contract, entry.seq, hash, entryText(entry), receivedAtMs);
    this.#legs.wake(contract);
    for (const task of tasks) this.#tasks.add(task, receivedAtMs);
    for (const { party, asset, amount, pot } of holds) {
      this.ledger.move(party, holdAccount(state.id, pot), asset.code, amount);
    }
    return contract;
  }

  #insert(state: ContractState, { hash }: Step): number {
    const sql = `insert into contracts (id, seq, head, phase, due_at, terms, state)
      values (?, 1, ?, ?, ?, ?, ?)`;
    const terms = chainJson(termsJson(state.terms));
    const due = state.deadline?.atMs ?? null;
    const { lastInsertRowid } = this.#db
      .prepare(sql)
      .run(state.id, hash, state.phase, due, terms, stateText(state));
    return Number(lastInsertRowid);
  }

  #update(row: Row, state: ContractState, { hash, entry }: Step): number {
    const no = integer(row, "no");
    const sql = `update contracts set seq = ?, head = ?, phase = ?, due_at = ?, state = ?
      where no = ?`;
    const due = state.deadline?.atMs ?? null;
    this.#db.prepare(sql).run(entry.seq + 1, hash, state.phase, due, stateText(state), no);
    return no;
  }

  /** The row lock lasts to the commit, so numbers follow the order of commits without gaps. */
  #nextNo(): number {
    const row = this.#db.prepare("update feed set no = no + 1 returning no").get();
    invariant(row !== undefined, "the feed has no counter");
    return integer(row, "no");
  }

  #lastNo(): number {
    const row = this.#db.prepare("select no from feed").get();
    invariant(row !== undefined, "the feed has no counter");
    return integer(row, "no");
  }

  #markSigned(row: Row, { to }: Leg): void {
    const payees = signedPayeesOf(row);
    const isNew = to.party !== null && !payees.includes(to.party);
    const signed = JSON.stringify(isNew ? [...payees, to.party] : payees);
    const sql =
      "update contracts set signed_payees = ?, signed_legs = signed_legs + 1 where no = ?";
    this.#db.prepare(sql).run(signed, integer(row, "no"));
  }

  #reviewSettlement(contract: ContractId): void {
    const row = this.#row(contract);
    const { phase, isSettled } = this.#readContract(row).state;
    const no = integer(row, "no");
    const isSettleable = isEnded(phase) && !isSettled && this.#legs.isPaid(no);
    const sql = "update contracts set is_settleable = ?1 where no = ?2 and is_settleable <> ?1";
    this.#db.prepare(sql).run(isSettleable ? 1 : 0, no);
  }

  #written(onceKey: string): WrittenOnce | null {
    const sql = `select id, written_once.seq from written_once
      join contracts on contracts.no = contract where key = ?`;
    const row = this.#db.prepare(sql).get(onceKey);
    if (row === undefined) return null;
    return { contract: idOf(row), seq: row.seq === null ? null : integer(row, "seq") };
  }

  #isTaken(alias: string): boolean {
    return this.#db.prepare("select 1 from aliases where alias = ?").get(alias) !== undefined;
  }

  #row(contract: ContractId): Row {
    const row = this.#db.prepare(CONTRACT).get(contract);
    invariant(row !== undefined, `${contract} was never stored`);
    return row;
  }

  #readContract(row: Row): StoredContract {
    return {
      state: parseState(text(row, "state"), this.#termsOf(row)),
      chain: { head: text(row, "head"), seq: integer(row, "seq") },
      signedPayees: signedPayeesOf(row),
      signedLegs: integer(row, "signed_legs"),
    };
  }

  #termsOf(row: Row): Terms {
    const id = text(row, "id");
    const known = this.#terms.get(id);
    if (known !== undefined) return known;
    const json = parseJson(text(row, "terms"));
    const terms = json.ok ? parseTerms(json.value) : json;
    invariant(terms.ok, `the stored terms of ${id} cannot be read`);
    const [oldest] = this.#terms.keys();
    if (this.#terms.size >= MAX_KNOWN_TERMS && oldest !== undefined) this.#terms.delete(oldest);
    this.#terms.set(id, terms.value);
    return terms.value;
  }
}

/** Nothing was stored for, and no leg signed of, the contract since somebody looked. */
function isStill(row: Row | undefined, { seq, signedLegs }: Place): boolean {
  if (row === undefined) return seq === 0 && signedLegs === 0;
  return integer(row, "seq") === seq && integer(row, "signed_legs") === signedLegs;
}

function idOf(row: Row): ContractId {
  return text(row, "id") as ContractId;
}

function signedPayeesOf(row: Row): readonly Party[] {
  return JSON.parse(text(row, "signed_payees"));
}

function readEntry(row: Row): StoredEntry {
  return {
    no: integer(row, "no"),
    contract: idOf(row),
    entry: parseBody(text(row, "body")),
    hash: text(row, "hash"),
    receivedAtMs: integer(row, "received_at"),
  };
}

function parseBody(body: string): Entry {
  const json = parseJson(body);
  const entry = json.ok ? parseEntry(json.value) : json;
  invariant(entry.ok, "a stored entry cannot be read");
  return entry.value;
}
