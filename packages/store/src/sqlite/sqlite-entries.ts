import {
  type ContractId,
  type Entry,
  invariant,
  type Phase,
  parseEntry,
  parseJson,
} from "@bazaar/kernel";
import { type Step, StoreDamaged, type StoredEntry } from "@bazaar/market/ports";
import type { Database } from "./database.ts";
import { compressed, decompressed, MAX_PLAIN_LENGTH } from "./long-body.ts";
import { bytes, integer, type Row, readable, text, textOrNull } from "./rows.ts";

/** The columns of an entry, whichever table has its body. */
const ENTRY = `entries.no, entries.seq, phase_before, entries.phase, received_at, hash,
  ifnull(body, (select blobs.body from blobs where blobs.no = entries.no)) as body`;

/** The chains of all contracts in one table, whose number is the feed's. */
export class SqliteEntries {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Only inside a write. The number has no gap before it: rows are never deleted. */
  add(contract: number, step: Step, before: Phase | null): number {
    const { entry, hash, receivedAtMs, state } = step;
    const isLong = step.text.length > MAX_PLAIN_LENGTH;
    const sql = `insert into entries
      (contract, seq, phase_before, phase, received_at, hash, body) values (?, ?, ?, ?, ?, ?, ?)`;
    const body = isLong ? null : step.text;
    const { lastInsertRowid } = this.#db
      .prepare(sql)
      .run(contract, entry.seq, before, state.phase, receivedAtMs, hash, body);
    if (isLong) {
      const blob = "insert into blobs (no, body) values (?, ?)";
      this.#db.prepare(blob).run(lastInsertRowid, compressed(step.text));
    }
    return Number(lastInsertRowid);
  }

  lastNo(): number {
    const row = this.#db.prepare("select ifnull(max(no), 0) as no from entries").get();
    invariant(row !== undefined, "a maximum has one row");
    return integer(row, "no");
  }

  /** The entry that a contract began with, and how long it is. */
  first(contract: number): { readonly entry: Entry; readonly length: number } {
    const sql = `select ${ENTRY} from entries where contract = ? and entries.seq = 0`;
    const row = this.#db.prepare(sql).get(contract);
    if (row === undefined) throw new StoreDamaged("the database is damaged: an entry is missing");
    const body = bodyOf(row);
    return { entry: parseBody(body), length: body.length };
  }

  ofContract(contract: ContractId, fromSeq: number, limit: number): readonly StoredEntry[] {
    const sql = `select ${ENTRY}, ? as id from entries
      where contract = (select no from contracts where id = ?) and seq >= ?
      order by seq limit ?`;
    return this.#db.prepare(sql).all(contract, contract, fromSeq, limit).map(readEntry);
  }

  after(no: number, limit: number): readonly StoredEntry[] {
    const sql = `select ${ENTRY}, id from entries join contracts on contracts.no = contract
      where entries.no > ? order by entries.no limit ?`;
    return this.#db.prepare(sql).all(no, limit).map(readEntry);
  }
}

/** Unpacks and parses its body on first access: most readers only need the phase. */
class ReadEntry implements StoredEntry {
  readonly no: number;
  readonly contract: ContractId;
  readonly hash: string;
  readonly receivedAtMs: number;
  readonly phaseBefore: Phase | null;
  readonly phase: Phase;
  readonly #row: Row;
  #entry: Entry | null = null;

  constructor(row: Row) {
    this.no = integer(row, "no");
    this.contract = text(row, "id") as ContractId;
    this.hash = text(row, "hash");
    this.receivedAtMs = integer(row, "received_at");
    this.phaseBefore = textOrNull(row, "phase_before") as Phase | null;
    this.phase = text(row, "phase") as Phase;
    this.#row = row;
  }

  get entry(): Entry {
    this.#entry ??= parseBody(bodyOf(this.#row));
    return this.#entry;
  }
}

function readEntry(row: Row): StoredEntry {
  return new ReadEntry(row);
}

function bodyOf(row: Row): string {
  if (typeof row.body === "string") return row.body;
  return readable("an entry", () => decompressed(bytes(row, "body")));
}

function parseBody(body: string): Entry {
  const json = parseJson(body);
  const entry = json.ok ? parseEntry(json.value) : json;
  if (entry.ok) return entry.value;
  throw new StoreDamaged("the database is damaged: an entry cannot be read");
}
