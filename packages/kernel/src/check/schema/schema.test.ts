import { describe, expect, test } from "vitest";
import { fields } from "../../canonical/fields.ts";
import { Float, type Json, type JsonObject } from "../../canonical/json.ts";
import { type SchemaCheck, schema } from "./schema.ts";

const analysis: SchemaCheck = {
  method: "schema",
  schemaId: "oa.code_chunk_analysis.v1",
  limits: {
    startLine: 10,
    endLine: 20,
    maxSummaryLength: 50,
    maxSymbols: 2,
    maxFaults: 1,
    maxNextProbes: 1,
  },
};
const ranking: SchemaCheck = {
  method: "schema",
  schemaId: "oa.retrieval_rerank.v1",
  limits: { ids: ["a", "b", "c"], k: 2 },
};

function failed(check: SchemaCheck, payload: Json): readonly string[] {
  const named = schema.named!(check, { payload });
  return named.filter(({ verdict }) => verdict === "fail").map(({ name }) => name);
}

describe("an analysis of a chunk", () => {
  const symbol = { name: "main", kind: "function", line: 10n };
  const fault = { line: 20n, severity: "low", description: "may be null" };
  const good: JsonObject = {
    summary: "reads a file",
    symbols: [symbol, symbol],
    suspected_faults: [fault],
    recommended_next_probes: [{ path: "b.c", reason: "calls it" }],
    confidence: new Float(0.9),
    provenance: { model: "m" },
  };

  test.each<{ what: string; changes: JsonObject; is: readonly string[] }>([
    { what: "in its bounds", changes: {}, is: [] },
    { what: "with confidence 1", changes: { confidence: 1n }, is: [] },
    { what: "with confidence as text", changes: { confidence: "0.25" }, is: [] },
    {
      what: "with confidence above 1",
      changes: { confidence: new Float(1.01) },
      is: ["schema_valid"],
    },
    {
      what: "with confidence below 0",
      changes: { confidence: new Float(-0.1) },
      is: ["schema_valid"],
    },
    { what: "with confidence NaN", changes: { confidence: "NaN" }, is: ["schema_valid"] },
    { what: "with no confidence", changes: { confidence: null }, is: ["schema_valid"] },
    { what: "with an empty summary", changes: { summary: "" }, is: ["schema_valid"] },
    { what: "with a long summary", changes: { summary: "x".repeat(51) }, is: ["limits_respected"] },
    {
      what: "with too many symbols",
      changes: { symbols: [symbol, symbol, symbol] },
      is: ["limits_respected"],
    },
    {
      what: "with too many faults",
      changes: { suspected_faults: [fault, fault] },
      is: ["limits_respected"],
    },
    {
      what: "with a symbol before the chunk",
      changes: { symbols: [{ ...symbol, line: 9n }] },
      is: ["lines_valid"],
    },
    {
      what: "with a fault after the chunk",
      changes: { suspected_faults: [{ ...fault, line: 21n }] },
      is: ["lines_valid"],
    },
    {
      what: "with an unknown severity",
      changes: { suspected_faults: [{ ...fault, severity: "fatal" }] },
      is: ["schema_valid"],
    },
    {
      what: "with 1001 symbols",
      changes: { symbols: Array<Json>(1_001).fill(symbol) },
      is: ["schema_valid"],
    },
    {
      what: "with a probe of nothing",
      changes: { recommended_next_probes: [{ reason: "x" }] },
      is: ["schema_valid"],
    },
  ])("$what: $is", ({ changes, is }) => {
    expect(failed(analysis, { ...good, ...changes })).toEqual(is);
  });

  test("passes if nothing fails", () => {
    expect(schema.judge(analysis, { payload: good })).toBe("pass");
  });
});

describe("an order of candidates", () => {
  const at = (rank: bigint, id: string, score: Json) => ({ rank, id, score });
  const rows: { what: string; topk: Json; is: readonly string[] }[] = [
    {
      what: "with ranks and scores",
      topk: [at(1n, "b", new Float(0.9)), at(2n, "a", "0.9")],
      is: [],
    },
    {
      what: "with a rank left out",
      topk: [at(1n, "b", 1n), at(3n, "a", 0n)],
      is: ["ranks_ordered"],
    },
    {
      what: "with scores that rise",
      topk: [at(1n, "b", 0n), at(2n, "a", 1n)],
      is: ["ranks_ordered"],
    },
    { what: "with an unknown id", topk: [at(1n, "x", 1n), at(2n, "a", 1n)], is: ["ids_valid"] },
    { what: "with an id twice", topk: [at(1n, "a", 1n), at(2n, "a", 1n)], is: ["ids_valid"] },
    { what: "with too few", topk: [at(1n, "a", 1n)], is: ["count_matches"] },
    {
      what: "with too many",
      topk: [at(1n, "a", 1n), at(2n, "b", 1n), at(3n, "c", 1n)],
      is: ["count_matches"],
    },
    {
      what: "with a score above 1",
      topk: [at(1n, "a", 2n), at(2n, "b", 1n)],
      is: ["schema_valid"],
    },
    { what: "that is not a list", topk: null, is: ["schema_valid"] },
  ];

  test.each(rows)("$what: $is", ({ topk, is }) => {
    expect(failed(ranking, { topk })).toEqual(is);
  });

  test("has all candidates where fewer are there than are wanted", () => {
    const all: SchemaCheck = { ...ranking, limits: { ids: ["a"], k: 10 } };
    expect(schema.judge(all, { payload: { topk: [at(1n, "a", 1n)] } })).toBe("pass");
  });
});

test("both forms of terms are read back", () => {
  for (const check of [analysis, ranking]) {
    const read = fields(schema.json(check), "check");
    expect(schema.read(read, "terms", () => null)).toEqual(check);
    expect(read.problem).toBeNull();
  }
});

test.each<{ what: string; evidence: JsonObject; is: string }>([
  { what: "no result", evidence: {}, is: "no_verdict" },
  { what: "a result that does not fit", evidence: { exceeds: "depth" }, is: "fail" },
  { what: "a result that is a list", evidence: { payload: [] }, is: "fail" },
])("$what: $is", ({ evidence, is }) => {
  expect(schema.judge(analysis, evidence)).toBe(is);
  expect(schema.judge(ranking, evidence)).toBe(is);
});

test.each<{ what: string; of: SchemaCheck; limits: JsonObject; field: string }>([
  {
    what: "a chunk that ends before it begins",
    of: analysis,
    limits: { end_line: 9n },
    field: "check.limits.end_line",
  },
  {
    what: "endless lists",
    of: analysis,
    limits: { max_symbols: 1_001n },
    field: "check.limits.max_symbols",
  },
  {
    what: "no candidates",
    of: ranking,
    limits: { ids: [] },
    field: "check.limits.ids",
  },
  {
    what: "a candidate twice",
    of: ranking,
    limits: { ids: ["a", "a"] },
    field: "check.limits.ids",
  },
  { what: "none wanted", of: ranking, limits: { k: 0n }, field: "check.limits.k" },
])("terms with $what are refused", ({ of, limits, field }) => {
  const json = schema.json(of);
  const read = fields({ ...json, limits: { ...(json.limits as JsonObject), ...limits } }, "check");
  schema.read(read, "terms", () => null);
  expect(read.problem?.field).toBe(field);
});
