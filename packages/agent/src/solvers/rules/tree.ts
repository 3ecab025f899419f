/**
 * The working directory as one `find` lists it: kinds, modes and links, down to a depth. Rules share
 * this listing, because a contract allows only a few commands.
 */
const MAX_DEPTH = 5;
/** Large, and not the user's own files. */
const SKIPPED = ["node_modules", ".git", ".venv", "venv", "target", "__pycache__", ".tox"];
const MAX_ENTRIES = 5_000;
const LEFT_OUT = /^\[(?:\d+ characters left out|ended )/m;

export interface TreeEntry {
  /** Below the working directory, without `./`. */
  readonly path: string;
  readonly kind: "file" | "directory" | "link" | "other";
  /** Permission bits. */
  readonly mode: number;
  /** The target of a link; otherwise empty. */
  readonly target: string;
}

export type Tree = ReadonlyMap<string, TreeEntry>;

export const TREE_LOOK: readonly string[] = [
  "find",
  ".",
  "-maxdepth",
  `${MAX_DEPTH}`,
  ...SKIPPED.flatMap((name) => ["-name", name, "-prune", "-o"]),
  "-printf",
  String.raw`%y %m %l\t%p\n`,
];

const KINDS: Readonly<Record<string, TreeEntry["kind"]>> = {
  f: "file",
  d: "directory",
  l: "link",
};

/** Null if the listing is incomplete: then a missing path proves nothing. */
export function readTree(output: string | null): Tree | null {
  if (output === null || LEFT_OUT.test(output)) return null;
  const lines = output.split("\n");
  if (lines.length > MAX_ENTRIES) return null;
  const found = lines.flatMap((line): TreeEntry[] => {
    const at = line.lastIndexOf("\t./");
    const [, kind = "", mode = "", target = ""] =
      /^(.) (\d{1,5}) (.*)$/.exec(line.slice(0, at)) ?? [];
    if (at === -1 || mode === "") return [];
    const path = line.slice(at + 3);
    return [{ path, kind: KINDS[kind] ?? "other", mode: Number.parseInt(mode, 8), target }];
  });
  return new Map(found.map((entry) => [entry.path, entry]));
}

/** The path as the listing names it, or null if it is not covered. */
export function treePath(path: string): string | null {
  const parts = path.split("/").filter((part) => part !== "" && part !== ".");
  const isOutside = path.startsWith("/") || parts.includes("..") || parts.length > MAX_DEPTH;
  return isOutside || parts.some((part) => SKIPPED.includes(part)) ? null : parts.join("/");
}
