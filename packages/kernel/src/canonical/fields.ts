/**
 * Reads typed values from a Json object and keeps the first problem.
 *
 * A caller reads all fields and checks `problem` once at the end. After a problem each read still
 * returns a harmless value of its type (the least allowed number, an empty text, the first
 * option), which must not be used: check `problem` first.
 * Nested readers share the problem of the reader they came from and add to its path, so that it
 * says `terms.checks[2].pattern`. Every text, list and number has a bound that the caller names.
 */
import type { Party } from "../identity/party.ts";
import { parseParty } from "../identity/party.ts";
import { formatAmount, MAX_UNITS, parseAmount } from "../money/amount.ts";
import type { Asset } from "../money/asset.ts";
import { Float, isJsonArray, isJsonObject, type Json, type JsonObject } from "./json.ts";

export interface Problem {
  readonly field: string;
  readonly problem: string;
}

export interface Bounds<T> {
  readonly min?: T;
  readonly max: T;
}

/** What a party reads as after a problem: the zero key, for which no signature is ever valid. */
const NOBODY = `fix_${"0".repeat(64)}` as Party;

/** How much of an invalid text a problem repeats. */
const SHOWN = 40;

/** A reader of `json`, which must be an object. `path` names it in problems; it may be empty. */
export function fields(json: Json | undefined, path = ""): Fields {
  const found: Found = { problem: null };
  if (isJsonObject(json)) return new Fields(json, path, found);
  found.problem = { field: path, problem: `expected an object, got ${kindOf(json)}` };
  return new Fields({}, path, found);
}

interface Found {
  problem: Problem | null;
}

/** One object, or the items of one array under the names "0", "1", … Made by `fields`. */
export class Fields {
  readonly #values: JsonObject | readonly Json[];
  readonly #path: string;
  readonly #found: Found;

  constructor(values: JsonObject | readonly Json[], path: string, found: Found) {
    this.#values = values;
    this.#path = path;
    this.#found = found;
  }

  /** The first problem, here or in any reader from the same `fields`. */
  get problem(): Problem | null {
    return this.#found.problem;
  }

  /** The names that are present, known or not. */
  get names(): readonly string[] {
    return Object.keys(this.#values);
  }

  /** Records a problem found by the caller, unless there is one already. */
  fault(name: string, problem: string): void {
    this.#found.problem ??= { field: this.#pathOf(name), problem };
  }

  /** Absent and null are the same to clients that write every field of their own structures. */
  has(name: string): boolean {
    const value = this.#value(name);
    return value !== undefined && value !== null;
  }

  /** Null if the field is absent or null, else what `read` makes of it. */
  optional<T>(name: string, read: (name: string) => T): T | null {
    return this.has(name) ? read(name) : null;
  }

  /** Refuses any field that is not listed. */
  onlyKnown(known: readonly string[]): void {
    const unknown = this.names.find((name) => !known.includes(name));
    if (unknown !== undefined) {
      this.fault(unknown.slice(0, SHOWN), `unknown field; expected only ${known.join(", ")}`);
    }
  }

  /** Any value, null included; only its absence is a problem. */
  json(name: string): Json {
    const value = this.#value(name);
    if (value === undefined) this.#wrong(name, "a value", value);
    return value ?? null;
  }

  /** An object as it was sent. */
  jsonObject(name: string): JsonObject {
    const value = this.#value(name);
    return isJsonObject(value) ? value : this.#wrong(name, "an object", value, {});
  }

  /** `min` and `max` count UTF-16 units. */
  string(name: string, { min = 0, max }: Bounds<number>): string {
    const value = this.#value(name);
    if (typeof value !== "string") return this.#wrong(name, "text", value, "");
    if (value.length >= min && value.length <= max) return value;
    this.fault(name, `${value.length} characters; expected ${min} to ${max}`);
    return "";
  }

  /** Exactly so many lower-case hex digits. */
  hex(name: string, digits: number): string {
    const value = this.#value(name);
    if (typeof value !== "string") return this.#wrong(name, `${digits} hex digits`, value, "");
    if (value.length === digits && /^[0-9a-f]*$/.test(value)) return value;
    this.fault(name, `expected ${digits} lower-case hex digits`);
    return "";
  }

  boolean(name: string): boolean {
    const value = this.#value(name);
    return typeof value === "boolean" ? value : this.#wrong(name, "true or false", value, false);
  }

  /** An integer token; `1.0` is not one. Both bounds must be safe integers. */
  integer(name: string, { min = 0, max }: Bounds<number>): number {
    const value = this.#value(name);
    if (typeof value !== "bigint") return this.#wrong(name, "an integer", value, min);
    // Rounding cannot move an integer into bounds that are safe integers.
    const number = Number(value);
    if (number >= min && number <= max) return number;
    this.fault(name, `${shorten(value.toString())} is outside ${min} to ${max}`);
    return min;
  }

  /** Any number, with the difference between `1` and `1.0` kept. */
  number(name: string): bigint | Float {
    const value = this.#value(name);
    if (typeof value === "bigint" || value instanceof Float) return value;
    return this.#wrong(name, "a number", value, 0n);
  }

  oneOf<const T extends string>(name: string, options: readonly [T, ...T[]]): T {
    const value = this.#value(name);
    const option = options.find((candidate) => candidate === value);
    if (option !== undefined) return option;
    const got = typeof value === "string" ? `"${shorten(value)}"` : kindOf(value);
    this.fault(name, `expected one of ${options.join(", ")}; got ${got}`);
    return options[0];
  }

  /** A decimal text, in base units of the asset. Bounds are base units too. */
  amount(
    name: string,
    asset: Asset,
    { min = 0n, max }: Bounds<bigint> = { max: MAX_UNITS },
  ): bigint {
    const value = this.#value(name);
    if (typeof value !== "string") return this.#wrong(name, "a decimal as text", value, min);
    const units = parseAmount(value, asset);
    if (!units.ok) {
      this.fault(name, "problem" in units.refusal ? units.refusal.problem : units.refusal.code);
      return min;
    }
    if (units.value >= min && units.value <= max) return units.value;
    const range = `${formatAmount(min, asset)} to ${formatAmount(max, asset)}`;
    this.fault(name, `${value} is outside ${range} ${asset.code}`);
    return min;
  }

  /** A party in its canonical, lower-case form. */
  party(name: string): Party {
    const value = this.#value(name);
    if (typeof value !== "string") return this.#wrong(name, "a party", value, NOBODY);
    const party = parseParty(value);
    if (party.ok && party.value === value) return party.value;
    this.fault(
      name,
      party.ok
        ? "expected a party with lower-case hex"
        : "expected a party: fix_ or nostr: with 64 hex digits, or evm:0x with 40",
    );
    return NOBODY;
  }

  /** A nested reader; of an empty object after a problem. */
  object(name: string): Fields {
    return new Fields(this.jsonObject(name), this.#pathOf(name), this.#found);
  }

  /**
   * A list, read item by item: `read.array("notes", { max: 9 }, (items, at) => items.string(at, …))`.
   * Reading stops at the first problem.
   */
  array<T>(
    name: string,
    { min = 0, max }: Bounds<number>,
    read: (items: Fields, at: string) => T,
  ): readonly T[] {
    const value = this.#value(name);
    if (!isJsonArray(value)) return this.#wrong(name, "a list", value, []);
    if (value.length < min || value.length > max) {
      this.fault(name, `${value.length} items; expected ${min} to ${max}`);
      return [];
    }
    const items = new Fields(value, this.#pathOf(name), this.#found);
    const list: T[] = [];
    for (let at = 0; at < value.length && this.problem === null; at += 1) {
      list.push(read(items, String(at)));
    }
    return list;
  }

  /** Own properties only, so that `constructor` is not found in every object. */
  #value(name: string): Json | undefined {
    const values = this.#values;
    if (!Object.hasOwn(values, name)) return undefined;
    return isJsonArray(values) ? values[Number(name)] : values[name];
  }

  #pathOf(name: string): string {
    if (isJsonArray(this.#values)) return `${this.#path}[${name}]`;
    return this.#path === "" ? name : `${this.#path}.${name}`;
  }

  #wrong<T>(name: string, expected: string, value: Json | undefined, instead: T): T;
  #wrong(name: string, expected: string, value: Json | undefined): void;
  #wrong<T>(name: string, expected: string, value: Json | undefined, instead?: T): T | undefined {
    this.fault(name, `expected ${expected}, got ${kindOf(value)}`);
    return instead;
  }
}

function kindOf(value: Json | undefined): string {
  if (value === undefined) return "nothing";
  if (value === null) return "null";
  if (typeof value === "string") return "text";
  if (typeof value === "boolean") return String(value);
  if (typeof value === "bigint") return "an integer";
  if (isJsonArray(value)) return "a list";
  return isJsonObject(value) ? "an object" : "a number with a point or exponent";
}

function shorten(text: string): string {
  return text.length <= SHOWN ? text : `${text.slice(0, SHOWN)}…`;
}
