import type { SQLInputValue } from "node:sqlite";
import { invariant, OPEN_PHASES, type Party, type Phase } from "@bazaar/kernel";
import type { Census, History } from "@bazaar/market/ports";
import type { Database } from "./database.ts";
import { integer, type Row, text } from "./rows.ts";
import type { SqliteNames } from "./sqlite-names.ts";

const IS_OPEN = `phase in (${OPEN_PHASES.map((phase) => `'${phase}'`).join(", ")})`;

/** What is counted: answered from indexes alone, without a look at any contract. */
export class SqliteCensus {
  readonly #db: Database;
  readonly #names: SqliteNames;

  constructor(db: Database, names: SqliteNames) {
    this.#db = db;
    this.#names = names;
  }

  byPhase(): Census {
    const sql = "select phase, count(*) as found from contracts group by phase";
    return censusOf(this.#db.prepare(sql).all());
  }

  agents(): number {
    return this.#count("select count(*) as found from agents");
  }

  history(party: Party): History {
    const no = this.#names.find(party);
    const principal = `select phase, count(*) as found from contracts
      where principal = ? group by phase`;
    const agent = `select phase, count(*) as found from contracts
      where agent = ? group by phase`;
    return {
      principal: censusOf(this.#db.prepare(principal).all(no)),
      agent: censusOf(this.#db.prepare(agent).all(no)),
    };
  }

  openPosted(party: Party): number {
    const sql = `select count(*) as found from contracts where principal = ? and ${IS_OPEN}`;
    return this.#count(sql, this.#names.find(party));
  }

  openSeated(party: Party): number {
    const sql = `select count(*) as found from contracts
      where agent = ? and ${IS_OPEN} and seat > 0`;
    return this.#count(sql, this.#names.find(party));
  }

  #count(sql: string, ...parameters: readonly SQLInputValue[]): number {
    const row = this.#db.prepare(sql).get(...parameters);
    invariant(row !== undefined, "a count has one row");
    return integer(row, "found");
  }
}

function censusOf(rows: readonly Row[]): Census {
  return new Map(rows.map((row) => [text(row, "phase") as Phase, integer(row, "found")]));
}
