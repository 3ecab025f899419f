/**
 * `oa.repo_index.v1`: digests, symbols and dependencies of the files of a commit.
 *
 * What is found in a file depends on its name and content alone, so it is kept for the next commit,
 * where most files are the same.
 */
import { isJsonArray, type JsonObject, MAX_INDEX_ENTRIES } from "@bazaar/kernel";
import {
  type FileScan,
  indexSelection,
  listTree,
  readTree,
  repoIndex,
  type ScanCache,
  scanFile,
} from "@bazaar/work";
import type { PlaceSettings } from "../job-sandbox.ts";
import { WorkPlace } from "../work-place.ts";
import { type Assignment, failed, type Worked } from "../worker.ts";

export async function indexJob(
  assignment: Assignment,
  settings: PlaceSettings,
  cache: ScanCache,
): Promise<Worked> {
  const { job, recorder, signal } = assignment;
  const selection = indexSelection(job.payload);
  if (typeof selection === "string") return failed(selection);
  const opened = await WorkPlace.open(assignment, settings);
  if (typeof opened === "string") return failed(opened);
  await using place = opened;
  const bounds = { leftMs: place.leftMs, signal };
  const listed = await listTree(place, bounds);
  if (typeof listed === "string") return failed(listed);
  const wanted = selection.of(listed);
  if (typeof wanted === "string") return failed(wanted);
  const tree = new ScannedTree(typesIn(job.payload), cache);
  const unread = await readTree(place, wanted, bounds, (path, content) => tree.add(path, content));
  if (unread !== null) return failed(unread);
  const { index } = tree;
  if (index === null) {
    return failed(`the index would have more than ${MAX_INDEX_ENTRIES} entries of one kind`);
  }
  const { tree_sha256 = null } = index;
  const params = { files: BigInt(wanted.length) };
  await recorder.step("IndexTree", params, async () => ({ tree_sha256 }));
  return { is: "done", payload: { status: "success", ...index, artifacts: [] }, replay: null };
}

/** The files of a tree, one after the other. No more is kept of them than an index can have. */
class ScannedTree {
  readonly #types: readonly string[];
  readonly #cache: ScanCache;
  readonly #files = new Map<string, FileScan>();
  #symbols = 0;
  #dependencies = 0;

  constructor(types: readonly string[], cache: ScanCache) {
    this.#types = types;
    this.#cache = cache;
  }

  /** Null: it has more. */
  get index(): JsonObject | null {
    return this.#isFull ? null : repoIndex(this.#files, this.#types);
  }

  get #isFull(): boolean {
    return Math.max(this.#symbols, this.#dependencies) > MAX_INDEX_ENTRIES;
  }

  add(path: string, content: Uint8Array): void {
    if (this.#isFull) return;
    const scan = scanFile(path, content, this.#cache);
    const symbols = this.#types.includes("symbols") ? scan.symbols : [];
    const dependencies = this.#types.includes("dependencies") ? scan.dependencies : [];
    this.#symbols += symbols.length;
    this.#dependencies += dependencies.length;
    this.#files.set(path, { ...scan, symbols, dependencies });
  }
}

function typesIn({ index_types: types }: JsonObject): readonly string[] {
  return isJsonArray(types) ? types.filter((type) => typeof type === "string") : [];
}
