import fc from "fast-check";
import { expect, test } from "vitest";
import { mendJson } from "./json-mend.ts";

test.each([
  ["a key and a value in single quotes", `{ "a": 1, 'b': 'x "y"' }`, { a: 1, b: 'x "y"' }],
  ["a curly quote", "{ “a”: 1 }", { a: 1 }],
  ["an apostrophe in a string", `{ 'a': "it's" }`, { a: "it's" }],
  ["comments of three kinds", '{ // x\n "a": 1, # y\n /* z\n */ "b": 2 }', { a: 1, b: 2 }],
  ["what looks like a comment in a string", `{ "a": "http://x#y", }`, { a: "http://x#y" }],
  ["an equals sign", '{ "a" = 1 }', { a: 1 }],
  ["no colon", '{ "a" 1 }', { a: 1 }],
  ["a semicolon", '{ "a": 1; "b": 2; }', { a: 1, b: 2 }],
  ["two commas", '{ "a": 1,, "b": [1,,2] }', { a: 1, b: [1, 2] }],
  ["missing commas", '{ "a": 1\n "b": [1 2] }', { a: 1, b: [1, 2] }],
  ["a bracket that is missing inside", '{ "a": [1, 2\n }', { a: [1, 2] }],
  ["a bracket of the wrong kind", '{ "a": [1, 2}, "b": 1 }', { a: [1, 2], b: 1 }],
  ["a bracket too many", '{ "a": 1 }}', { a: 1 }],
  ["a Windows path", String.raw`{ "a": "C:\Upper\new" }`, { a: "C:\\Upper\\new" }],
  [
    "numbers of other languages",
    '{ "a": .5, "b": 0xff, "c": 1_000, "d": +2 }',
    { a: 0.5, b: 255, c: 1000, d: 2 },
  ],
  ["values of Python", '{ "a": True, "b": None }', { a: true, b: null }],
  ["unquoted words", "{ level: debug }", { level: "debug" }],
  ["a tab in a string", '{ "a": "x\ty" }', { a: "x\ty" }],
])("%s", (_what, text, value) => {
  const mended = mendJson(text);
  expect(JSON.parse(mended?.text ?? "null")).toEqual(value);
  expect(mended?.text.split("\n").length).toBe(text.split("\n").length);
});

test.each([
  '{ "a": 1 }',
  '{ "a": 007 }',
  '{ "a": NaN }',
  '{ "a": [1, 2',
  '{ "a": 1',
  '{ "a": "x\ny" }',
  '{ "a": 1 } { "b": 2 }',
  "a: 1\nb: 2\n",
  "<html></html>",
  "",
])("what was meant is not known, or nothing is wrong: %s", (text) => {
  expect(mendJson(text)).toBeNull();
});

test("what is JSON is left alone, and any text is read", () => {
  fc.assert(fc.property(fc.json(), (text) => mendJson(text) === null));
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 200 }), (text) => {
      mendJson(text);
    }),
  );
});
