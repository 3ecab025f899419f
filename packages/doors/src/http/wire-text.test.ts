import { Float, type JsonObject, parseJson } from "@bazaar/kernel";
import { expect, test } from "vitest";
import { wireText, writtenInParts } from "./wire-text.ts";

test.each([
  ['{"a":1,"b":1.0,"c":1e+16,"d":-0.0}', "tokens keep their kind"],
  ['{"n":123456789012345678901234567890}', "long integers keep their digits"],
  ['{"é":"日本 😀","__proto__":{"toJSON":"text"}}', "text is raw UTF-8, every key is data"],
  ["null", "null is an answer"],
])("%s comes back as it was sent: %s", (text) => {
  const parsed = parseJson(text);
  expect(parsed.ok && wireText(parsed.value)).toBe(text);
});

test("plain numbers, as times are, are written as JavaScript writes them", () => {
  expect(wireText({ at: 1794712235.713, left: 30, rest: new Float(30) })).toBe(
    '{"at":1794712235.713,"left":30,"rest":30.0}',
  );
});

test("a lone surrogate is escaped, never sent as broken UTF-8", () => {
  expect(wireText("\ud800")).toBe('"\\ud800"');
});

test("an answer is written in parts as it is in one piece, with a pause after every item", async () => {
  const json = '{"entries":[{"n":1.0},[],"é"],"receivedAt":[],"__proto__":{"x":[1,2]},"next":null}';
  const parsed = parseJson(json);
  let pauses = 0;
  const pause = async (): Promise<void> => {
    pauses += 1;
  };
  const written = await writtenInParts((parsed.ok ? parsed.value : {}) as JsonObject, pause);
  expect(wireText(written)).toBe(json);
  expect(pauses).toBe(3);
});
