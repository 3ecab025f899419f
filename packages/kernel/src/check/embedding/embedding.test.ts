import { expect, test } from "vitest";
import { fields } from "../../canonical/fields.ts";
import { Float, type JsonObject } from "../../canonical/json.ts";
import { type EmbeddingCheck, embedding } from "./embedding.ts";

const check: EmbeddingCheck = {
  method: "embedding",
  count: 3,
  dimensions: null,
  model: null,
  isDeterministic: false,
};
const good: JsonObject = {
  dimensions: [4n, 4n, 4n],
  not_finite: 0n,
  model: "mini",
  vectors_sha256: "ab",
};
const again = (hash: string): JsonObject => ({ ...good, rerun: { vectors_sha256: hash } });

test.each<{ what: string; terms?: Partial<EmbeddingCheck>; evidence: JsonObject; is: string }>([
  { what: "vectors of one size", evidence: good, is: "pass" },
  { what: "the size of the terms", terms: { dimensions: 4 }, evidence: good, is: "pass" },
  { what: "another size", terms: { dimensions: 5 }, evidence: good, is: "fail" },
  { what: "two sizes", evidence: { ...good, dimensions: [4n, 5n, 4n] }, is: "fail" },
  { what: "empty vectors", evidence: { ...good, dimensions: [0n, 0n, 0n] }, is: "fail" },
  {
    what: "sizes that are not integers",
    evidence: { ...good, dimensions: [null, null, null] },
    is: "fail",
  },
  {
    what: "a size that is a float",
    evidence: { ...good, dimensions: [4n, new Float(4), 4n] },
    is: "fail",
  },
  { what: "too few", evidence: { ...good, dimensions: [4n, 4n] }, is: "fail" },
  { what: "too many", evidence: { ...good, dimensions: [4n, 4n, 4n, 4n] }, is: "fail" },
  { what: "none", evidence: { ...good, dimensions: [] }, is: "fail" },
  { what: "a value that is not finite", evidence: { ...good, not_finite: 1n }, is: "fail" },
  { what: "the model of the terms", terms: { model: "mini" }, evidence: good, is: "pass" },
  { what: "another model", terms: { model: "maxi" }, evidence: good, is: "fail" },
  { what: "no vectors", evidence: {}, is: "no_verdict" },
  { what: "no count of values", evidence: { dimensions: [4n, 4n, 4n] }, is: "no_verdict" },
  {
    what: "a deterministic model that was not run again",
    terms: { isDeterministic: true },
    evidence: good,
    is: "no_verdict",
  },
  {
    what: "a second run with the same values",
    terms: { isDeterministic: true },
    evidence: again("ab"),
    is: "pass",
  },
  {
    what: "a second run with others",
    terms: { isDeterministic: true },
    evidence: again("cd"),
    is: "fail",
  },
  {
    what: "a second run of another model than a deterministic one",
    evidence: again("cd"),
    is: "pass",
  },
])("$what: $is", ({ terms = {}, evidence, is }) => {
  expect(embedding.judge({ ...check, ...terms }, evidence)).toBe(is);
});

test.each<{ what: string; changes: JsonObject; field: string }>([
  { what: "no vectors", changes: { count: 0n }, field: "check.count" },
  { what: "too many vectors", changes: { count: 10_001n }, field: "check.count" },
  { what: "no dimensions", changes: { dimensions: 0n }, field: "check.dimensions" },
  { what: "a long name of a model", changes: { model: "m".repeat(201) }, field: "check.model" },
])("terms with $what are refused", ({ changes, field }) => {
  const read = fields({ ...embedding.json(check), ...changes }, "check");
  embedding.read(read, "terms", () => null);
  expect(read.problem?.field).toBe(field);
});
