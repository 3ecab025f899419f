/**
 * How the fields of a job schema are read and described: each declared once, so that what a schema's
 * document says about a field is what is enforced.
 */
import type { Bounds, Fields } from "../canonical/fields.ts";
import { Float, type Json, type JsonObject } from "../canonical/json.ts";

export interface Shape<T> {
  /** As the document of a schema has it: at least `type`, a JSON type. */
  readonly json: JsonObject;
  readonly read: (read: Fields, name: string) => T;
}

export interface Field<T> {
  readonly shape: Shape<T>;
  readonly isRequired: boolean;
  readonly description: string;
}

export type FieldTable = Readonly<Record<string, Field<unknown>>>;

export type ValuesOf<F extends FieldTable> = {
  readonly [Name in keyof F]: F[Name] extends Field<infer T> ? T : never;
};

export function required<T>(shape: Shape<T>, description: string): Field<T> {
  return { shape, isRequired: true, description };
}

/** Null if the field is absent or null. */
export function optional<T>(shape: Shape<T>, description: string): Field<T | null> {
  const read = (from: Fields, name: string): T | null =>
    from.optional(name, () => shape.read(from, name));
  return { shape: { json: shape.json, read }, isRequired: false, description };
}

/** Every declared field; others are kept by whoever has the payload, and have no effect. */
export function readTable<F extends FieldTable>(table: F, read: Fields): ValuesOf<F> {
  const named = Object.entries(table).map(([name, { shape }]) => [name, shape.read(read, name)]);
  return Object.fromEntries(named) as ValuesOf<F>;
}

/** The table as the document of a schema has it. */
export function tableJson(table: FieldTable): JsonObject {
  return Object.fromEntries(
    Object.entries(table).map(([name, { shape, isRequired, description }]) => [
      name,
      { ...shape.json, required: isRequired, description },
    ]),
  );
}

export function text({ min = 0, max }: Bounds<number>): Shape<string> {
  return {
    json: { type: "string", min_length: BigInt(min), max_length: BigInt(max) },
    read: (read, name) => read.string(name, { min, max }),
  };
}

export function integer({ min = 0, max }: Bounds<number>): Shape<number> {
  return {
    json: { type: "integer", minimum: BigInt(min), maximum: BigInt(max) },
    read: (read, name) => read.integer(name, { min, max }),
  };
}

/** Any finite number, with or without a point. */
export function number({ min, max }: Required<Bounds<number>>): Shape<number> {
  return {
    json: { type: "number", minimum: numberJson(min), maximum: numberJson(max) },
    read(read, name) {
      const token = read.number(name);
      const value = token instanceof Float ? token.value : Number(token);
      if (value < min || value > max) read.fault(name, `${value} is outside ${min} to ${max}`);
      return value;
    },
  };
}

export const flag: Shape<boolean> = {
  json: { type: "boolean" },
  read: (read, name) => read.boolean(name),
};

/** "sha256:" and 64 lower-case hex digits. */
export const contentHash: Shape<string> = patterned(
  "sha256:<64 hex digits>",
  /^sha256:[0-9a-f]{64}$/,
);
/** 64 lower-case hex digits, where a dialect writes a hash without its algorithm. */
export const bareHash: Shape<string> = patterned("<64 hex digits>", /^[0-9a-f]{64}$/);
const COMMIT = /^[0-9a-f]{40}$/;

/** A commit as git names it, whole. */
export const commit: Shape<string> = patterned("<40 hex digits>", COMMIT);

export function isCommit(text: string): boolean {
  return COMMIT.test(text);
}

export function oneOf<const T extends string>(options: readonly [T, ...T[]]): Shape<T> {
  return {
    json: { type: "string", enum: [...options] },
    read: (read, name) => read.oneOf(name, options),
  };
}

export function list<T>(item: Shape<T>, { min = 0, max }: Bounds<number>): Shape<readonly T[]> {
  return {
    json: {
      type: "array",
      items: item.json,
      min_items: BigInt(min),
      max_items: BigInt(max),
    },
    read: (read, name) => read.array(name, { min, max }, (items, at) => item.read(items, at)),
  };
}

export function record<F extends FieldTable>(table: F): Shape<ValuesOf<F>> {
  return {
    json: { type: "object", properties: tableJson(table) },
    read: (read, name) => readTable(table, read.object(name)),
  };
}

/** Any object; its depth and length are bounded by the entry that carries it. */
export const anyObject: Shape<JsonObject> = {
  json: { type: "object" },
  read: (read, name) => read.jsonObject(name),
};

/** Values of one shape under names of the author's own. */
export function map<T>(value: Shape<T>, max: number): Shape<ReadonlyMap<string, T>> {
  return {
    json: { type: "object", values: value.json, max_properties: BigInt(max) },
    read(read, name) {
      const inner = read.object(name);
      const { names } = inner;
      if (names.length > max) read.fault(name, `${names.length} fields; expected at most ${max}`);
      return new Map(names.slice(0, max).map((key) => [key, value.read(inner, key)]));
    },
  };
}

const MAX_PATTERNED = 80;

function patterned(form: string, pattern: RegExp): Shape<string> {
  return {
    json: { type: "string", form },
    read(read, name) {
      const value = read.string(name, { max: MAX_PATTERNED });
      if (!pattern.test(value)) read.fault(name, `expected ${form}`);
      return value;
    },
  };
}

function numberJson(value: number): Json {
  return Number.isInteger(value) ? BigInt(value) : new Float(value);
}
