import { afterEach, expect, test, vi } from "vitest";
import { FULL_MATRIX, SAMPLE_SEED, sample, sampleEnvironment, sampleWithEnds } from "./sample.ts";

const CELLS = Array.from({ length: 100 }, (_, at) => at);

afterEach(() => vi.unstubAllEnvs());

test("a sample has the asked number of cells, in their own order", () => {
  vi.stubEnv(FULL_MATRIX, "");
  const chosen = sample("kills", CELLS, 10);
  expect(chosen).toHaveLength(10);
  expect(new Set(chosen).size).toBe(10);
  expect(chosen).toEqual(chosen.toSorted((a, b) => a - b));
});

test("one commit always tests the same cells, another commit others", () => {
  vi.stubEnv(FULL_MATRIX, "");
  vi.stubEnv(SAMPLE_SEED, "commit one");
  const first = sample("kills", CELLS, 10);
  expect(sample("kills", CELLS, 10)).toEqual(first);
  expect(sample("users", CELLS, 10)).not.toEqual(first);
  vi.stubEnv(SAMPLE_SEED, "commit two");
  expect(sample("kills", CELLS, 10)).not.toEqual(first);
});

test("a sample with ends has the first and the last cell", () => {
  vi.stubEnv(FULL_MATRIX, "");
  const chosen = sampleWithEnds("kills", CELLS, 5);
  expect(chosen).toHaveLength(5);
  expect([chosen[0], chosen.at(-1)]).toEqual([0, 99]);
  expect(sampleWithEnds("kills", [1], 5)).toEqual([1]);
});

test("another process is told the seed and whether the run is full", () => {
  vi.stubEnv(FULL_MATRIX, "1");
  vi.stubEnv(SAMPLE_SEED, "commit one");
  expect(sampleEnvironment()).toEqual({ [FULL_MATRIX]: "1", [SAMPLE_SEED]: "commit one" });
});

test("a full run has every cell", () => {
  vi.stubEnv(FULL_MATRIX, "1");
  expect(sample("kills", CELLS, 10)).toEqual(CELLS);
});
