/**
 * Keys that are bound to others. Most markets have none, and every act asks: that there are none is
 * remembered until another process has written to the file.
 */
import type { Binding, Party } from "@bazaar/kernel";
import { MAX_OWNER_KEYS, type Owners } from "@bazaar/market/ports";
import type { Database } from "./database.ts";
import { integer, type Row, text } from "./rows.ts";

const NONE: ReadonlyMap<Party, Party> = new Map();

export class SqliteOwners implements Owners {
  readonly #db: Database;
  /** The version of the file at which no key was bound; null if that is not known. */
  #emptyAt: bigint | null = null;

  constructor(db: Database) {
    this.#db = db;
  }

  bind(binding: Binding): Promise<boolean> {
    return this.#db.write(() => {
      this.#emptyAt = null;
      const [a, b] = binding.parties.map((party) => this.#keys(party));
      if (a === undefined || b === undefined || a.includes(binding.parties[1])) return true;
      const keys = [...a, ...b].sort();
      if (keys.length > MAX_OWNER_KEYS) return false;
      this.#join(keys);
      this.#add(binding);
      return true;
    });
  }

  async of(parties: readonly Party[]): Promise<ReadonlyMap<Party, Party>> {
    if (this.#isEmpty()) return NONE;
    const sql = "select key, owner from owners where key in (select value from json_each(?))";
    const rows = this.#db.prepare(sql).all(JSON.stringify(parties));
    return new Map(rows.map((row) => [party(row, "key"), party(row, "owner")]));
  }

  /** Every key of the party's owner, the party's own included. */
  keysOf(party: Party): readonly Party[] {
    return this.#isEmpty() ? [party] : this.#keys(party);
  }

  async bindingsOf(party: Party): Promise<readonly Binding[]> {
    const sql = `select one, other, issued_at, one_signature, other_signature from bindings
      where one in (select value from json_each(?)) order by no`;
    return this.#db
      .prepare(sql)
      .all(JSON.stringify(this.keysOf(party)))
      .map(readBinding);
  }

  #isEmpty(): boolean {
    const version = this.#db.foreignVersion();
    if (this.#emptyAt === version) return true;
    const isEmpty = this.#db.prepare("select 1 from owners limit 1").get() === undefined;
    this.#emptyAt = isEmpty ? version : null;
    return isEmpty;
  }

  #keys(party: Party): readonly Party[] {
    const sql = `select key from owners
      where owner = (select owner from owners where key = ?)`;
    const rows = this.#db.prepare(sql).all(party);
    return rows.length === 0 ? [party] : rows.map((row) => text(row, "key") as Party);
  }

  /** The first of the keys, in order, gives the owner its name. */
  #join(keys: readonly Party[]): void {
    const [owner = ""] = keys;
    const sql = `insert into owners (key, owner) values (?, ?)
      on conflict (key) do update set owner = excluded.owner`;
    for (const key of keys) this.#db.prepare(sql).run(key, owner);
  }

  #add({ parties, issuedAtSeconds, signatures }: Binding): void {
    const sql = `insert into bindings (one, other, issued_at, one_signature, other_signature)
      values (?, ?, ?, ?, ?)`;
    this.#db.prepare(sql).run(...parties, issuedAtSeconds, ...signatures);
  }
}

function party(row: Row, name: string): Party {
  return text(row, name) as Party;
}

function readBinding(row: Row): Binding {
  return {
    parties: [party(row, "one"), party(row, "other")],
    issuedAtSeconds: integer(row, "issued_at"),
    signatures: [text(row, "one_signature"), text(row, "other_signature")],
  };
}
