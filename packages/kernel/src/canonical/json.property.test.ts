import fc from "fast-check";
import { expect, test } from "vitest";
import { Float, isJsonArray, type Json, parseJson } from "./json.ts";

/** What JSON.parse would give but for the sign of zero: the numbers rounded, the rest the same. */
function rounded(value: Json): unknown {
  if (typeof value === "bigint") return Number(value);
  if (value instanceof Float) return unsignedZero(value.value);
  if (isJsonArray(value)) return value.map(rounded);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, rounded(item)]));
}

function unsignedZero(value: number): number {
  return value === 0 ? 0 : value;
}

function byJsonParse(text: string): unknown {
  return JSON.parse(text, (_, value) => (typeof value === "number" ? unsignedZero(value) : value));
}

test("everything JSON.parse reads is read alike", () => {
  fc.assert(
    fc.property(fc.jsonValue({ noUnicodeString: false }), fc.boolean(), (value, spaced) => {
      const text = JSON.stringify(value, null, spaced ? " \t" : "");
      const parsed = parseJson(text);
      expect(parsed.ok && rounded(parsed.value)).toEqual(byJsonParse(text));
    }),
    { numRuns: 500 },
  );
});

test("a damaged text is read by both or by neither", () => {
  const piece = fc.constantFrom(
    ...'{}[]:,"\\u0eE+-.19 \n\tatrufalsn\u0001é'.split(""),
    "null",
    '"a"',
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const text = pieces.join("");
      // A number that no double holds is refused, and JSON.parse makes it infinite.
      fc.pre(!/e\+?\d{3}/i.test(text));
      let expected: { value: unknown } | null = null;
      try {
        expected = { value: byJsonParse(text) };
      } catch {
        expected = null;
      }
      const parsed = parseJson(text);
      expect(parsed.ok ? { value: rounded(parsed.value) } : null).toEqual(expected);
    }),
    { numRuns: 20_000 },
  );
});
