/**
 * Column values. Rows are written by this package alone, so what cannot be read was damaged: SQLite
 * notices a broken page, but not a changed byte inside a text.
 */
import type { SQLOutputValue } from "node:sqlite";
import { StoreDamaged } from "@bazaar/market/ports";

export type Row = Record<string, SQLOutputValue>;

export function text(row: Row, name: string): string {
  const value = row[name];
  if (typeof value !== "string") throw new StoreDamaged(`the database is damaged: no ${name}`);
  return value;
}

export function textOrNull(row: Row, name: string): string | null {
  return row[name] === null ? null : text(row, name);
}

export function bytes(row: Row, name: string): Uint8Array {
  const value = row[name];
  if (value instanceof Uint8Array) return value;
  throw new StoreDamaged(`the database is damaged: no ${name}`);
}

export function integer(row: Row, name: string): number {
  return Number(bigInteger(row, name));
}

export function bigInteger(row: Row, name: string): bigint {
  const value = row[name];
  if (typeof value !== "bigint") throw new StoreDamaged(`the database is damaged: no ${name}`);
  return value;
}

/** @throws StoreDamaged if the text cannot be read. */
export function readable<T>(what: string, read: () => T): T {
  try {
    return read();
  } catch (cause) {
    throw new StoreDamaged(`the database is damaged: ${what} cannot be read`, { cause });
  }
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
  const revive = (_: string, value: unknown): unknown => (isUnits(value) ? amountOf(value) : value);
  return readable("a record", () => JSON.parse(written, revive)) as T;
}

function isUnits(value: unknown): value is Units {
  return typeof (value as Units | null)?.$units === "string";
}
