/** What earlier searches of a tree found, in the state directory: a second search reads no names. */
import { createHash } from "node:crypto";
import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { makePrivatePath } from "../disk/private-path.ts";
import { errorCode } from "../error-code.ts";
import { type Found, type SeenDirectory, type SeenTree, searchTree } from "./search-tree.ts";

/** A new version of the names forgets what the old one found. */
const VERSION = 4;
const DIRECTORY = "searched";
/** Below this, reading is as fast as remembering. */
const MIN_DIRECTORIES = 200;

interface Memory {
  readonly version: number;
  readonly top: string;
  readonly seen: readonly (readonly [string, SeenDirectory])[];
}

/** @throws SearchFailed */
export function searchRemembered(
  top: string,
  without: ReadonlySet<string>,
  stateDirectory: string,
  gid: number | null,
): Found {
  const file = join(stateDirectory, DIRECTORY, hashOf(top));
  const seen = recall(file, top);
  const before = seen.size;
  const startedWith = new Map(seen);
  const found = searchTree({ top, without, seen, nowMs: Date.now(), gid });
  const isNews =
    seen.size !== before || [...seen].some(([path, at]) => startedWith.get(path) !== at);
  if (isNews && seen.size >= MIN_DIRECTORIES)
    remember(file, { version: VERSION, top, seen: [...seen] });
  return found;
}

function recall(file: string, top: string): SeenTree {
  try {
    const memory = JSON.parse(readFileSync(file, "utf8")) as Memory;
    return memory.version === VERSION && memory.top === top ? new Map(memory.seen) : new Map();
  } catch (error) {
    // Absent, unreadable or cut off: the tree is searched again.
    if (errorCode(error) === "" && !(error instanceof SyntaxError)) throw error;
    return new Map();
  }
}

/** Without a place to remember, the next search only takes longer. */
function remember(file: string, memory: Memory): void {
  try {
    if (makePrivatePath(join(file, "..")) !== null) return;
    const part = `${file}.${process.pid}`;
    writeFileSync(part, JSON.stringify(memory), { mode: 0o600 });
    renameSync(part, file);
  } catch (error) {
    if (errorCode(error) === "") throw error;
  }
}

function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 32);
}
