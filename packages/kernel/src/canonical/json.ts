/**
 * JSON as the chain needs it: nothing that a signature covers is lost on the way in.
 *
 * `JSON.parse` gives one `number` for `1`, `1.0` and `1e0`, and rounds long integers; the chain's
 * canonical form prints each of them differently. Here an integer token is a `bigint`, any other
 * number is a `Float`, and `number` is not part of `Json`, so that a forgotten conversion does not
 * compile. Anything outside RFC 8259 is refused with its position.
 */
import { invariant } from "../invariant.ts";
import { accept, type Result, refuse } from "../refusal.ts";

/** A number token written with a point or an exponent. `1.0` is a Float and `1` is not. */
export class Float {
  readonly value: number;

  constructor(value: number) {
    invariant(Number.isFinite(value), `${value} is not a JSON number`);
    this.value = value;
  }
}

export type Json = null | boolean | string | bigint | Float | readonly Json[] | JsonObject;

export interface JsonObject {
  readonly [key: string]: Json;
}

export interface ParseJsonOptions {
  /** How many arrays and objects may be open at once. */
  readonly maxDepth?: number;
  /** What a second key of the same name does: replaces the first, or makes the text malformed. */
  readonly duplicateKeys?: "last" | "refuse";
}

/** Longer integer tokens are refused: reading one takes quadratic time. Python has this limit too. */
export const MAX_INTEGER_DIGITS = 4300;

const DEFAULT_MAX_DEPTH = 64;

const SPACE = 0x20;
const QUOTE = 0x22;
const COMMA = 0x2c;
const OPEN_BRACKET = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

const HEX4 = /^[0-9a-fA-F]{4}$/;

const SHORT_ESCAPES = '"\\/bfnrt';

export function parseJson(
  text: string,
  { maxDepth = DEFAULT_MAX_DEPTH, duplicateKeys = "last" }: ParseJsonOptions = {},
): Result<Json> {
  const parser = new Parser(text, maxDepth, duplicateKeys === "refuse");
  const value = parser.document();
  if (value === undefined) {
    return refuse({ code: "malformed_json", problem: parser.problem, at: parser.at });
  }
  return accept(value);
}

export function isJsonObject(value: Json | undefined): value is JsonObject {
  return (
    typeof value === "object" &&
    value !== null &&
    !Array.isArray(value) &&
    !(value instanceof Float)
  );
}

export function isJsonArray(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}

/** Whether a value holds no more arrays and objects inside each other than `limit`. */
export function isWithinDepth(value: Json, limit: number): boolean {
  if (typeof value !== "object" || value === null || value instanceof Float) return true;
  if (limit === 0) return false;
  if (isJsonArray(value)) {
    for (const item of value) if (!isWithinDepth(item, limit - 1)) return false;
    return true;
  }
  for (const key of Object.keys(value)) {
    const item = value[key];
    if (item !== undefined && !isWithinDepth(item, limit - 1)) return false;
  }
  return true;
}

/** One pass over one text. Every method gives `undefined` once `problem` is set. */
class Parser {
  at = 0;
  problem = "";
  /** Sticky: it matches at `lastIndex` only. A field, because `lastIndex` is state. */
  readonly #numberToken = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y;
  readonly #text: string;
  readonly #maxDepth: number;
  readonly #refusesDuplicates: boolean;
  #depth = 0;

  constructor(text: string, maxDepth: number, refusesDuplicates: boolean) {
    this.#text = text;
    this.#maxDepth = maxDepth;
    this.#refusesDuplicates = refusesDuplicates;
  }

  document(): Json | undefined {
    const value = this.#value();
    if (value === undefined) return undefined;
    this.#skipSpace();
    return this.at === this.#text.length ? value : this.#fail("text after the value");
  }

  #fail(problem: string): undefined {
    this.problem = problem;
    return undefined;
  }

  #skipSpace(): number {
    for (;;) {
      const unit = this.#text.charCodeAt(this.at);
      if (unit > SPACE) return unit;
      if (unit !== SPACE && unit !== 0x0a && unit !== 0x0d && unit !== 0x09) return unit;
      this.at += 1;
    }
  }

  #value(): Json | undefined {
    switch (this.#skipSpace()) {
      case QUOTE:
        return this.#string();
      case OPEN_BRACE:
        return this.#nested(this.#object);
      case OPEN_BRACKET:
        return this.#nested(this.#array);
      case 0x74: // t
        return this.#word("true", true);
      case 0x66: // f
        return this.#word("false", false);
      case 0x6e: // n
        return this.#word("null", null);
      default:
        return this.#number();
    }
  }

  #word(word: string, value: boolean | null): Json | undefined {
    if (!this.#text.startsWith(word, this.at)) return this.#fail("expected a value");
    this.at += word.length;
    return value;
  }

  #nested(read: () => Json | undefined): Json | undefined {
    if (this.#depth >= this.#maxDepth) return this.#fail(`nested deeper than ${this.#maxDepth}`);
    this.#depth += 1;
    this.at += 1;
    const value = read.call(this);
    this.#depth -= 1;
    return value;
  }

  #object(): Json | undefined {
    // Without a prototype `body.constructor` is undefined and a `__proto__` key is data.
    const object: Record<string, Json> = Object.create(null);
    if (this.#skipSpace() === CLOSE_BRACE) return this.#close(object);
    for (;;) {
      if (this.#skipSpace() !== QUOTE) return this.#fail("expected a key in double quotes");
      const keyStart = this.at;
      const key = this.#string();
      if (key === undefined) return undefined;
      if (this.#refusesDuplicates && key in object) {
        this.at = keyStart;
        return this.#fail("a second key of the same name");
      }
      if (this.#skipSpace() !== 0x3a) return this.#fail("expected a colon");
      this.at += 1;
      const value = this.#value();
      if (value === undefined) return undefined;
      object[key] = value;
      const next = this.#skipSpace();
      if (next === CLOSE_BRACE) return this.#close(object);
      if (next !== COMMA) return this.#fail("expected a comma or the end of the object");
      this.at += 1;
    }
  }

  #array(): Json | undefined {
    const array: Json[] = [];
    if (this.#skipSpace() === CLOSE_BRACKET) return this.#close(array);
    for (;;) {
      const value = this.#value();
      if (value === undefined) return undefined;
      array.push(value);
      const next = this.#skipSpace();
      if (next === CLOSE_BRACKET) return this.#close(array);
      if (next !== COMMA) return this.#fail("expected a comma or the end of the array");
      this.at += 1;
    }
  }

  #close<T>(value: T): T {
    this.at += 1;
    return value;
  }

  #string(): string | undefined {
    const start = this.at;
    this.at += 1;
    for (let hasEscapes = false; ; hasEscapes = true) {
      this.at = this.#endOfPlain(this.at);
      const unit = this.#text.charCodeAt(this.at);
      if (unit === QUOTE) {
        if (!hasEscapes) return this.#close(this.#text.slice(start + 1, this.at));
        // Joined piece by piece, a text full of escapes takes thirty times its size.
        return this.#close<string>(JSON.parse(this.#text.slice(start, this.at + 1)));
      }
      if (unit !== BACKSLASH) return this.#fail("a control character or the end inside a string");
      if (!this.#skipEscape()) return this.#fail("an unknown escape");
    }
  }

  /** The position of the next quote, backslash or control character, or the end of the text. */
  #endOfPlain(start: number): number {
    const text = this.#text;
    let end = start;
    for (;;) {
      const unit = text.charCodeAt(end);
      // Past the end `unit` is NaN, which ends the loop too.
      if (!(unit >= SPACE) || unit === QUOTE || unit === BACKSLASH) return end;
      end += 1;
    }
  }

  /** A surrogate without its partner stays as it is: the chain's form can print it. */
  #skipEscape(): boolean {
    const letter = this.#text.charAt(this.at + 1);
    const isShort = letter !== "" && SHORT_ESCAPES.includes(letter);
    const isHex = letter === "u" && HEX4.test(this.#text.slice(this.at + 2, this.at + 6));
    if (isShort || isHex) this.at += isShort ? 2 : 6;
    return isShort || isHex;
  }

  #number(): bigint | Float | undefined {
    this.#numberToken.lastIndex = this.at;
    const token = this.#numberToken.exec(this.#text)?.[0];
    if (token === undefined) return this.#fail("expected a value");
    if (/[.eE]/.test(token)) return this.#float(token);
    if (token.length > MAX_INTEGER_DIGITS && token.replace("-", "").length > MAX_INTEGER_DIGITS) {
      return this.#fail(`an integer of more than ${MAX_INTEGER_DIGITS} digits`);
    }
    this.at += token.length;
    return BigInt(token);
  }

  #float(token: string): Float | undefined {
    const value = Number(token);
    if (!Number.isFinite(value)) return this.#fail("a number too large for a double");
    this.at += token.length;
    return new Float(value);
  }
}
