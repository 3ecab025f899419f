/**
 * What an undo may do to a git repository.
 *
 * Its objects stay: they do no harm, and a commit made since may need them. Everything else in it
 * (refs, HEAD, index, logs) is reverted together, and only if no ref moved since: the branch would
 * lose what was committed to it, or the index would belong to another commit.
 */
import type { Directories } from "../disk/directories.ts";
import { namesOrNone } from "../disk/names-in.ts";
import {
  childPath,
  isWithin,
  parentPath,
  type RawPath,
  rawPath,
  shownPath,
} from "../disk/raw-path.ts";
import { isNewer, type Since } from "./newer-than.ts";
import type { Operation } from "./operation.ts";
import { repositoriesOf } from "./places/git-repositories.ts";
import type { UndoUnit } from "./undo-units.ts";

/** By its name, if there is no repository there any more. */
const NAMED = /^.*?\/\.git(?=\/)/;
const OBJECT = /^objects\/(?!info\/(?:http-)?alternates$)/;
const REF =
  /^(?:HEAD|(?:ORIG|MERGE|CHERRY_PICK|REVERT|REBASE)_HEAD|packed-refs|refs|reftable)(?:\/|$)/;
const REF_FILES = ["HEAD", "packed-refs"];
const REF_DIRECTORIES = ["refs", "reftable"];
const MAX_REFS = 100_000;

/** Where a path is inside its git directory. */
interface GitPart {
  readonly directory: RawPath;
  readonly inside: string;
}

export interface Around {
  readonly operations: readonly Operation[];
  readonly directories: Directories;
  readonly since: Since;
}

export function withGit(units: readonly UndoUnit[], around: Around): UndoUnit[] {
  const repositories = repositoriesOf(
    new Set(units.map(({ path }) => shownPath(parentPath(path)))),
  ).map(({ directories }) => directories.map(rawPath));
  const known = repositories.flat();
  const parts = new Map(units.map(({ path }) => [path, gitPartOf(path, known)]));
  const put = new Set(around.operations.flatMap(({ path, fresh }) => (fresh === null ? [] : path)));
  const marked = units.map((unit): UndoUnit => {
    const isObject = OBJECT.test(parts.get(unit.path)?.inside ?? "");
    if (!isObject) return unit;
    // An object is named by its content: one that is there again is the same.
    return { ...unit, conflict: null, ...(put.has(unit.path) ? { stays: true } : {}) };
  });
  const state = marked.filter((unit) => unit.stays !== true && parts.get(unit.path) != null);
  const moved = new Map<RawPath, RawPath>();
  for (const [directory, own] of Map.groupBy(state, (unit) => parts.get(unit.path)?.directory)) {
    if (directory === undefined) continue;
    const all = repositories.filter((each) => each.includes(directory)).flat();
    const places = new Set([directory, ...all]);
    const ref =
      own.find((unit) => unit.conflict !== null && REF.test(parts.get(unit.path)?.inside ?? ""))
        ?.path ?? movedRef(places, around);
    if (ref !== null) for (const { path } of own) moved.set(path, ref);
  }
  return marked.map((unit) => {
    const by = moved.get(unit.path);
    return by === undefined
      ? unit
      : { ...unit, conflict: { path: unit.path, because: "ref_moved", by } };
  });
}

function gitPartOf(path: RawPath, known: readonly RawPath[]): GitPart | null {
  const [inner] = known
    .filter((each) => path !== each && isWithin(path, each))
    .sort((one, other) => other.length - one.length);
  const directory = inner ?? (NAMED.exec(path)?.[0] as RawPath | undefined);
  return directory === undefined ? null : { directory, inside: path.slice(directory.length + 1) };
}

/** The first ref that was written since with other content. */
function movedRef(places: ReadonlySet<RawPath>, { directories, since }: Around): RawPath | null {
  const waiting = [...places].flatMap((place) =>
    [...REF_FILES, ...REF_DIRECTORIES].map((name) => childPath(place, name)),
  );
  for (let seen = 0; seen < waiting.length; seen += 1) {
    const path = waiting[seen] as RawPath;
    const parent = directories.find(parentPath(path));
    const entry = parent === null ? null : directories.entry(path);
    if (entry === null || path.endsWith(".lock")) continue;
    if (entry.type === "directory") {
      if (waiting.length > MAX_REFS || directories.find(path) === null) return path;
      const names = namesOrNone(directories.via(childPath(path, ".")));
      waiting.push(...names.map((name) => childPath(path, name)));
    } else if (isNewer(path, entry, since) && since.isSameContent?.(path, entry) !== true) {
      return path;
    }
  }
  return null;
}
