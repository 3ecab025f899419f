/** Which files of a commit others may see. */
import { coveredBy } from "@bazaar/kernel";

export interface TreeFile {
  readonly mode: string;
  readonly hash: string;
  readonly path: string;
  /** What git reads back, byte for byte: a path need not be UTF-8. */
  readonly record: Buffer;
}

/** What is known about secrets. The guard has such a list; see `@bazaar/guard/repository-secrets`. */
export interface SecretRules {
  /** Texts that mark a file, whatever its name. */
  readonly marks: readonly string[];
  /** By its path, and whether it has a mark. `perhaps`: its text decides. */
  readonly kindOf: (path: string, isMarked: boolean) => "secret" | "perhaps" | null;
  readonly holdsSecret: (bytes: Buffer) => boolean;
}

export interface FilterRules {
  /** Patterns, as in the terms of a patch. */
  readonly disallowedPaths: readonly string[];
  readonly secrets: SecretRules;
}

export interface FilteredTree {
  readonly kept: readonly TreeFile[];
  /** Paths that were left out, and why. */
  readonly removed: readonly { readonly path: string; readonly because: RemovedBecause }[];
  /** What stands for those that nobody asked to leave out: the directory where it has nothing else. */
  readonly withheld: readonly string[];
}

export type RemovedBecause = "disallowed" | "secret" | "submodule";

const SUBMODULE = "160000";
const RECORD = /^([0-7]{6}) (?:blob|commit) ([0-9a-f]{40})\t(.+)$/s;

/** What `git ls-tree -r -z --full-tree` prints; null if it is anything else. */
export function parseTree(bytes: Buffer): readonly TreeFile[] | null {
  const files: TreeFile[] = [];
  for (const text of bytes.toString("latin1").split("\0").slice(0, -1)) {
    const [, mode, hash, raw] = RECORD.exec(text) ?? [];
    if (mode === undefined || hash === undefined || raw === undefined) return null;
    files.push(treeFile(mode, hash, Buffer.from(raw, "latin1")));
  }
  return files;
}

export function treeFile(mode: string, hash: string, name: Buffer): TreeFile {
  const record = Buffer.from(`${mode} ${hash} 0\t${name.toString("latin1")}\0`, "latin1");
  return { mode, hash, path: name.toString("utf8"), record };
}

/**
 * `marked` are the paths of files with a mark. `contentOf` is asked for files whose name does not say enough;
 * null: too long to be looked at.
 */
export async function filterTree(
  files: readonly TreeFile[],
  { disallowedPaths, secrets }: FilterRules,
  marked: ReadonlySet<string>,
  contentOf: (file: TreeFile) => Promise<Buffer | null>,
): Promise<FilteredTree> {
  const isDisallowed = coveredBy(disallowedPaths);
  const isSecret = async (file: TreeFile): Promise<boolean> => {
    const kind = secrets.kindOf(file.path, marked.has(file.path));
    if (kind !== "perhaps") return kind === "secret";
    const bytes = await contentOf(file);
    return bytes === null || secrets.holdsSecret(bytes);
  };
  const kept: TreeFile[] = [];
  const removed: { path: string; because: RemovedBecause }[] = [];
  for (const file of files) {
    const { mode, path } = file;
    if (mode === SUBMODULE) removed.push({ path, because: "submodule" });
    else if (isDisallowed(path)) removed.push({ path, because: "disallowed" });
    else if (await isSecret(file)) removed.push({ path, because: "secret" });
    else kept.push(file);
  }
  const left = new Set(kept.flatMap(({ path }) => directoriesOf(path)));
  const withheld = removed.flatMap(({ path, because }) =>
    because === "disallowed" ? [] : [emptiedBy(path, left) ?? path],
  );
  return { kept, removed, withheld: [...new Set(withheld)] };
}

/** The uppermost directory of this path of which nothing is left. */
function emptiedBy(path: string, left: ReadonlySet<string>): string | undefined {
  return directoriesOf(path).find((directory) => !left.has(directory));
}

/** From the top down. */
function directoriesOf(path: string): readonly string[] {
  const names = path.split("/").slice(0, -1);
  return names.map((_, at) => names.slice(0, at + 1).join("/"));
}
