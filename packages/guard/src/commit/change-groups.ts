/**
 * Changes that only make sense together: one decision keeps or drops all of them.
 *
 * Half of what a git command did loses work or breaks the repository, half a move loses a file, and
 * half a package tree does not load. Where it is not certain that two changes stand alone they are
 * put together: one question too few costs less than one lost file.
 */
import { isWithin, nameOf, parentPath, type RawPath, rawPath } from "../disk/raw-path.ts";
import type { Change } from "./change.ts";
import { joinSets } from "./join-sets.ts";
import { gitDirectoryOf } from "./places/git-places.ts";
import type { Repository } from "./places/git-repositories.ts";
import { digestOfFile } from "./same-content.ts";

export interface ChangeGroup {
  readonly kind: "repository" | "packages" | "move";
  /** The directory, or the first name, that a person knows it by. */
  readonly root: RawPath;
}

interface Candidate extends ChangeGroup {
  readonly members: readonly Change[];
}

export interface Grouping {
  readonly workingTree: RawPath;
  readonly repositories: readonly Repository[];
  readonly gitDirectories: readonly RawPath[];
}

/** The group of every change that does not stand alone. */
export function changeGroups(
  changes: readonly Change[],
  around: Grouping,
): ReadonlyMap<Change, ChangeGroup> {
  // What overlaps becomes one, by the name that says most.
  const candidates = [
    ...repositoryGroups(changes, around),
    ...packageGroups(changes),
    ...moveGroups(changes),
  ];
  const named = candidates.map(({ kind, root }): ChangeGroup => ({ kind, root }));
  const numbers = joinSets(candidates.map(({ members }) => members));
  return new Map(
    [...numbers].map(([change, number]) => [change, named[number] as ChangeGroup] as const),
  );
}

/** What changed inside a git directory, with everything that changed in its working trees. */
function repositoryGroups(
  changes: readonly Change[],
  { repositories, ...places }: Grouping,
): Candidate[] {
  const touched = new Set(changes.flatMap(({ path }) => gitDirectoryOf(path, places) ?? []));
  return [...touched].map((directory) => {
    const known = repositories
      .filter(({ directories }) => directories.some((each) => isWithin(rawPath(each), directory)))
      .map(({ top }) => rawPath(top));
    const usual = nameOf(directory) === ".git" ? parentPath(directory) : directory;
    const tops = [usual, ...known, directory];
    const members = changes.filter(({ path }) => tops.some((top) => isWithin(path, top)));
    return { kind: "repository", root: known[0] ?? usual, members };
  });
}

/** Installed packages, by the directory they are in, and the files beside it that describe them. */
const PACKAGE_TREES: readonly { readonly directory: RegExp; readonly beside: RegExp }[] = [
  {
    directory: /^(.*?\/)node_modules\//,
    beside:
      /^(?:package(?:-lock)?\.json|npm-shrinkwrap\.json|yarn\.lock|pnpm-lock\.yaml|bun\.lockb?)$/,
  },
  {
    directory: /^(.*?\/)\.?venv\//,
    beside:
      /^(?:requirements[\w.-]*\.txt|pyproject\.toml|poetry\.lock|uv\.lock|pdm\.lock|Pipfile(?:\.lock)?)$/,
  },
  {
    directory: /^(.*?\/)vendor\//,
    beside: /^(?:composer\.(?:json|lock)|go\.(?:mod|sum)|Gemfile(?:\.lock)?|Cargo\.(?:toml|lock))$/,
  },
];

function packageGroups(changes: readonly Change[]): Candidate[] {
  return PACKAGE_TREES.flatMap(({ directory, beside }) => {
    const projects = new Set(changes.flatMap(({ path }) => directory.exec(`${path}/`)?.[1] ?? []));
    return [...projects].map((project) => {
      const members = changes.filter(({ path }) => {
        if (directory.exec(`${path}/`)?.[1] === project) return true;
        return path.startsWith(project) && beside.test(path.slice(project.length));
      });
      return { kind: "packages", root: project.slice(0, -1) as RawPath, members } as const;
    });
  });
}

/**
 * Files that went away, each with the new ones that have its content; only files of a size that both
 * have are read, once each. What was in a directory that went away may be under any new name.
 */
function moveGroups(changes: readonly Change[]): Candidate[] {
  const gone = changes.filter(({ kind }) => kind === "delete");
  const added = changes.filter(({ kind }) => kind === "add");
  const directories = gone.filter(({ before }) => before?.type === "directory");
  const [first] = directories;
  const goneSizes = new Set(gone.map(({ before }) => sizeOf(before)));
  const arrived = added.filter(({ after }) => {
    const size = sizeOf(after);
    return size !== null && goneSizes.has(size);
  });
  const arrivedSizes = new Set(arrived.map(({ after }) => sizeOf(after)));
  const byContent = Map.groupBy(arrived, ({ source }) => digestOfFile(source));
  return [
    ...(first === undefined || added.length === 0
      ? []
      : [{ kind: "move", root: first.path, members: [...directories, ...added] } as const]),
    ...gone.map((each) => {
      const { path, before } = each;
      const size = sizeOf(before);
      const digest = size !== null && arrivedSizes.has(size) ? digestOfFile(path) : null;
      const alike = digest === null ? [] : (byContent.get(digest) ?? []);
      return { kind: "move", root: path, members: [each, ...alike] } as const;
    }),
  ];
}

/** Null for what is no file, or empty. */
function sizeOf(entry: Change["before"]): bigint | null {
  return entry?.type === "file" && entry.size > 0n ? entry.size : null;
}
