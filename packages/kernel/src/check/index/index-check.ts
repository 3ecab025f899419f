/**
 * An index of a repository: it is of the right tree, names each file once, and says about files what is
 * in them.
 *
 * An index is too long for an entry: the evidence is what its form shows (`claimed`), the hash of the
 * tree that was checked out (`tree`), and some questions with both answers (`samples`), drawn with
 * `sample_seed`, which nobody knew when the index was handed in.
 */
import { isJsonObject, type Json, type JsonObject } from "../../canonical/json.ts";
import type { CheckKind } from "../check-kind.ts";
import { MAX_EVIDENCE } from "../judging-cost.ts";
import { type NamedCheck, verdictOf } from "../named-check.ts";
import { hasRepository } from "../rerun.ts";
import { openStep, step } from "../step.ts";
import { samplesStep } from "./index-samples.ts";

const INDEX_TYPES = ["digests", "symbols", "dependencies", "embeddings"] as const;

const MAX_HASH = 80;
/** For each character in which a word is looked for. */
const STEPS_OF_SAMPLES = 5;
const TREE_HASH = /^sha256:[0-9a-f]{64}$/;

export type IndexType = (typeof INDEX_TYPES)[number];

export interface IndexCheck {
  readonly method: "index";
  readonly indexTypes: readonly IndexType[];
  /** `sha256:` and 64 hex digits; null: the tree of the check-out. */
  readonly treeSha256: string | null;
}

export const index: CheckKind<IndexCheck> = {
  method: "index",
  documentMethod: "index",
  replays: (_, work) => hasRepository(work),
  decidedBy: "claimed",
  read(read) {
    const indexTypes = read.array("index_types", { min: 1, max: INDEX_TYPES.length }, (items, at) =>
      items.oneOf(at, INDEX_TYPES),
    );
    if (new Set(indexTypes).size < indexTypes.length) read.fault("index_types", "named twice");
    const treeSha256 = read.optional("tree_sha256", (name) => read.string(name, { max: MAX_HASH }));
    if (treeSha256 !== null && !TREE_HASH.test(treeSha256)) {
      read.fault("tree_sha256", "expected sha256: and 64 lower-case hex digits");
    }
    return { method: "index", indexTypes, treeSha256 };
  },
  json: ({ method, indexTypes, treeSha256 }) => ({
    method,
    index_types: indexTypes,
    tree_sha256: treeSha256,
  }),
  judge: (check, evidence) => verdictOf(named(check, evidence)),
  named,
  cost: () => STEPS_OF_SAMPLES * MAX_EVIDENCE,
  isSupported: ({ claimed }) => isJsonObject(claimed),
  words: ({ indexTypes }) => `an index of the tree with ${indexTypes.join(", ")}`,
  rule: ({ indexTypes }) =>
    `the index is of the agreed tree, has valid paths and ${indexTypes.join(", ")}, and agrees with the tree where it was compared`,
};

function named(check: IndexCheck, evidence: JsonObject): readonly NamedCheck[] {
  const claimed = isJsonObject(evidence.claimed) ? evidence.claimed : null;
  if (claimed === null) {
    const names = ["schema_valid", "paths_valid", "tree_matches", "spot_checks"];
    return names.map((name) => openStep(name, "no result"));
  }
  return [
    step("schema_valid", formProblem(check, claimed)),
    step("paths_valid", pathProblem(claimed)),
    treeStep(check, claimed, evidence.tree),
    samplesStep(evidence.samples, claimed.digests !== 0n && check.indexTypes.some(isSampled)),
  ];
}

/** Digests are always there: without them nobody knows which tree was read. */
function formProblem({ indexTypes }: IndexCheck, claimed: JsonObject): string | null {
  if (claimed.problem !== null) {
    return typeof claimed.problem === "string" ? claimed.problem : "the index was not read";
  }
  const missing = ["digests" as const, ...indexTypes].find(
    (name) => typeof claimed[name] !== "bigint",
  );
  return missing === undefined ? null : `there are no ${missing}`;
}

function pathProblem({ bad_paths: bad, repeated_paths: repeated }: JsonObject): string | null {
  if (bad !== 0n) return "a path is not relative, or not plain";
  return repeated === 0n ? null : "a path is there twice";
}

function treeStep(check: IndexCheck, claimed: JsonObject, tree: Json | undefined): NamedCheck {
  const name = "tree_matches";
  const { tree_sha256: stated, computed_sha256: computed } = claimed;
  if (typeof computed !== "string" || stated !== computed) {
    return step(name, "the stated hash is not that of the digests");
  }
  if (check.treeSha256 !== null && check.treeSha256 !== computed) {
    return step(name, "the terms name another tree");
  }
  const found = isJsonObject(tree) ? tree.tree_sha256 : undefined;
  if (typeof found === "string") {
    return step(name, found === computed ? null : `the tree has the hash ${found}`);
  }
  return check.treeSha256 === null ? openStep(name, "the tree was not read") : step(name, null);
}

/** The hash of the tree says everything about digests. */
function isSampled(type: IndexType): boolean {
  return type === "symbols" || type === "dependencies";
}
