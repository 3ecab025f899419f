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
export function mismatch(schema: JsonObject, value: Json, at = "the text"): string | null {
  const own = ownMismatch(schema, value);
  if (own !== null) return `${at} ${own}`;
  if (isJsonArray(value)) {
    const { items } = schema;
    if (!isJsonObject(items)) return null;
    for (const [index, item] of value.entries()) {
      const found = mismatch(items, item, `${at}[${index}]`);
      if (found !== null) return found;
    }
    return null;
  }
  return isJsonObject(value) ? propertyMismatch(schema, value, at) : null;
}

function propertyMismatch(schema: JsonObject, value: JsonObject, at: string): string | null {
  const properties = isJsonObject(schema.properties) ? schema.properties : {};
  const required = isJsonArray(schema.required) ? schema.required : [];
  const missing = required.find((name) => typeof name === "string" && !Object.hasOwn(value, name));
  if (typeof missing === "string") return `${at} has no "${missing}"`;
  for (const [name, item] of Object.entries(value)) {
    const inner = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (inner === undefined && schema.additionalProperties === false) {
      return `${at} has "${name.slice(0, MAX_NAME)}", which is not allowed`;
    }
    const found = isJsonObject(inner) ? mismatch(inner, item, `${at}.${name}`) : null;
    if (found !== null) return found;
  }
  return null;
}

function ownMismatch(schema: JsonObject, value: Json): string | null {
  const { type, enum: options, minimum, maximum } = schema;
  if (type !== undefined && !isOfType(value, type)) return `is not of type ${String(type)}`;
  if (isJsonArray(options) && !options.some((option) => isSame(option, value))) {
    return "is none of the values in enum";
  }
  const number = numberOf(value);
  if (number !== null) {
    const [least, most] = [numberOf(minimum), numberOf(maximum)];
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

function isSame(option: Json, value: Json): boolean {
  const [a, b] = [numberOf(option), numberOf(value)];
  // Not `===`: 1 and 1.0 are the same number.
  return a === null || b === null ? option === value : !(a < b) && !(a > b);
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
