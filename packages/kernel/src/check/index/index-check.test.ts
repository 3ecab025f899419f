import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fields } from "../../canonical/fields.ts";
import type { Json, JsonObject } from "../../canonical/json.ts";
import { type IndexCheck, index } from "./index-check.ts";
import { wordAt } from "./index-samples.ts";
import { byCodePoint, treeHash } from "./tree-hash.ts";
import { isTreePath } from "./tree-path.ts";

const HASH = `sha256:${"ab".repeat(32)}`;
const OTHER = `sha256:${"cd".repeat(32)}`;
const check: IndexCheck = {
  method: "index",
  indexTypes: ["digests", "symbols", "dependencies"],
  treeSha256: null,
};
const claimed: JsonObject = {
  problem: null,
  tree_sha256: HASH,
  computed_sha256: HASH,
  digests: 3n,
  symbols: 2n,
  dependencies: 1n,
  bad_paths: 0n,
  repeated_paths: 0n,
};
const asked = (kind: string, ours: Json, found: Json): JsonObject => ({
  kind,
  query: "a.ts",
  claimed: ours,
  found,
});
const good: JsonObject = {
  claimed,
  tree: { tree_sha256: HASH },
  samples: [
    asked("digest", HASH, HASH),
    asked("symbol", "main", "export function main() {"),
    asked("dependency", "^1.0", "^1.0"),
    asked("symbols_of", 2n, 3n),
    asked("definition", 2n, 1n),
    asked("requirement", 1n, 1n),
  ],
};

function failed(evidence: JsonObject, terms: Partial<IndexCheck> = {}): readonly string[] {
  const named = index.named!({ ...check, ...terms }, evidence);
  return named
    .filter(({ verdict }) => verdict !== "pass")
    .map(({ name, verdict }) => `${name} ${verdict}`);
}

test("an index that agrees with the tree passes", () => {
  expect(index.judge(check, good)).toBe("pass");
  expect(index.judge({ ...check, treeSha256: HASH }, good)).toBe("pass");
});

describe("one step decides", () => {
  const claims = (changes: JsonObject) => ({ ...good, claimed: { ...claimed, ...changes } });
  const samples = (...list: readonly Json[]) => ({ ...good, samples: list });

  test.each<{ what: string; evidence: JsonObject; terms?: Partial<IndexCheck>; is: string }>([
    {
      what: "an index of another form",
      evidence: claims({ problem: "digests[0].bytes" }),
      is: "schema_valid fail",
    },
    {
      what: "an index without symbols",
      evidence: claims({ symbols: null }),
      is: "schema_valid fail",
    },
    {
      what: "an index without digests",
      evidence: claims({ digests: null }),
      terms: { indexTypes: ["symbols"] },
      is: "schema_valid fail",
    },
    {
      what: "embeddings that are missing",
      evidence: good,
      terms: { indexTypes: ["embeddings"] },
      is: "schema_valid fail",
    },
    {
      what: "a path that leaves the tree",
      evidence: claims({ bad_paths: 1n }),
      is: "paths_valid fail",
    },
    { what: "a path twice", evidence: claims({ repeated_paths: 1n }), is: "paths_valid fail" },
    {
      what: "a hash that is not that of the digests",
      evidence: claims({ tree_sha256: OTHER }),
      is: "tree_matches fail",
    },
    {
      what: "digests without a hash",
      evidence: claims({ computed_sha256: null, tree_sha256: null }),
      is: "tree_matches fail",
    },
    {
      what: "another tree than the terms have",
      evidence: good,
      terms: { treeSha256: OTHER },
      is: "tree_matches fail",
    },
    {
      what: "another tree than was checked out",
      evidence: { ...good, tree: { tree_sha256: OTHER } },
      is: "tree_matches fail",
    },
    {
      what: "a tree that nobody read",
      evidence: { claimed, samples: good.samples! },
      is: "tree_matches no_verdict",
    },
    {
      what: "a digest of other bytes",
      evidence: samples(asked("digest", HASH, "cd")),
      is: "spot_checks fail",
    },
    {
      what: "a file that is not there",
      evidence: samples(asked("digest", HASH, null)),
      is: "spot_checks fail",
    },
    {
      what: "a symbol that is not on its line",
      evidence: samples(asked("symbol", "main", "function other")),
      is: "spot_checks fail",
    },
    {
      what: "a part of a name",
      evidence: samples(asked("symbol", "main", "function main2($main)")),
      is: "spot_checks fail",
    },
    {
      what: "a symbol without a line",
      evidence: samples(asked("symbol", "main", null)),
      is: "spot_checks fail",
    },
    {
      what: "a symbol without a name",
      evidence: samples(asked("symbol", "", "function other")),
      is: "spot_checks fail",
    },
    {
      what: "another version",
      evidence: samples(asked("dependency", "1", "2")),
      is: "spot_checks fail",
    },
    {
      what: "no symbols where there are some",
      evidence: samples(asked("symbols_of", 0n, 4n)),
      is: "spot_checks fail",
    },
    {
      what: "a definition that is not listed",
      evidence: samples(asked("definition", 0n, 1n)),
      is: "spot_checks fail",
    },
    {
      what: "a requirement that is not listed",
      evidence: samples(asked("requirement", 0n, 1n)),
      is: "spot_checks fail",
    },
    {
      what: "a sample of another kind",
      evidence: samples(asked("toString", 1n, 1n)),
      is: "spot_checks no_verdict",
    },
    { what: "nothing that was compared", evidence: samples(), is: "spot_checks no_verdict" },
  ])("$what: $is", ({ evidence, terms = {}, is }) => {
    expect(failed(evidence, terms)).toEqual([is]);
  });
});

test("digests alone need no samples, and a tree that the terms name need not be read", () => {
  const terms: IndexCheck = { ...check, indexTypes: ["digests"], treeSha256: HASH };
  expect(index.judge(terms, { claimed })).toBe("pass");
});

test("of a tree without files there is nothing to ask", () => {
  const none = { ...claimed, digests: 0n, symbols: 0n, dependencies: 0n };
  expect(index.judge(check, { ...good, claimed: none, samples: [] })).toBe("pass");
});

test.each([
  { text: "a main b", word: "main", at: 2 },
  { text: "domain main", word: "main", at: 7 },
  { text: "main", word: "main", at: 0 },
  { text: "x.main()", word: "main", at: 2 },
  { text: "maine", word: "main", at: -1 },
  { text: "\u00e9main main\u00e9", word: "main", at: -1 },
  { text: "a == b", word: "==", at: 2 },
  { text: "anything", word: "", at: -1 },
])("$word is in $text at $at", ({ text, word, at }) => {
  expect(wordAt(text, word)).toBe(at);
});

test("a word is found where trying every place finds it", () => {
  const signs = fc.string({ unit: fc.constantFrom("a", "b", "-"), maxLength: 12 });
  fc.assert(
    fc.property(signs, signs, (text, word) => {
      const isWord = (at: number): boolean =>
        word !== "" &&
        text.startsWith(word, at) &&
        !/^[ab]{2}$/.test(text.slice(Math.max(0, at - 1), at + 1)) &&
        !/^[ab]{2}$/.test(text.slice(at + word.length - 1, at + word.length + 1));
      expect(wordAt(text, word)).toBe([...text].findIndex((_, at) => isWord(at)));
    }),
    { numRuns: 2_000 },
  );
});

test("without a result there is no verdict", () => {
  expect(index.judge(check, {})).toBe("no_verdict");
  expect(index.judge(check, { claimed: [] })).toBe("no_verdict");
});

test("a tree has the hash that other implementations give it, in any order of its files", () => {
  const a = { path: "a.txt", sha256: "0".repeat(64), bytes: 1 };
  const b = { path: "b.txt", sha256: "1".repeat(64), bytes: 2 };
  const golden = "f8a07e1648496b14c851c3f83930b74e008ed3c01ee24ec785375eb05949a9ce";
  expect(treeHash([a, b])).toBe(`sha256:${golden}`);
  expect(treeHash([b, a])).toBe(`sha256:${golden}`);
  expect(treeHash([{ ...a, path: "\ud800" }])).toBeNull();
});

test("paths are in the order of their bytes", () => {
  const paths = ["a", "a/b", "a0", "b", "é", "\uffee", "\u{1f600}"];
  expect(paths.toReversed().sort(byCodePoint)).toEqual(paths);
  const bytes = paths.toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
  expect(bytes).toEqual(paths);
});

test.each([
  { path: "a/b.c", is: true },
  { path: ".github/x y.yml", is: true },
  { path: "a/..b", is: true },
  { path: "", is: false },
  { path: "/etc/passwd", is: false },
  { path: "a//b", is: false },
  { path: "a/", is: false },
  { path: "../a", is: false },
  { path: "a/./b", is: false },
  { path: "a\\b", is: false },
  { path: "a\nb", is: false },
  { path: "a\ud800", is: false },
  { path: "x".repeat(1_001), is: false },
])("$path is inside a tree: $is", ({ path, is }) => {
  expect(isTreePath(path)).toBe(is);
});

test.each<{ what: string; changes: JsonObject; field: string }>([
  { what: "no types", changes: { index_types: [] }, field: "check.index_types" },
  {
    what: "a type twice",
    changes: { index_types: ["symbols", "symbols"] },
    field: "check.index_types",
  },
  { what: "an unknown type", changes: { index_types: ["all"] }, field: "check.index_types[0]" },
  {
    what: "a hash without its prefix",
    changes: { tree_sha256: "ab".repeat(32) },
    field: "check.tree_sha256",
  },
])("terms with $what are refused", ({ changes, field }) => {
  const read = fields({ ...index.json(check), ...changes }, "check");
  index.read(read, "terms", () => null);
  expect(read.problem?.field).toBe(field);
});
