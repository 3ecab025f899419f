/** Indexes that a provider could hand in without reading the tree, or all of it: each is found out. */
import { type Check, type JsonObject, judge, namedChecks, treeHash } from "@bazaar/kernel";
import { describe, expect, test } from "vitest";
import { indexFiles, repoIndex, type TreeFile } from "../../index/repo-index.ts";
import { indexClaim } from "./index-claim.ts";
import { IndexSamples } from "./index-samples.ts";

const TYPES = ["digests", "symbols", "dependencies"] as const;
const CHECK: Check = { method: "index", indexTypes: TYPES, treeSha256: null };
const SEEDS = Array.from({ length: 100 }, (_, at) => `seed ${at}`);

function treeOf(name: string): readonly TreeFile[] {
  const texts = new Map<string, string>();
  for (let at = 0; at < 60; at += 1) {
    const own = `${name}${at}`;
    texts.set(
      `src/${at}.ts`,
      `export function run${own}() {}\nexport class Box${own} {\n  open() {}\n}\nconst x = 1;\n`,
    );
    texts.set(
      `lib/${at}.py`,
      `import os\n\ndef go${own}():\n    pass\n\nclass Go${own}:\n    x = 1\n`,
    );
    texts.set(`docs/${at}.md`, `# ${own}\n`);
    texts.set(`packages/${at}/package.json`, `{"dependencies": {"a${own}": "1", "b${own}": "2"}}`);
  }
  return [...texts].map(([path, text]) => ({ path, content: Buffer.from(text) }));
}

const TREE = treeOf("");
const honest = repoIndex(indexFiles(TREE), TYPES);

/** As a checker with this seed sees it, which has read the real tree. */
function evidenceOf(result: JsonObject, seed: string): JsonObject {
  const claim = indexClaim(result);
  const paths = TREE.map(({ path }) => path);
  const samples = new IndexSamples(claim, TYPES, paths, seed);
  for (const { path, content } of TREE) samples.see(path, content);
  return {
    claimed: claim.facts,
    tree: { tree_sha256: honest.tree_sha256 ?? null },
    samples: samples.answers,
  };
}

function failedSteps(result: JsonObject, seed = "seed"): readonly string[] {
  return namedChecks(CHECK, evidenceOf(result, seed))
    .filter(({ verdict }) => verdict === "fail")
    .map(({ name }) => name);
}

const caught = (result: JsonObject) =>
  SEEDS.filter((seed) => judge(CHECK, evidenceOf(result, seed)) === "fail").length;

const listOf = (name: string) => honest[name] as readonly JsonObject[];
const changed = (name: string, change: (item: JsonObject, at: number) => JsonObject | null) => ({
  ...honest,
  [name]: listOf(name).flatMap((item, at) => change(item, at) ?? []),
});

/** With the hash that its own digests have. */
function sealed(result: JsonObject): JsonObject {
  const digests = (result.digests as readonly JsonObject[]).map(({ path, sha256, bytes }) => ({
    path: String(path),
    sha256: String(sha256),
    bytes: Number(bytes),
  }));
  return { ...result, tree_sha256: treeHash(digests) };
}

describe("an honest index passes with every seed", () => {
  test.each<{ what: string; result: JsonObject }>([
    { what: "of this scanner", result: honest },
    {
      what: "of one that lists no values and no methods, under other names of kinds",
      result: changed("symbols", ({ kind, ...symbol }) =>
        kind === "function" || kind === "class" ? { ...symbol, kind: `a ${kind}` } : null,
      ),
    },
    {
      what: "of one that finds methods, too",
      result: {
        ...honest,
        symbols: listOf("symbols").flatMap((symbol) =>
          symbol.kind === "class" && String(symbol.path).endsWith(".ts")
            ? [symbol, { ...symbol, name: "open", kind: "method", line: 3n }]
            : [symbol],
        ),
      },
    },
  ])("$what", ({ result }) => {
    expect(caught(result)).toBe(0);
  });
});

describe("an index of which no part is true fails with every seed", () => {
  test.each<{ what: string; result: JsonObject; step: string }>([
    {
      what: "of another tree with the same paths",
      result: repoIndex(indexFiles(treeOf("other")), TYPES),
      step: "tree_matches",
    },
    {
      what: "with the digests of the tree and the lists of another",
      result: {
        ...repoIndex(indexFiles(treeOf("other")), TYPES),
        digests: honest.digests ?? null,
        tree_sha256: honest.tree_sha256 ?? null,
      },
      step: "spot_checks",
    },
    {
      what: "with one wrong digest",
      result: sealed(
        changed("digests", (item, at) => (at === 5 ? { ...item, sha256: "0".repeat(64) } : item)),
      ),
      step: "tree_matches",
    },
    {
      what: "without one file",
      result: sealed(changed("digests", (item, at) => (at === 5 ? null : item))),
      step: "tree_matches",
    },
    {
      what: "with a file that is not there",
      result: sealed({
        ...honest,
        digests: [...listOf("digests"), { ...listOf("digests")[0], path: "src/more.ts" }],
      }),
      step: "tree_matches",
    },
    {
      what: "with symbols that were made up",
      result: changed("symbols", (symbol, at) => ({ ...symbol, name: `made${at}` })),
      step: "spot_checks",
    },
    {
      what: "with the first word of each line for a symbol",
      result: {
        ...honest,
        symbols: TREE.flatMap(({ path, content }) =>
          content
            .toString()
            .split("\n")
            .flatMap((text, at) => {
              const [name] = /[A-Za-z]+/.exec(text) ?? [];
              return name === undefined
                ? []
                : [{ name, kind: "function", path, line: BigInt(at + 1) }];
            }),
        ),
      },
      step: "spot_checks",
    },
    {
      what: "with symbols that another language's scanner finds",
      result: {
        ...honest,
        symbols: repoIndex(
          indexFiles(
            TREE.map(({ path, content }) => ({ path: path.replace(/ts$|py$/, "rs"), content })),
          ),
          TYPES,
        ).symbols!,
      },
      step: "spot_checks",
    },
    {
      what: "with a symbol for each file, and no more",
      result: changed("symbols", (symbol, at) =>
        listOf("symbols").findIndex(({ path }) => path === symbol.path) === at && at % 2 === 0
          ? { ...symbol }
          : null,
      ),
      step: "spot_checks",
    },
    {
      what: "with dependencies that were made up",
      result: changed("dependencies", (item, at) => ({ ...item, name: `made${at}` })),
      step: "spot_checks",
    },
  ])("$what: $step", ({ result, step }) => {
    expect(failedSteps(result)).toContain(step);
    expect(caught(result)).toBe(SEEDS.length);
  });
});

describe("an index of which a part is missing fails with most seeds", () => {
  test.each<{ what: string; result: JsonObject; least: number }>([
    {
      what: "whose symbols end in the middle",
      result: changed("symbols", (symbol, at) =>
        at < listOf("symbols").length / 2 ? symbol : null,
      ),
      least: 100,
    },
    {
      what: "with the first symbol of each file only",
      result: changed("symbols", (symbol, at) =>
        listOf("symbols").findIndex(({ path }) => path === symbol.path) === at ? symbol : null,
      ),
      least: 100,
    },
    {
      what: "without a tenth of the symbols",
      result: changed("symbols", (symbol, at) => (at % 10 === 0 ? null : symbol)),
      least: 70,
    },
    {
      what: "whose dependencies end in the middle",
      result: changed("dependencies", (item, at) =>
        at < listOf("dependencies").length / 2 ? item : null,
      ),
      least: 100,
    },
    {
      what: "with one dependency of each manifest",
      result: changed("dependencies", (item, at) => (at % 2 === 0 ? item : null)),
      least: 100,
    },
    {
      what: "with a fifth of the symbols on other lines",
      result: changed("symbols", (symbol, at) => (at % 5 === 0 ? { ...symbol, line: 4n } : symbol)),
      least: 70,
    },
  ])("$what", ({ result, least }) => {
    expect(caught(result)).toBeGreaterThanOrEqual(least);
  });
});

test("an index that is true only where a guessed seed looks fails with the real one", () => {
  const guessed = evidenceOf(honest, "guessed").samples as readonly JsonObject[];
  const isSeen = (path: unknown): boolean =>
    guessed.some(({ query }) => String(query).startsWith(String(path)));
  const result = {
    ...changed("symbols", (symbol) => (isSeen(symbol.path) ? symbol : null)),
    dependencies: listOf("dependencies").filter(({ source }) => isSeen(source)),
  };
  expect(judge(CHECK, evidenceOf(result, "guessed"))).toBe("pass");
  expect(caught(result)).toBe(SEEDS.length);
});
