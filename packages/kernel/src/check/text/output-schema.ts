/**
 * A small, closed part of JSON Schema: what a buyer may require of a text that is JSON.
 *
 * There are no patterns, no references and no alternatives, so that checking takes time linear in the
 * text, whoever wrote the schema. A keyword that is not listed is refused at posting: one that was
 * ignored would promise something that nobody checks.
 */
import {
  Float,
  isJsonArray,
  isJsonObject,
  isWithinDepth,
  type Json,
  type JsonObject,
} from "../../canonical/json.ts";

const MAX_DEPTH = 16;
const MAX_SCHEMAS = 200;
const MAX_NAMES = 100;
const MAX_NAME = 200;
const MAX_SIZE = 1_000_000n;

const TYPES: readonly Json[] = [
  "object",
  "array",
  "string",
  "integer",
  "number",
  "boolean",
  "null",
];

/** Whether the value of each keyword is well-formed. Nested schemas are visited on their own. */
const KEYWORDS: Readonly<Record<string, (value: Json) => boolean>> = {
  type: (value) => TYPES.includes(value),
  title: (value) => typeof value === "string",
  description: (value) => typeof value === "string",
  properties: (value) => isJsonObject(value) && Object.keys(value).every(isName),
  required: (value) => isList(value) && value.every((name) => typeof name === "string"),
  additionalProperties: (value) => typeof value === "boolean",
  items: isJsonObject,
  enum: (value) => isList(value) && value.length > 0 && value.every(isScalar),
  minimum: isNumber,
  maximum: isNumber,
  minLength: isSize,
  maxLength: isSize,
  minItems: isSize,
  maxItems: isSize,
};

/** Why a schema cannot be used, or null. */
export function outputSchemaProblem(schema: JsonObject): string | null {
  // A schema inside another one is two levels below it.
  if (!isWithinDepth(schema, MAX_DEPTH)) return `nested deeper than ${MAX_DEPTH}`;
  const waiting: Json[] = [schema];
  for (let count = 1; waiting.length > 0; count += 1) {
    if (count > MAX_SCHEMAS) return `more than ${MAX_SCHEMAS} schemas inside each other`;
    const next = waiting.pop();
    if (!isJsonObject(next)) return "expected every schema to be an object";
    for (const [keyword, value] of Object.entries(next)) {
      const isWellFormed = Object.hasOwn(KEYWORDS, keyword) ? KEYWORDS[keyword] : undefined;
      if (isWellFormed === undefined) return `"${keyword.slice(0, MAX_NAME)}" is not supported`;
      if (!isWellFormed(value)) return `${keyword} is not well-formed`;
    }
    if (isJsonObject(next.properties)) waiting.push(...Object.values(next.properties));
    if (next.items !== undefined) waiting.push(next.items);
  }
  return null;
}

/** Where a value differs from a usable schema, and how; null if it does not. */
export function mismatch(schema: JsonObject, value: Json): string | null {
  const found = new SchemaReader().mismatch(schema, value);
  return found === null ? null : `the text${found}`;
}

/** What is listed in one schema, each item once: a list is read for every value it applies to. */
interface Listed {
  readonly required: ReadonlySet<string>;
  /** Null: any value. */
  readonly options: ReadonlySet<ScalarKey> | null;
}

class SchemaReader {
  readonly #listed = new Map<JsonObject, Listed>();

  /** The place is written on the way back: most values have nothing to say. */
  mismatch(schema: JsonObject, value: Json): string | null {
    const { options } = this.#listedIn(schema);
    if (schema.type !== undefined && !isOfType(value, schema.type)) {
      return ` is not of type ${String(schema.type)}`;
    }
    const key = scalarKey(value);
    if (options !== null && (key === undefined || !options.has(key))) {
      return " is none of the values in enum";
    }
    const own = boundMismatch(schema, value);
    if (own !== null) return ` ${own}`;
    if (isJsonArray(value)) return this.#inItems(schema, value);
    return isJsonObject(value) ? this.#inProperties(schema, value) : null;
  }

  #inItems({ items }: JsonObject, value: readonly Json[]): string | null {
    if (!isJsonObject(items)) return null;
    for (const [index, item] of value.entries()) {
      const found = this.mismatch(items, item);
      if (found !== null) return `[${index}]${found}`;
    }
    return null;
  }

  #inProperties(schema: JsonObject, value: JsonObject): string | null {
    const properties = isJsonObject(schema.properties) ? schema.properties : {};
    for (const name of this.#listedIn(schema).required) {
      if (!Object.hasOwn(value, name)) return ` has no "${name}"`;
    }
    for (const [name, item] of Object.entries(value)) {
      const inner = Object.hasOwn(properties, name) ? properties[name] : undefined;
      if (inner === undefined && schema.additionalProperties === false) {
        return ` has "${name.slice(0, MAX_NAME)}", which is not allowed`;
      }
      const found = isJsonObject(inner) ? this.mismatch(inner, item) : null;
      if (found !== null) return `.${name}${found}`;
    }
    return null;
  }

  #listedIn(schema: JsonObject): Listed {
    const known = this.#listed.get(schema);
    if (known !== undefined) return known;
    const { required, enum: options } = schema;
    const names = isJsonArray(required) ? required : [];
    const listed = {
      required: new Set(names.filter((name) => typeof name === "string")),
      options: isJsonArray(options) ? new Set(options.map(scalarKey).filter(isKey)) : null,
    };
    this.#listed.set(schema, listed);
    return listed;
  }
}

/** Equal for equal values, also for 1 and 1.0. */
type ScalarKey = string | boolean | bigint | number | null;

/** Undefined for what has no equal. */
function scalarKey(value: Json): ScalarKey | undefined {
  if (value instanceof Float) {
    return Number.isInteger(value.value) ? BigInt(value.value) : value.value;
  }
  return typeof value === "object" && value !== null ? undefined : value;
}

function isKey(key: ScalarKey | undefined): key is ScalarKey {
  return key !== undefined;
}

function boundMismatch(schema: JsonObject, value: Json): string | null {
  const number = numberOf(value);
  if (number !== null) {
    const [least, most] = [numberOf(schema.minimum), numberOf(schema.maximum)];
    if (least !== null && number < least) return `is less than ${least}`;
    if (most !== null && number > most) return `is more than ${most}`;
  }
  if (typeof value === "string") return sizeMismatch(value.length, schema, "Length");
  return isJsonArray(value) ? sizeMismatch(value.length, schema, "Items") : null;
}

function sizeMismatch(size: number, schema: JsonObject, of: "Length" | "Items"): string | null {
  const [least, most] = [numberOf(schema[`min${of}`]), numberOf(schema[`max${of}`])];
  if (least !== null && size < least) return `has a size of ${size}, less than ${least}`;
  return most !== null && size > most ? `has a size of ${size}, more than ${most}` : null;
}

function isOfType(value: Json, type: Json): boolean {
  switch (type) {
    case "object":
      return isJsonObject(value);
    case "array":
      return isJsonArray(value);
    case "integer":
      return typeof value === "bigint";
    case "number":
      return isNumber(value);
    case "null":
      return value === null;
    default:
      return typeof value === type;
  }
}

/** A bigint and a number compare exactly. */
function numberOf(value: Json | undefined): bigint | number | null {
  if (typeof value === "bigint") return value;
  return value instanceof Float ? value.value : null;
}

function isNumber(value: Json): boolean {
  return numberOf(value) !== null;
}

function isSize(value: Json): boolean {
  return typeof value === "bigint" && value >= 0n && value <= MAX_SIZE;
}

function isList(value: Json): value is readonly Json[] {
  return isJsonArray(value) && value.length <= MAX_NAMES;
}

function isName(name: string): boolean {
  return name.length <= MAX_NAME;
}

function isScalar(value: Json): boolean {
  return !isJsonArray(value) && !isJsonObject(value);
}
