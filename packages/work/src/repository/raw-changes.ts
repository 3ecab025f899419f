/** Reads what `git diff-tree -r --no-renames --raw --numstat -z` prints about two trees. */
import { MAX_CHANGES, MAX_PATH_CHARACTERS } from "@bazaar/kernel";

export interface RawChange {
  readonly path: string;
  /** One letter: added, deleted, modified, or of another type. */
  readonly status: string;
  /** Null: there is no file. */
  readonly oldMode: string | null;
  readonly newMode: string | null;
  /** Null: not text. */
  readonly additions: number | null;
  readonly deletions: number | null;
}

export interface RawChanges {
  readonly changes: readonly RawChange[];
  /** There are more than these. */
  readonly isCut: boolean;
}

const RAW = /^:(\d{6}) (\d{6}) [0-9a-f]+ [0-9a-f]+ ([A-Z])\d*$/;
const COUNTS = /^(\d+|-)\t(\d+|-)\t/;
const ABSENT = "000000";

/** Null if it is not what git prints. `isCut`: the text ends before its end. */
export function parseRawChanges(text: string, isCut: boolean): RawChanges | null {
  const fields = text.split("\0");
  // The last one is empty, or half of one.
  fields.pop();
  const changes = new Map<string, RawChange>();
  let characters = 0;
  for (let at = 0; at < fields.length; at += 1) {
    const field = fields[at] ?? "";
    const raw = RAW.exec(field);
    if (raw === null) {
      if (!count(changes, field)) return null;
      continue;
    }
    at += 1;
    const path = fields[at];
    if (path === undefined) return isCut ? { changes: [...changes.values()], isCut } : null;
    characters += path.length;
    if (changes.size >= MAX_CHANGES || characters > MAX_PATH_CHARACTERS) {
      return { changes: [...changes.values()], isCut: true };
    }
    const [, oldMode = ABSENT, newMode = ABSENT, status = ""] = raw;
    changes.set(path, {
      path,
      status,
      oldMode: oldMode === ABSENT ? null : oldMode,
      newMode: newMode === ABSENT ? null : newMode,
      additions: null,
      deletions: null,
    });
  }
  return { changes: [...changes.values()], isCut };
}

function count(changes: Map<string, RawChange>, field: string): boolean {
  const counts = COUNTS.exec(field);
  const path = field.slice(counts?.[0].length ?? 0);
  const change = changes.get(path);
  if (counts === null || change === undefined) return false;
  const [, additions, deletions] = counts;
  changes.set(path, { ...change, additions: number(additions), deletions: number(deletions) });
  return true;
}

function number(text: string | undefined): number | null {
  return text === undefined || text === "-" ? null : Number(text);
}
