/** Column values. Rows are written by this package, so their shape is known. */
import type { SQLOutputValue } from "node:sqlite";
import { invariant } from "@bazaar/kernel";

export type Row = Record<string, SQLOutputValue>;

export function text(row: Row, name: string): string {
  const value = row[name];
  invariant(typeof value === "string", `${name} is not a text`);
  return value;
}

export function textOrNull(row: Row, name: string): string | null {
  return row[name] === null ? null : text(row, name);
}

export function integer(row: Row, name: string): number {
  return Number(bigInteger(row, name));
}

export function bigInteger(row: Row, name: string): bigint {
  const value = row[name];
  invariant(typeof value === "bigint", `${name} is not an integer`);
  return value;
}

/** An amount in a record: JSON has no bigint. */
interface Units {
  readonly $units: string;
}

export function unitsOf(amount: bigint): Units {
  return { $units: amount.toString() };
}

export function amountOf({ $units }: Units): bigint {
  return BigInt($units);
}

/** Plain data with amounts in it, as text. */
export function recordText(record: unknown): string {
  return JSON.stringify(record, (_, value) => (typeof value === "bigint" ? unitsOf(value) : value));
}

export function parseRecord<T>(written: string): T {
  return JSON.parse(written, (_, value) =>
    typeof value?.$units === "string" ? amountOf(value) : value,
  ) as T;
}
