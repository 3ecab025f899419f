/**
 * An index of a tree of files: their digests, the symbols they define and the dependencies they name.
 *
 * It is a pure function of paths and contents: everyone who indexes a tree gets the same one, whether
 * from nothing or from an older index and what has changed since.
 */
import { byCodePoint, type JsonObject, treeHash } from "@bazaar/kernel";
import { type FileScan, type ScanCache, scanFile } from "./scan-file.ts";

export interface TreeFile {
  /** Relative, with forward slashes. */
  readonly path: string;
  readonly content: Uint8Array;
}

/** By path. */
export type IndexedFiles = ReadonlyMap<string, FileScan>;

export interface TreeChanges {
  /** Files that are new or have another content. */
  readonly changed: Iterable<TreeFile>;
  readonly removed: Iterable<string>;
}

export function indexFiles(files: Iterable<TreeFile>, cache?: ScanCache): IndexedFiles {
  return updateFiles(new Map(), { changed: files, removed: [] }, cache);
}

export function updateFiles(
  indexed: IndexedFiles,
  { changed, removed }: TreeChanges,
  cache?: ScanCache,
): IndexedFiles {
  const files = new Map(indexed);
  for (const path of removed) files.delete(path);
  for (const { path, content } of changed) files.set(path, scanFile(path, content, cache));
  return files;
}

/** The part of a result's payload that is the index; digests are always part of it. */
export function repoIndex(files: IndexedFiles, indexTypes: readonly string[]): JsonObject {
  const sorted = [...files].sort(([a], [b]) => byCodePoint(a, b));
  const digests = sorted.map(([path, { sha256, bytes }]) => ({ path, sha256, bytes }));
  return {
    tree_sha256: treeHash(digests),
    digests: digests.map(({ bytes, ...digest }) => ({ ...digest, bytes: BigInt(bytes) })),
    ...(indexTypes.includes("symbols") ? { symbols: sorted.flatMap(symbolsJson) } : {}),
    ...(indexTypes.includes("dependencies")
      ? { dependencies: sorted.flatMap(dependenciesJson) }
      : {}),
  };
}

function symbolsJson([path, { symbols }]: readonly [string, FileScan]): readonly JsonObject[] {
  return symbols.map(({ name, kind, line }) => ({ name, kind, path, line: BigInt(line) }));
}

function dependenciesJson([source, scan]: readonly [string, FileScan]): readonly JsonObject[] {
  return scan.dependencies.map(({ name, version, isDev }) => ({
    name,
    version,
    source,
    dev: isDev,
  }));
}
