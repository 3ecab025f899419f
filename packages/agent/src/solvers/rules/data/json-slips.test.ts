import { cpuMs } from "@bazaar/testkit/cpu-ms";
import { expect, test } from "vitest";
import { jsonSlips } from "./json-slips.ts";

test.each([
  { text: '{"a": [1, {"b": null}], "c": "x,]"}', slips: { extra: [], missing: [] } },
  {
    text: '["a,", 1,\n]',
    slips: { extra: [{ line: 1, comma: 3, nextLine: 2 }], missing: [] },
  },
  {
    text: '{\n "é": 1 "b": 2,}',
    slips: {
      extra: [{ line: 2, comma: 1, nextLine: 2 }],
      missing: [{ line: 2, before: ' "é": 1', nextLine: 2 }],
    },
  },
  {
    text: "[{}\n\n[]]",
    slips: { extra: [], missing: [{ line: 1, before: "[{}", nextLine: 3 }] },
  },
])("commas in $text", ({ text, slips }) => {
  expect(jsonSlips(text)).toEqual(slips);
});

test.each(["{'a': 1,}", "[1, // one\n2,]", '["a\nb",]', "[NaN,]"])(
  "%j is invalid in other ways, so nothing is concluded",
  (text) => {
    expect(jsonSlips(text)).toEqual({ extra: [], missing: [] });
  },
);

test("a long line is read in bounded time", () => {
  for (const text of [`[${"1,".repeat(100_000)}]`, '"'.repeat(100_001)]) {
    expect(cpuMs(() => jsonSlips(text))).toBeLessThan(1_000);
  }
});
