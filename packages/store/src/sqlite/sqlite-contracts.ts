/**
 * Contracts as rows, with a cache of those that were used last, because parsing one is expensive.
 *
 * A write changes the cached contract with its row; where it is undone, the cache is emptied. Where
 * another process has written to the file since, a cached contract is used only if its row has not
 * moved. Aliases never change and are cached without a check.
 */
import {
  type ContractId,
  type ContractState,
  invariant,
  isEnded,
  type Leg,
  MAX_ENTRIES,
  type Party,
  type Phase,
  parseState,
  readTerms,
  replay,
  type Terms,
} from "@bazaar/kernel";
import {
  type ContractQuery,
  type Step,
  StoreDamaged,
  type StoredContract,
} from "@bazaar/market/ports";
import { LRUCache } from "lru-cache";
import { isSamePlace, type Place, placeOf } from "../place.ts";
import { withPayees } from "../signed-payees.ts";
import type { Database } from "./database.ts";
import { integer, type Row, readable, text } from "./rows.ts";
import type { SqliteEntries } from "./sqlite-entries.ts";
import type { SqliteNames } from "./sqlite-names.ts";

/** What a write needs to know of the contract before. */
export interface ContractRow extends Place {
  readonly no: number;
  readonly phase: Phase;
  readonly agent: number | null;
  readonly seat: number;
}

/** These columns come before the long ones, so the rest of the row is not read. */
const ROW = "select no, seq, signed_legs, phase, agent, seat from contracts";

const ID_LENGTH = 64;

interface Cached {
  readonly no: number;
  readonly stored: StoredContract;
  /** The version of the file at which it was last seen to be the same as its row. */
  readonly version: bigint;
  /** Length of the first entry, which is little but the terms: they make most of a state. */
  readonly termsLength: number;
}

export class SqliteContracts {
  readonly #db: Database;
  readonly #names: SqliteNames;
  readonly #entries: SqliteEntries;
  readonly #cache = new LRUCache<ContractId, Cached>({
    max: 10_000,
    maxSize: 2 ** 23,
    sizeCalculation: ({ termsLength }) => termsLength,
  });
  readonly #aliases = new LRUCache<string, ContractId>({ max: 10_000 });

  constructor(db: Database, names: SqliteNames, entries: SqliteEntries) {
    this.#db = db;
    this.#names = names;
    this.#entries = entries;
  }

  load(contract: ContractId): StoredContract | null {
    const version = this.#db.foreignVersion();
    const cached = this.#cache.get(contract);
    if (cached?.version === version) return cached.stored;
    const row = this.#db.prepare("select * from contracts where id = ?").get(contract);
    return row === undefined ? null : this.#read(row, version);
  }

  list({ phases, limit, before }: ContractQuery): readonly StoredContract[] {
    // Each phase is cut to a page before they are joined: most contracts have the same few.
    const sql = `select contracts.*
      from (select distinct value from json_each(:phases)) as phases join contracts
      on no in (select no from contracts where phase = phases.value
        and no < case when :before is null then 9e18
          else (select no from contracts where contracts.id = :before) end
        order by no desc limit :limit)
      order by no desc limit :limit`;
    const version = this.#db.foreignVersion();
    const rows = this.#db.prepare(sql).all({ phases: JSON.stringify(phases), before, limit });
    return rows.map((row) => this.#read(row, version));
  }

  numberOf(contract: ContractId): number | null {
    const cached = this.#cache.peek(contract);
    if (cached !== undefined) return cached.no;
    const row = this.#db.prepare("select no from contracts where id = ?").get(contract);
    return row === undefined ? null : integer(row, "no");
  }

  /** The number of the contract that a key begins with; null where it begins with none. */
  numberIn(key: string): number | null {
    const id = key.slice(0, ID_LENGTH);
    return key[ID_LENGTH] === "/" ? this.numberOf(id as ContractId) : null;
  }

  named(alias: string): ContractId | null {
    const cached = this.#aliases.get(alias);
    if (cached !== undefined) return cached;
    const sql = `select id from aliases join contracts on contracts.no = aliases.contract
      where alias = ?`;
    const row = this.#db.prepare(sql).get(alias);
    if (row === undefined) return null;
    const id = idOf(row);
    this.#aliases.set(alias, id);
    return id;
  }

  row(contract: ContractId): ContractRow | null {
    const row = this.#db.prepare(`${ROW} where id = ?`).get(contract);
    return row === undefined ? null : readRow(row);
  }

  rowAt(no: number): ContractRow {
    const row = this.#db.prepare(`${ROW} where no = ?`).get(no);
    invariant(row !== undefined, `contract ${no} was never stored`);
    return readRow(row);
  }

  overdue(nowMs: number, limit: number): readonly ContractId[] {
    const sql = "select id from contracts where due_at < ? order by due_at, id limit ?";
    return this.#db.prepare(sql).all(nowMs, limit).map(idOf);
  }

  nextDeadlineMs(): number | null {
    const sql = "select due_at from contracts where due_at is not null order by due_at limit 1";
    const row = this.#db.prepare(sql).get();
    return row === undefined ? null : integer(row, "due_at");
  }

  settleable(limit: number): readonly ContractId[] {
    const sql = "select id from contracts where is_settleable = 1 order by no limit ?";
    return this.#db.prepare(sql).all(limit).map(idOf);
  }

  /** Only inside a write. */
  insert({ state, hash, receivedAtMs, ...step }: Step, stateText: string): number {
    const sql = `insert into contracts (id, seq, phase, principal, agent, seat, due_at, posted_at,
      awaits_settlement, unsupported, head, state) values (?, 1, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;
    const { id, phase, seat, deadline, terms, unsupported } = state;
    const principal = this.#names.numberOf(terms.principal);
    const agent = this.#agentOf(null, state);
    const { lastInsertRowid } = this.#db
      .prepare(sql)
      .run(
        id,
        phase,
        principal,
        agent,
        seat?.number ?? 0,
        deadline?.atMs ?? null,
        receivedAtMs,
        awaitsSettlement(state),
        unsupported,
        hash,
        stateText,
      );
    const first = { signedPayees: [], signedLegs: 0, postedMs: receivedAtMs };
    const stored = { ...first, state, chain: { head: hash, seq: 1 } };
    const no = Number(lastInsertRowid);
    this.#put({ no, stored, termsLength: step.text.length });
    return no;
  }

  /** Only inside a write. Whether it is settleable is to be reviewed once its legs are written. */
  update(row: ContractRow, { state, hash, entry }: Step, stateText: string): void {
    const sql = `update contracts set seq = ?, phase = ?, agent = ?, seat = ?, due_at = ?,
      awaits_settlement = ?, is_settleable = 0, unsupported = ?, head = ?, state = ? where no = ?`;
    const { phase, seat, deadline, unsupported } = state;
    const agent = this.#agentOf(row, state);
    this.#db
      .prepare(sql)
      .run(
        entry.seq + 1,
        phase,
        agent,
        seat?.number ?? 0,
        deadline?.atMs ?? null,
        awaitsSettlement(state),
        unsupported,
        hash,
        stateText,
        row.no,
      );
    this.#follow(state.id, row, { state, chain: { head: hash, seq: entry.seq + 1 } });
  }

  /** Only inside a write that has found all its legs confirmed. */
  allowSettlement(no: number): void {
    const sql = "update contracts set is_settleable = 1 where no = ? and awaits_settlement = 1";
    this.#db.prepare(sql).run(no);
  }

  /** Only inside a write. */
  markSigned(no: number, legs: readonly Leg[]): void {
    const sql = "select id, seq, signed_legs, signed_payees from contracts where no = ?";
    const row = this.#db.prepare(sql).get(no);
    invariant(row !== undefined, `contract ${no} was never stored`);
    const signedPayees = withPayees(signedPayeesOf(row), legs);
    const place = readPlace(row);
    const signedLegs = place.signedLegs + legs.length;
    const mark = "update contracts set signed_payees = ?, signed_legs = ? where no = ?";
    this.#db.prepare(mark).run(JSON.stringify(signedPayees), signedLegs, no);
    this.#follow(idOf(row), place, { signedPayees, signedLegs });
  }

  isTaken(alias: string): boolean {
    return this.#db.prepare("select 1 from aliases where alias = ?").get(alias) !== undefined;
  }

  /** Only inside a write. */
  name(alias: string, id: ContractId, no: number): void {
    this.#db.prepare("insert into aliases (alias, contract) values (?, ?)").run(alias, no);
    this.#aliases.set(alias, id);
  }

  /** After a write was undone, which the caches may have followed. */
  forget(): void {
    this.#cache.clear();
    this.#aliases.clear();
  }

  /** The number of the agent who holds the seat, or held it last. */
  #agentOf(row: ContractRow | null, { seat }: ContractState): number | null {
    if (seat === null || seat.number === row?.seat) return row?.agent ?? null;
    const no = this.#names.numberOf(seat.agent);
    this.#db.prepare("insert into agents (no) values (?) on conflict do nothing").run(no);
    return no;
  }

  /** Changes the cached contract as its row was changed, which stood at `before`. */
  #follow(id: ContractId, before: Place, change: Partial<StoredContract>): void {
    const cached = this.#cache.peek(id);
    if (cached === undefined) return;
    if (!isSamePlace(placeOf(cached.stored), before)) this.#cache.delete(id);
    else this.#put({ ...cached, stored: { ...cached.stored, ...change } });
  }

  #put(contract: Omit<Cached, "version">): void {
    const version = this.#db.foreignVersion();
    this.#cache.set(contract.stored.state.id, { ...contract, version });
  }

  #read(row: Row, version: bigint): StoredContract {
    const id = idOf(row);
    const cached = this.#cache.get(id);
    if (cached !== undefined && isSamePlace(placeOf(cached.stored), readPlace(row))) {
      this.#cache.set(id, { ...cached, version });
      return cached.stored;
    }
    // Terms never change, so those of an outdated contract will do.
    const no = integer(row, "no");
    const { terms, termsLength } =
      cached === undefined
        ? this.#readTerms(no)
        : { terms: cached.stored.state.terms, termsLength: cached.termsLength };
    const stored = {
      state:
        readable("a contract", () => parseState(text(row, "state"), terms)) ?? this.#recompute(id),
      chain: { head: text(row, "head"), seq: integer(row, "seq") },
      signedPayees: signedPayeesOf(row),
      signedLegs: integer(row, "signed_legs"),
      postedMs: integer(row, "posted_at"),
    };
    this.#cache.set(id, { no, stored, version, termsLength });
    return stored;
  }

  /** The state as its entries give it, where a program of another version wrote the row. */
  #recompute(id: ContractId): ContractState {
    const stored = this.#entries.ofContract(id, 0, MAX_ENTRIES);
    const transcript = {
      id,
      entries: stored.map(({ entry }) => entry),
      receivedAt: stored.map(({ receivedAtMs }) => receivedAtMs),
    };
    const replayed = replay(transcript, checkedBefore);
    invariant(replayed.ok, `the stored entries of ${id} cannot be replayed`);
    return replayed.value;
  }

  #readTerms(no: number): { readonly terms: Terms; readonly termsLength: number } {
    const { entry, length } = this.#entries.first(no);
    const terms = readTerms(entry.data.terms);
    if (terms.ok) return { terms: terms.value, termsLength: length };
    throw new StoreDamaged("the database is damaged: terms cannot be read");
  }
}

/** Signatures were checked before the entries were stored. */
const checkedBefore = (): boolean => true;

/** Ended, but not settled yet. */
function awaitsSettlement({ phase, isSettled }: ContractState): 0 | 1 {
  return isEnded(phase) && !isSettled ? 1 : 0;
}

function readRow(row: Row): ContractRow {
  return {
    ...readPlace(row),
    no: integer(row, "no"),
    phase: text(row, "phase") as Phase,
    agent: row.agent === null ? null : integer(row, "agent"),
    seat: integer(row, "seat"),
  };
}

function readPlace(row: Row): Place {
  return { seq: integer(row, "seq"), signedLegs: integer(row, "signed_legs") };
}

function idOf(row: Row): ContractId {
  return text(row, "id") as ContractId;
}

function signedPayeesOf(row: Row): readonly Party[] {
  return readable("a list of payees", () => JSON.parse(text(row, "signed_payees")));
}
