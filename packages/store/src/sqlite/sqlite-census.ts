import type { SQLInputValue } from "node:sqlite";
import { invariant, OPEN_PHASES, type Party, type Phase } from "@bazaar/kernel";
import type { Census, History, OpenSide } from "@bazaar/market/ports";
import type { Database } from "./database.ts";
import { integer, type Row, text } from "./rows.ts";
import type { SqliteNames } from "./sqlite-names.ts";

/** Of a contract, by its phase. */
export const IS_OPEN = `phase in (${OPEN_PHASES.map((phase) => `'${phase}'`).join(", ")})`;
const COUNT_OPEN: Readonly<Record<OpenSide, string>> = {
  principal: `select count(*) as found from contracts where principal = ? and ${IS_OPEN}`,
  agent: `select count(*) as found from contracts where agent = ? and ${IS_OPEN} and seat > 0`,
};

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
    const unsupported = `select ifnull(sum(unsupported), 0) as found from contracts
      where principal = ? and unsupported > 0`;
    return {
      unsupported: this.#count(unsupported, no),
      principal: censusOf(this.#db.prepare(principal).all(no)),
      agent: censusOf(this.#db.prepare(agent).all(no)),
    };
  }

  open(party: Party, as: OpenSide): number {
    return this.#count(COUNT_OPEN[as], this.#names.find(party));
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
