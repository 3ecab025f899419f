/**
 * `oa.repo_index.v1`: digests, symbols and dependencies of the files of a commit.
 *
 * What is found in a file depends on its name and content alone, so it is kept for the next commit,
 * where most files are the same.
 */
import { isJsonArray, type JsonObject } from "@bazaar/kernel";
import {
  type FileScan,
  indexFiles,
  indexSelection,
  listTree,
  readTree,
  repoIndex,
  type ScanCache,
  type TreeFile,
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
  const files: TreeFile[] = [];
  const unread = await readTree(place, wanted, bounds, (path, content) =>
    files.push({ path, content }),
  );
  if (unread !== null) return failed(unread);
  const index = repoIndex(indexFiles(files, cache), typesIn(job.payload));
  const { tree_sha256 = null } = index;
  const params = { files: BigInt(files.length) };
  await recorder.step("IndexTree", params, async () => ({ tree_sha256 }));
  return { is: "done", payload: { status: "success", ...index, artifacts: [] }, replay: null };
}

function typesIn({ index_types: types }: JsonObject): readonly string[] {
  return isJsonArray(types) ? types.filter((type) => typeof type === "string") : [];
}

/** In memory; the oldest are forgotten. */
export function scanMemory(maxFiles: number): ScanCache {
  const scans = new Map<string, FileScan>();
  return {
    get: (key) => scans.get(key),
    set(key, scan) {
      scans.set(key, scan);
      const [oldest] = scans.keys();
      if (scans.size > maxFiles && oldest !== undefined) scans.delete(oldest);
    },
  };
}
