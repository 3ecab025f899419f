import { expect, test } from "vitest";
import { CATEGORIES } from "./category.ts";
import { findSpans } from "./corpus/find-spans.ts";
import { readCorpus, scoreOf } from "./corpus/read-corpus.ts";
import { makeScrubber } from "./scrubber.ts";

const LEAST_LINES = 1_600;

const corpus = readCorpus();
const scores = corpus.map((marked) => {
  const spans = findSpans(makeScrubber(), marked.text);
  return { ...marked, spans, ...scoreOf(marked, spans) };
});

test("the corpus is large, and marks secrets of every category", () => {
  const lines = corpus.reduce((sum, { text }) => sum + text.split("\n").length - 1, 0);
  expect(lines).toBeGreaterThanOrEqual(LEAST_LINES);
  const marked = new Set(corpus.flatMap(({ secrets }) => secrets.map(({ category }) => category)));
  // Values from the environment are whatever they are; they are tested where they are known.
  const all = Object.keys(CATEGORIES).filter((category) => category !== "environment");
  expect([...marked].sort()).toEqual(all.sort());
});

test("every secret is redacted whole", () => {
  const missed = scores.flatMap(({ name, text, missed }) =>
    missed.map(({ category, start, end }) => `${name}: ${category} ${text.slice(start, end)}`),
  );
  expect(missed).toEqual([]);
});

test("nothing else is redacted", () => {
  const wrong = scores.flatMap(({ name, text, wrong }) =>
    wrong.map(({ start, end }) => `${name}: ${text.slice(start, end)}`),
  );
  expect(wrong).toEqual([]);
});

test("each secret is replaced by its category", () => {
  const misnamed = scores.flatMap(({ text, covered, spans }) =>
    covered.flatMap(({ category, start, end }) => {
      const span = spans.find((found) => found.start <= start && found.end >= end);
      return span?.category === category ? [] : [`${text.slice(start, end)}: ${span?.category}`];
    }),
  );
  expect(misnamed).toEqual([]);
});
