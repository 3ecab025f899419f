import { type Check, type Json, type JsonObject, judge, treeHash } from "@bazaar/kernel";
import { describe, expect, test } from "vitest";
import { indexFiles, repoIndex } from "../../index/repo-index.ts";
import { indexClaim } from "./index-claim.ts";
import { IndexSamples } from "./index-samples.ts";

const TYPES = ["digests", "symbols", "dependencies"] as const;
const check: Check = { method: "index", indexTypes: TYPES, treeSha256: null };

const TREE = new Map<string, string>([
  ["package.json", '{"dependencies": {"left-pad": "1.0"}}'],
  ...Array.from({ length: 40 }, (_, n) => [`src/${n}.ts`, `\nfunction f${n}() {}\n`] as const),
]);
const files = [...TREE].map(([path, text]) => ({ path, content: Buffer.from(text) }));
const honest = repoIndex(indexFiles(files), TYPES);

function evidenceOf(result: JsonObject, seed = "seed"): JsonObject {
  const claim = indexClaim(result);
  const samples = new IndexSamples(claim, TYPES, [...TREE.keys()], seed);
  for (const { path, content } of files) samples.see(path, content);
  const tree = { tree_sha256: honest.tree_sha256 ?? null };
  return { claimed: claim.facts, tree, samples: samples.answers };
}

const listOf = (name: string) => honest[name] as readonly JsonObject[];
const changed = (name: string, change: (item: JsonObject, at: number) => JsonObject) => ({
  ...honest,
  [name]: listOf(name).map(change),
});

test("an index that lists no values is complete, too", () => {
  const path = "values.py";
  const samples = new IndexSamples(indexClaim(honest), TYPES, [path], "seed");
  samples.see(path, Buffer.from("LIMIT = 5\n"));
  expect(samples.answers).toContainEqual({
    kind: "symbols_of",
    query: path,
    claimed: 0n,
    found: 0n,
  });
});

test("an honest index agrees with its tree", () => {
  const evidence = evidenceOf(honest);
  expect(judge(check, evidence)).toBe("pass");
  const kinds = (evidence.samples as JsonObject[]).map(({ kind }) => kind);
  expect(new Set(kinds).size).toBe(5);
});

describe("an index fails", () => {
  test.each<{ what: string; result: JsonObject }>([
    {
      what: "whose symbols are on other lines",
      result: changed("symbols", (item) => ({ ...item, line: 1n })),
    },
    {
      what: "whose symbols have other names",
      result: changed("symbols", (item) => ({ ...item, name: "main" })),
    },
    {
      what: "whose symbols are in files that are not there",
      result: changed("symbols", (item) => ({ ...item, path: "x.ts" })),
    },
    {
      what: "with lines beyond the end of a file",
      result: changed("symbols", (item) => ({ ...item, line: 9n })),
    },
    { what: "without symbols", result: { ...honest, symbols: [] } },
    { what: "without dependencies", result: { ...honest, dependencies: [] } },
    {
      what: "with another version",
      result: changed("dependencies", (item) => ({ ...item, version: "2.0" })),
    },
    {
      what: "with a dependency that nobody has",
      result: changed("dependencies", (item) => ({ ...item, name: "right-pad" })),
    },
    {
      what: "with another digest",
      result: changed("digests", (item) => ({ ...item, sha256: "0".repeat(64) })),
    },
    { what: "with another size", result: changed("digests", (item) => ({ ...item, bytes: 1n })) },
    { what: "without a file", result: { ...honest, digests: listOf("digests").slice(1) } },
    {
      what: "with a file twice",
      result: { ...honest, digests: [...listOf("digests"), listOf("digests")[0]!] },
    },
    {
      what: "with a path that leaves the tree",
      result: changed("digests", (item) => ({ ...item, path: `../${item.path}` })),
    },
    { what: "without the list of symbols", result: { ...honest, symbols: null } },
  ])("$what", ({ result }) => {
    expect(judge(check, evidenceOf(result))).toBe("fail");
  });

  test("of other files, even if its hash is right for them", () => {
    const digests = listOf("digests").map(({ path, bytes }) => ({
      path: String(path),
      sha256: "0".repeat(64),
      bytes: bytes ?? 0n,
    }));
    const tree = treeHash(digests.map((item) => ({ ...item, bytes: Number(item.bytes) })));
    expect(judge(check, evidenceOf({ ...honest, digests, tree_sha256: tree }))).toBe("fail");
  });
});

test.each<{ what: string; changes: Record<string, Json>; at: string }>([
  { what: "digests that are text", changes: { digests: "all" }, at: "result.digests" },
  {
    what: "a digest of another form",
    changes: { digests: [{ path: "a", sha256: "x", bytes: 1n }] },
    at: "result.digests[0].sha256",
  },
  {
    what: "a negative size",
    changes: { digests: [{ path: "a", sha256: "0".repeat(64), bytes: -1n }] },
    at: "result.digests[0].bytes",
  },
  {
    what: "a huge line",
    changes: { symbols: [{ name: "a", kind: "b", path: "c", line: 10n ** 40n }] },
    at: "result.symbols[0].line",
  },
  {
    what: "a long name",
    changes: { symbols: [{ name: "a".repeat(201), kind: "b", path: "c", line: 1n }] },
    at: "result.symbols[0].name",
  },
  {
    what: "200,001 digests",
    changes: { digests: Array<Json>(200_001).fill({}) },
    at: "result.digests",
  },
])("$what: the problem is $at", ({ changes, at }) => {
  const { facts, digests } = indexClaim({ ...honest, ...changes });
  expect(facts.problem).toContain(`${at}: `);
  expect(digests).toEqual([]);
});

test("embeddings count if an artifact has them", () => {
  const artifacts = [{ index_type: "embeddings", sha256: "0".repeat(64) }];
  expect(indexClaim(honest).facts.embeddings).toBeNull();
  expect(indexClaim({ ...honest, artifacts }).facts.embeddings).toBe(1n);
});

test("the same seed asks the same questions, and another one others", () => {
  const asked = (result: JsonObject, seed: string) =>
    (evidenceOf(result, seed).samples as JsonObject[]).map(({ query }) => query);
  expect(asked(honest, "a")).toEqual(asked({ ...honest, cost_sats: 1n }, "a"));
  expect(asked(honest, "a")).not.toEqual(asked(honest, "b"));
});

test("the evidence of a hostile index fits into an entry", () => {
  const name = "\u{ffff}".repeat(200);
  const path = "\u{ffff}".repeat(1_000);
  const result: JsonObject = {
    ...honest,
    symbols: Array.from({ length: 100 }, () => ({ name, kind: "k", path, line: 1n })),
    dependencies: Array.from({ length: 100 }, () => ({ name, version: name, source: path })),
  };
  const escaped = JSON.stringify(evidenceOf(result), (_, value) =>
    typeof value === "bigint" ? Number(value) : value,
  ).replaceAll(/[^ -~]/g, "\\u0000");
  expect(escaped.length).toBeLessThan(200_000);
});
