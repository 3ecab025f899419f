import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { chainJson, isChainJsonLonger } from "./chain-json.ts";
import { sha256Hex } from "./hash.ts";
import { Float, parseJson } from "./json.ts";

interface Vectors {
  readonly accept: readonly {
    readonly name: string;
    readonly input_json: string;
    readonly canonical: string;
    readonly sha256: string;
  }[];
  readonly reject: readonly { readonly name: string; readonly input_json: string }[];
}

const file = new URL("../../../../spec/vectors/fix/canonical_json.json", import.meta.url);
const vectors: Vectors = JSON.parse(readFileSync(file, "utf8"));

test.each(vectors.accept)("vector $name comes out, text and hash", (vector) => {
  const parsed = parseJson(vector.input_json);
  const text = parsed.ok ? chainJson(parsed.value) : null;
  expect(text).toBe(vector.canonical);
  expect(sha256Hex(vector.canonical)).toBe(vector.sha256);
});

test.each(vectors.reject)("vector $name is refused", ({ input_json }) => {
  expect(parseJson(input_json).ok).toBe(false);
});

test.each([
  { value: 9999999999999998, text: "9999999999999998.0" },
  { value: 1e16, text: "1e+16" },
  { value: 0.0001, text: "0.0001" },
  { value: 0.00009999999999999999, text: "9.999999999999999e-05" },
  { value: 5e-324, text: "5e-324" },
  { value: 1.7976931348623157e308, text: "1.7976931348623157e+308" },
  { value: -1e-7, text: "-1e-07" },
  { value: -2.5, text: "-2.5" },
])("the float $text prints as Python prints it", ({ value, text }) => {
  expect(chainJson(new Float(value))).toBe(text);
});

test("keys sort by code point, a lone surrogate by its own code", () => {
  const keys = [
    "\u{10000}",
    "\ue000",
    "\ud800",
    "\ud800a",
    "\ud800\ue000",
    "\udfff",
    "\uffff",
    "a",
  ];
  const object = Object.fromEntries(keys.map((key) => [key, null]));
  const order = [...chainJson(object).matchAll(/"([^"]*)"/g)].map(([, key]) => key);
  expect(order).toEqual([
    "a",
    "\\ud800",
    "\\ud800a",
    "\\ud800\\ue000",
    "\\udfff",
    "\\ue000",
    "\\uffff",
    "\\ud800\\udc00",
  ]);
});

test("a lone surrogate sorts before a pair", () => {
  const text = '{"\\ud800\\ue000":1,"\\ud800\\udc00":2}';
  expect(chainJson({ "\ud800\ue000": 1n, "\ud800\udc00": 2n })).toBe(text);
  expect(chainJson({ "\ud800\udc00": 2n, "\ud800\ue000": 1n })).toBe(text);
});

test.each([
  { keys: ["\ud800a", "\ud800b"] },
  { keys: ["\ud800\ud800", "\ud800\ud801"] },
  { keys: ["\ud800a", "\ud800\ud800"] },
  { keys: ["\ud800\ud800", "\ud800\ue000", "\ud800\ud800\udc00", "\ud800\udc00"] },
  { keys: ["x\ud800a", "x\ud800b", "x\udc00", "x\ue000", "x\ud800\udc00", "x\ud800\udc01"] },
])("keys that share a surrogate have one order: $keys", ({ keys }) => {
  const pairs = keys.map((key, at) => [key, BigInt(at)] as const);
  const text = `{${pairs.map((pair) => pair.map(chainJson).join(":")).join(",")}}`;
  for (let turn = 0; turn < keys.length; turn += 1) {
    const turned = [...pairs.slice(turn), ...pairs.slice(0, turn)];
    expect(chainJson(Object.fromEntries(turned))).toBe(text);
    expect(chainJson(Object.fromEntries(turned.toReversed()))).toBe(text);
  }
});

test("the order of keys in the input does not matter", () => {
  const texts = ['{"\\ud800b":1,"\\ud800a":2}', '{"\\ud800a":2,"\\ud800b":1}'].map((input) => {
    const parsed = parseJson(input);
    return parsed.ok ? chainJson(parsed.value) : null;
  });
  expect(texts).toEqual(Array(2).fill('{"\\ud800a":2,"\\ud800b":1}'));
});

test("a prefix comes before what continues it, also with astral keys", () => {
  expect(chainJson({ "😀b": 2n, "😀": 1n })).toBe('{"\\ud83d\\ude00":1,"\\ud83d\\ude00b":2}');
});

test.each([...vectors.accept.map(({ input_json }) => input_json), '"\\u0000\\u0000"', "[[],[{}]]"])(
  "%s is known to be longer than one character less, and no longer than it is",
  (input) => {
    const parsed = parseJson(input);
    const value = parsed.ok ? parsed.value : null;
    const { length } = chainJson(value);
    expect(isChainJsonLonger(value, length - 1)).toBe(true);
    expect(isChainJsonLonger(value, length)).toBe(false);
  },
);
