import { createHash } from "node:crypto";
import type { JsonObject } from "@bazaar/kernel";
import fc from "fast-check";
import { expect, test } from "vitest";
import { indexFiles, repoIndex, type TreeFile, updateFiles } from "./repo-index.ts";
import type { FileScan, ScanCache } from "./scan-file.ts";

const ALL = ["digests", "symbols", "dependencies"];
const file = (path: string, text: string): TreeFile => ({ path, content: Buffer.from(text) });
const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

const MANIFEST = '{"dependencies": {"left-pad": "1"}}';
const TREE = [
  file("src/b.py", "def b():\n    pass\n"),
  file("src/a.ts", "\nexport function a() {}\n"),
  file("package.json", MANIFEST),
  file("picture.ts", ""),
];

test("an index lists files by path, with what they define and need", () => {
  expect(repoIndex(indexFiles(TREE), ALL)).toEqual({
    tree_sha256: expect.stringMatching(/^sha256:[0-9a-f]{64}$/),
    digests: [
      { path: "package.json", sha256: sha256(MANIFEST), bytes: BigInt(MANIFEST.length) },
      { path: "picture.ts", sha256: sha256(""), bytes: 0n },
      { path: "src/a.ts", sha256: sha256("\nexport function a() {}\n"), bytes: 24n },
      { path: "src/b.py", sha256: sha256("def b():\n    pass\n"), bytes: 18n },
    ],
    symbols: [
      { name: "a", kind: "function", path: "src/a.ts", line: 2n },
      { name: "b", kind: "function", path: "src/b.py", line: 1n },
    ],
    dependencies: [{ name: "left-pad", version: "1", source: "package.json", dev: false }],
  });
});

test("what nobody asked for is left out, but for the digests", () => {
  expect(Object.keys(repoIndex(indexFiles(TREE), ["symbols"]))).toEqual([
    "tree_sha256",
    "digests",
    "symbols",
  ]);
});

test("bytes that are not text have a digest and nothing else", () => {
  const content = Buffer.from([0xff, 0xfe, ...Buffer.from("function a() {}")]);
  const index = repoIndex(indexFiles([{ path: "a.js", content }]), ALL);
  expect(index).toMatchObject({ digests: [{ bytes: 17n }], symbols: [], dependencies: [] });
});

test("files with one content are scanned once, unless their names ask for another scanner", () => {
  const kept = new Map<string, FileScan>();
  let hits = 0;
  const cache: ScanCache = {
    get(key) {
      const scan = kept.get(key);
      hits += scan === undefined ? 0 : 1;
      return scan;
    },
    set: (key, scan) => void kept.set(key, scan),
  };
  const same = ["a.js", "b.mjs", "c.py", "d.txt"].map((path) => file(path, "function a() {}"));
  const index = repoIndex(indexFiles(same, cache), ALL);
  expect([hits, kept.size]).toEqual([1, 3]);
  expect(index).toEqual(repoIndex(indexFiles(same), ALL));
});

const path = fc.constantFrom(
  "a.js",
  "b.js",
  "src/c.py",
  "d.rs",
  "package.json",
  "e.txt",
  "\u{1f600}.c",
);
const text = fc.constantFrom(
  "",
  "function a() {}",
  "def b():\n",
  "fn c() {}",
  MANIFEST,
  "int main(void) {\n",
);
const step = fc.record({
  changed: fc.array(
    fc.tuple(path, text).map(([at, words]) => file(at, words)),
    { maxLength: 4 },
  ),
  removed: fc.array(path, { maxLength: 3 }),
});

test("an index that follows changes is the one from scratch", () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 8 }), (steps) => {
      const tree = new Map<string, TreeFile>();
      const kept = new Map<string, FileScan>();
      let indexed: ReturnType<typeof indexFiles> = new Map();
      for (const { changed, removed } of steps) {
        for (const gone of removed) tree.delete(gone);
        for (const written of changed) tree.set(written.path, written);
        indexed = updateFiles(indexed, { changed, removed }, kept);
      }
      const scratch: JsonObject = repoIndex(indexFiles([...tree.values()].reverse()), ALL);
      expect(repoIndex(indexed, ALL)).toEqual(scratch);
    }),
  );
});
