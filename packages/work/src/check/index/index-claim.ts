/** What an index claims, measured: its lists are too long to be recorded. */
import {
  type Fields,
  type FileDigest,
  fields,
  isJsonArray,
  isJsonObject,
  isTreePath,
  type JsonObject,
  MAX_INDEX_ENTRIES,
  treeHash,
} from "@bazaar/kernel";
import { statedHash } from "../fitting.ts";

export interface IndexClaim {
  /** As evidence has it. */
  readonly facts: JsonObject;
  /** Empty where the index is not well-formed. */
  readonly digests: readonly FileDigest[];
  readonly symbols: readonly ClaimedSymbol[];
  readonly dependencies: readonly ClaimedDependency[];
}

export interface ClaimedSymbol {
  readonly name: string;
  readonly path: string;
  readonly line: number;
}

export interface ClaimedDependency {
  readonly name: string;
  readonly version: string;
  readonly source: string;
}

const MAX_PATH = 1_000;
/** Of names and versions. */
const MAX_WORD = 200;
const MAX_LINE = 100_000_000;
const MAX_DETAILS = 400;

export function indexClaim(result: JsonObject): IndexClaim {
  const read = fields(result, "result");
  const digests = listOf(read, "digests", readDigest) ?? [];
  const symbols = listOf(read, "symbols", readSymbol);
  const dependencies = listOf(read, "dependencies", readDependency);
  if (read.problem !== null) {
    const problem = `${read.problem.field}: ${read.problem.problem}`.slice(0, MAX_DETAILS);
    return { facts: { problem }, digests: [], symbols: [], dependencies: [] };
  }
  const paths = digests.map(({ path }) => path);
  const all = [
    ...paths,
    ...(symbols ?? []).map(({ path }) => path),
    ...(dependencies ?? []).map(({ source }) => source),
  ];
  const facts = {
    problem: null,
    tree_sha256: statedHash(result.tree_sha256),
    computed_sha256: treeHash(digests),
    digests: countOf(isJsonArray(result.digests) ? digests : null),
    symbols: countOf(symbols),
    dependencies: countOf(dependencies),
    embeddings: countOf(embeddingsOf(result)),
    bad_paths: BigInt(all.filter((path) => !isTreePath(path)).length),
    repeated_paths: BigInt(paths.length - new Set(paths).size),
  };
  return { facts, digests, symbols: symbols ?? [], dependencies: dependencies ?? [] };
}

/** Null: there is no such list. */
function listOf<T>(read: Fields, name: string, readItem: (item: Fields) => T) {
  return read.optional(name, () =>
    read.array(name, { max: MAX_INDEX_ENTRIES }, (items, at) => readItem(items.object(at))),
  );
}

function readDigest(item: Fields): FileDigest {
  return {
    path: pathOf(item, "path"),
    sha256: item.hex("sha256", 64),
    bytes: item.integer("bytes", { max: Number.MAX_SAFE_INTEGER }),
  };
}

function readSymbol(item: Fields): ClaimedSymbol {
  wordOf(item, "kind");
  return {
    name: wordOf(item, "name"),
    path: pathOf(item, "path"),
    line: item.integer("line", { min: 1, max: MAX_LINE }),
  };
}

function readDependency(item: Fields): ClaimedDependency {
  return {
    name: wordOf(item, "name"),
    version: item.string("version", { max: MAX_WORD }),
    source: pathOf(item, "source"),
  };
}

function pathOf(item: Fields, name: string): string {
  return item.string(name, { min: 1, max: MAX_PATH });
}

function wordOf(item: Fields, name: string): string {
  return item.string(name, { min: 1, max: MAX_WORD });
}

/** They are vectors, and stored as artifacts. */
function embeddingsOf({ artifacts }: JsonObject): readonly unknown[] | null {
  if (!isJsonArray(artifacts)) return null;
  const found = artifacts.filter(
    (artifact) => isJsonObject(artifact) && artifact.index_type === "embeddings",
  );
  return found.length === 0 ? null : found;
}

function countOf(list: readonly unknown[] | null): bigint | null {
  return list === null ? null : BigInt(list.length);
}
