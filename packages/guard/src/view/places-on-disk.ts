/** Questions about the disk that planning a view asks, each answered without an error. */
import {
  type Dirent,
  lstatSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  type Stats,
} from "node:fs";
import { join } from "node:path";
import { errorCode } from "../error-code.ts";

export type EntryKind = "directory" | "file" | "link" | "other";

/** Null where there is nothing, or nothing that this user can see. */
export function kindOf(path: string): EntryKind | null {
  const stats = answered(() => lstatSync(path, { throwIfNoEntry: false }));
  return stats === null || stats === undefined ? null : kindIn(stats);
}

function kindIn(entry: Stats | Dirent): EntryKind {
  if (entry.isDirectory()) return "directory";
  if (entry.isFile()) return "file";
  return entry.isSymbolicLink() ? "link" : "other";
}

export function realPathOf(path: string): string | null {
  return answered(() => realpathSync(path));
}

export function linkTarget(path: string): string | null {
  return answered(() => readlinkSync(path));
}

export function namesIn(directory: string): readonly string[] {
  return answered(() => readdirSync(directory)) ?? [];
}

export function entriesIn(
  directory: string,
): readonly { readonly name: string; readonly kind: EntryKind }[] {
  const entries = answered(() => readdirSync(directory, { withFileTypes: true })) ?? [];
  return entries.map((entry) => ({ name: entry.name, kind: kindIn(entry) }));
}

export function textAt(path: string): string | null {
  return answered(() => readFileSync(path, "utf8"));
}

/** Existing paths below `directory` that a name or pattern stands for. */
export function matchesIn(directory: string, pattern: string): readonly string[] {
  const [first = "", ...rest] = pattern.split("/");
  const names = first.includes("*")
    ? namesIn(directory).filter((name) => isMatch(name, first))
    : [first];
  const paths = names.map((name) => join(directory, name)).filter((path) => kindOf(path) !== null);
  return rest.length === 0 ? paths : paths.flatMap((path) => matchesIn(path, rest.join("/")));
}

/** Whether one name is what one part of a pattern stands for. */
function isMatch(name: string, part: string): boolean {
  const [before = "", ...after] = part.split("*");
  if (after.length === 0) return name === part;
  const end = after.join("*");
  return name.length >= before.length + end.length && name.startsWith(before) && name.endsWith(end);
}

function answered<T>(ask: () => T): T | null {
  try {
    return ask();
  } catch (error) {
    if (errorCode(error) === "") throw error;
    return null;
  }
}
