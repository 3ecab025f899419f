/**
 * What evidence says about a patch. It is facts of the one who collected it, in no agreed order of
 * trust: whatever is missing or has another shape is not known, and never a failure.
 */
import { isJsonArray, isJsonObject, type Json, type JsonObject } from "../../canonical/json.ts";

export interface PatchFacts {
  /** Null: nothing is known of the patch, and so of nothing else. */
  readonly patch: PatchText | null;
  readonly applies: boolean | null;
  readonly changes: readonly PatchChange[] | null;
  /** Of all changes; null: of some they are not known. */
  readonly counts: PatchCounts | null;
  /** More was changed than is listed. */
  readonly isCut: boolean;
  /** How each command ended before the patch, by its place in the terms. */
  readonly baseline: readonly CommandEnd[];
  /** The same after it. */
  readonly runs: readonly CommandEnd[];
}

export interface PatchText {
  readonly sha256: string;
  /** As the result states it; null: it states none. */
  readonly claimedSha256: string | null;
  /** As the result states them; null: it states none. */
  readonly claimedCounts: PatchCounts | null;
  readonly bytes: number;
  /** Hunks in git's binary format, which can unfold to any size. */
  readonly binaryHunks: number;
  /** Files that are copied from others, which multiplies them. */
  readonly copies: number;
}

export interface PatchCounts {
  readonly files: bigint;
  /** Lines of text. */
  readonly additions: bigint;
  readonly deletions: bigint;
}

export interface PatchChange {
  readonly path: string;
  /** There was no such file. */
  readonly isNew: boolean;
  /** Null: the file is gone. */
  readonly newMode: string | null;
}

/** Null: it was not run. */
export type CommandEnd =
  | { readonly exitCode: number }
  | { readonly signal: string }
  | { readonly stoppedBy: string }
  | null;

/** With which a shell says that a program cannot be run, or is not found. */
export const UNSTARTED_EXIT_CODES: readonly number[] = [126, 127];

/** Of a list of changes; a longer one is cut. */
export const MAX_CHANGES = 500;
/** Of all its paths, in characters: patterns are matched with each of them. */
export const MAX_PATH_CHARACTERS = 10_000;

const NOTHING: PatchFacts = {
  patch: null,
  applies: null,
  changes: null,
  counts: null,
  isCut: false,
  baseline: [],
  runs: [],
};

export function readPatchFacts(evidence: JsonObject): PatchFacts {
  const patch = readPatch(evidence.patch);
  // A buyer looks at the baseline before there is any patch.
  if (patch === null) return { ...NOTHING, baseline: readEnds(evidence.baseline) };
  const listed = readChanges(evidence.changes);
  const isCut = listed.isCut || evidence.changes_cut === true;
  return {
    patch,
    applies: typeof evidence.applies === "boolean" ? evidence.applies : null,
    changes: listed.changes,
    counts: isCut ? null : readSums(evidence.changes),
    isCut,
    baseline: readEnds(evidence.baseline),
    runs: readEnds(evidence.runs),
  };
}

function readPatch(json: Json | undefined): PatchText | null {
  if (!isJsonObject(json)) return null;
  const { sha256, claimed_sha256: claimed, bytes, binary_hunks: binary, copies } = json;
  const isKnown = typeof sha256 === "string" && typeof bytes === "bigint";
  if (!isKnown || typeof binary !== "bigint" || typeof copies !== "bigint") return null;
  return {
    sha256,
    claimedSha256: typeof claimed === "string" ? claimed : null,
    claimedCounts: readCounts(json.claimed_counts),
    bytes: Number(bytes),
    binaryHunks: Number(binary),
    copies: Number(copies),
  };
}

function readCounts(json: Json | undefined): PatchCounts | null {
  if (!isJsonObject(json)) return null;
  const { files_changed: files, additions, deletions } = json;
  const isKnown = typeof additions === "bigint" && typeof deletions === "bigint";
  return isKnown && typeof files === "bigint" ? { files, additions, deletions } : null;
}

function readSums(json: Json | undefined): PatchCounts | null {
  if (!isJsonArray(json)) return null;
  let [additions, deletions] = [0n, 0n];
  for (const item of json) {
    const [added, removed] = isJsonObject(item) ? [item.additions, item.deletions] : [];
    if (!isCount(added) || !isCount(removed)) return null;
    additions += added ?? 0n;
    deletions += removed ?? 0n;
  }
  return { files: BigInt(json.length), additions, deletions };
}

/** Null: a file that is not text has no lines. */
function isCount(json: Json | undefined): json is bigint | null {
  return json === null || typeof json === "bigint";
}

function readChanges(json: Json | undefined): Pick<PatchFacts, "changes" | "isCut"> {
  if (!isJsonArray(json)) return { changes: null, isCut: false };
  const changes: PatchChange[] = [];
  let characters = 0;
  for (const item of json) {
    const isKnown = isJsonObject(item) && item.old_mode !== undefined;
    if (!isKnown || typeof item.path !== "string") return { changes: null, isCut: false };
    characters += item.path.length;
    if (changes.length >= MAX_CHANGES || characters > MAX_PATH_CHARACTERS) {
      return { changes, isCut: true };
    }
    const newMode = typeof item.new_mode === "string" ? item.new_mode : null;
    changes.push({ path: item.path, isNew: item.old_mode === null, newMode });
  }
  return { changes, isCut: false };
}

function readEnds(json: Json | undefined): readonly CommandEnd[] {
  return isJsonArray(json) ? json.map(readEnd) : [];
}

function readEnd(json: Json): CommandEnd {
  if (!isJsonObject(json)) return null;
  const { exit_code: code, signal, stopped_by: stoppedBy } = json;
  if (typeof stoppedBy === "string") return { stoppedBy };
  if (typeof code === "bigint") return { exitCode: Number(code) };
  return typeof signal === "string" ? { signal } : null;
}
