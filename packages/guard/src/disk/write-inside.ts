/**
 * Writes a file of a stranger below a directory, and nowhere else.
 *
 * Every directory on the way is held open, never through a symbolic link, and what is missing is
 * created. A link in the place of the file is replaced, not followed.
 */
import { mkdirSync, realpathSync } from "node:fs";
import { invariant, isTreePath } from "@bazaar/kernel";
import { errorCode } from "../error-code.ts";
import { Directories } from "./directories.ts";
import { bytesOf, childPath, rawPath } from "./raw-path.ts";
import { writeNew, writeWhole } from "./write-whole.ts";

export type InsideProblem = "exists" | "is_a_directory" | "no_directory_on_the_way";

const PRIVATE_DIRECTORY = 0o700;

/** Null once the file is on the disk. Failures of the disk are thrown. */
export function writeInside(
  top: string,
  path: string,
  content: Uint8Array,
  { replaces }: { readonly replaces: boolean },
): InsideProblem | null {
  invariant(isTreePath(path), "a path below a directory");
  using directories = new Directories();
  const names = path.split("/").map(rawPath);
  // The links on the way to the directory itself are its owner's.
  let at = rawPath(realpathSync(top));
  for (const name of names.slice(0, -1)) {
    at = childPath(at, name);
    if (directories.find(at) === null) makeDirectory(bytesOf(directories.via(at)));
    if (directories.find(at) === null) return "no_directory_on_the_way";
  }
  const file = childPath(at, names.at(-1) ?? "");
  const present = directories.entry(file);
  if (present?.type === "directory") return "is_a_directory";
  if (present !== null && !replaces) return "exists";
  try {
    const place = replaces ? writeWhole : writeNew;
    place(bytesOf(directories.via(file)).toString("utf8"), content);
    return null;
  } catch (error) {
    // Somebody else was faster.
    if (!replaces && errorCode(error) === "EEXIST") return "exists";
    throw error;
  }
}

function makeDirectory(at: Buffer): void {
  try {
    mkdirSync(at, { mode: PRIVATE_DIRECTORY });
  } catch (error) {
    if (errorCode(error) !== "EEXIST") throw error;
  }
}
