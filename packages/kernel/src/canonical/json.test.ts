import { expect, test } from "vitest";
import { Float, isJsonArray, isJsonObject, MAX_INTEGER_DIGITS, parseJson } from "./json.ts";

test.each([
  { text: "0", value: 0n },
  { text: "-0", value: 0n },
  { text: "-12", value: -12n },
  { text: "340282366920938463463374607431768211456", value: 2n ** 128n },
  { text: "999999999999999", value: 999_999_999_999_999n },
  { text: "9007199254740993", value: 2n ** 53n + 1n },
  { text: "1.0", value: new Float(1) },
  { text: "-0.0", value: new Float(-0) },
  { text: "1E2", value: new Float(100) },
  { text: "1e-400", value: new Float(0) },
  { text: ' \t\r\n[ 1 , true , false , null , "" ] ', value: [1n, true, false, null, ""] },
  { text: "{}", value: {} },
  { text: "[]", value: [] },
  { text: '{"a":{"b":[{}]}}', value: { a: { b: [{}] } } },
  { text: '"\\"\\\\\\/\\b\\f\\n\\r\\t\\u00e9\\u00E9"', value: '"\\/\b\f\n\r\t\u00e9\u00e9' },
  { text: '"\\ud83d\\ude00"', value: "😀" },
  { text: '"\\ud800x"', value: "\ud800x" },
  { text: '"\u007f\u2028é😀"', value: "\u007f\u2028é😀" },
])("reads $text", ({ text, value }) => {
  const parsed = parseJson(text);
  expect(parsed.ok && parsed.value).toEqual(value);
});

test.each([
  { text: "", at: 0, problem: "expected a value" },
  { text: "NaN", at: 0, problem: "expected a value" },
  { text: "[Infinity]", at: 1, problem: "expected a value" },
  { text: "-Infinity", at: 0, problem: "expected a value" },
  { text: "-", at: 0, problem: "expected a value" },
  { text: "+1", at: 0, problem: "expected a value" },
  { text: ".5", at: 0, problem: "expected a value" },
  { text: "'a'", at: 0, problem: "expected a value" },
  { text: "trux", at: 0, problem: "expected a value" },
  { text: "[1,]", at: 3, problem: "expected a value" },
  { text: "01", at: 1, problem: "text after the value" },
  { text: "1.", at: 1, problem: "text after the value" },
  { text: "1e", at: 1, problem: "text after the value" },
  { text: "{} x", at: 3, problem: "text after the value" },
  { text: "\u00a01", at: 0, problem: "expected a value" },
  { text: "1e309", at: 0, problem: "a number too large for a double" },
  { text: "[-1e999]", at: 1, problem: "a number too large for a double" },
  { text: "{a:1}", at: 1, problem: "expected a key in double quotes" },
  { text: '{"a":1,}', at: 7, problem: "expected a key in double quotes" },
  { text: '{"a" 1}', at: 5, problem: "expected a colon" },
  { text: '{"a":1 "b":2}', at: 7, problem: "expected a comma or the end of the object" },
  { text: '{"a":1', at: 6, problem: "expected a comma or the end of the object" },
  { text: "[1 2]", at: 3, problem: "expected a comma or the end of the array" },
  { text: "[1", at: 2, problem: "expected a comma or the end of the array" },
  { text: '"a', at: 2, problem: "a control character or the end inside a string" },
  { text: '"a\nb"', at: 2, problem: "a control character or the end inside a string" },
  { text: '"\u0000"', at: 1, problem: "a control character or the end inside a string" },
  { text: '"\\x"', at: 1, problem: "an unknown escape" },
  { text: '"\\u12g4"', at: 1, problem: "an unknown escape" },
  { text: '"\\u123"', at: 1, problem: "an unknown escape" },
  { text: '"\\', at: 1, problem: "an unknown escape" },
])("refuses $text at $at: $problem", ({ text, at, problem }) => {
  expect(parseJson(text)).toEqual({ ok: false, refusal: { code: "malformed_json", problem, at } });
});

test("nesting is allowed up to the limit and not beyond", () => {
  const nested = (depth: number) => "[".repeat(depth) + "]".repeat(depth);
  expect(parseJson(nested(64)).ok).toBe(true);
  expect(parseJson(nested(65))).toMatchObject({ refusal: { problem: "nested deeper than 64" } });
  expect(parseJson('{"a":[1]}', { maxDepth: 2 }).ok).toBe(true);
  expect(parseJson('{"a":[1]}', { maxDepth: 1 }).ok).toBe(false);
  expect(parseJson("1", { maxDepth: 0 }).ok).toBe(true);
  expect(parseJson("[".repeat(1_000_000)).ok).toBe(false);
});

test("siblings do not add up to depth", () => {
  expect(parseJson(`[${"[[]],".repeat(100)}[]]`, { maxDepth: 3 }).ok).toBe(true);
});

test("integers have a largest number of digits, the sign not counted", () => {
  const nines = "9".repeat(MAX_INTEGER_DIGITS);
  expect(parseJson(nines).ok).toBe(true);
  expect(parseJson(`-${nines}`)).toEqual({ ok: true, value: -(10n ** 4300n - 1n) });
  expect(parseJson(`${nines}9`).ok).toBe(false);
  expect(parseJson(`-${nines}9`).ok).toBe(false);
});

test("the last of two equal keys wins, unless duplicates are refused", () => {
  const text = '{"a":1,"b":2,"a":3}';
  expect(parseJson(text)).toEqual({ ok: true, value: { a: 3n, b: 2n } });
  expect(parseJson(text, { duplicateKeys: "refuse" })).toEqual({
    ok: false,
    refusal: { code: "malformed_json", problem: "a second key of the same name", at: 13 },
  });
  const protos = parseJson('{"__proto__":1,"__proto__":2}', { duplicateKeys: "refuse" });
  expect(protos.ok).toBe(false);
  const inherited = parseJson('{"toString":1,"constructor":2}', { duplicateKeys: "refuse" });
  expect(inherited.ok).toBe(true);
});

test("a key called __proto__ is data and changes nothing else", () => {
  const parsed = parseJson('{"__proto__":{"polluted":true},"a":1}');
  const value = parsed.ok && isJsonObject(parsed.value) ? parsed.value : {};
  expect(Object.entries(value)).toEqual([
    ["__proto__", { polluted: true }],
    ["a", 1n],
  ]);
  expect(value.polluted).toBeUndefined();
  expect(Reflect.get({}, "polluted")).toBeUndefined();
  const other = parseJson("{}");
  expect(other.ok && isJsonObject(other.value) && other.value.polluted).toBeUndefined();
});

test("an object has no field that was not sent", () => {
  const parsed = parseJson("{}");
  const value = parsed.ok && isJsonObject(parsed.value) ? parsed.value : { constructor: null };
  expect(value.constructor).toBeUndefined();
  expect(value.toString).toBeUndefined();
});

test("a Float is neither an object nor a list, and always finite", () => {
  expect(isJsonObject(new Float(1))).toBe(false);
  expect(isJsonObject(null)).toBe(false);
  expect(isJsonObject([])).toBe(false);
  expect(isJsonArray([])).toBe(true);
  expect(isJsonArray({})).toBe(false);
  expect(() => new Float(Number.NaN)).toThrow("not a JSON number");
});
