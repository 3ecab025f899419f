import type { SQLInputValue, StatementResultingChanges, StatementSync } from "node:sqlite";
import type { Row } from "./rows.ts";
import { storeError } from "./sqlite-error.ts";

type Values = readonly SQLInputValue[] | readonly [Record<string, SQLInputValue>];

/** A prepared statement. What fails outside this program is thrown as `StoreUnavailable`. */
export class Statement {
  readonly #statement: StatementSync;

  constructor(statement: StatementSync) {
    this.#statement = statement;
  }

  get(...values: Values): Row | undefined {
    try {
      return this.#statement.get(...(values as SQLInputValue[]));
    } catch (error) {
      throw storeError(error);
    }
  }

  all(...values: Values): Row[] {
    try {
      return this.#statement.all(...(values as SQLInputValue[]));
    } catch (error) {
      throw storeError(error);
    }
  }

  run(...values: Values): StatementResultingChanges {
    try {
      return this.#statement.run(...(values as SQLInputValue[]));
    } catch (error) {
      throw storeError(error);
    }
  }
}
