import { type InsideProblem, writeInside } from "@bazaar/guard/write-inside";
import type { PlainFile } from "./slurp/pack.ts";
import type { SkippedFile } from "./slurp/unpack.ts";

export interface Saved {
  /** Paths below the folder. */
  readonly saved: readonly string[];
  readonly skipped: readonly SkippedFile[];
}

const WORDS: Readonly<Record<InsideProblem, string>> = {
  exists: "there is a file of this name already",
  is_a_directory: "there is a folder of this name already",
  no_directory_on_the_way: "a folder on its way is a file or a symbolic link",
};

/** Saves unpacked files below a folder that exists. What cannot be saved is reported, and the others go on. */
export function saveFiles(
  folder: string,
  files: readonly PlainFile[],
  options: { readonly replaces: boolean },
): Saved {
  const saved: string[] = [];
  const skipped: SkippedFile[] = [];
  for (const { path, bytes } of files) {
    const problem = saveFile(folder, path, bytes, options);
    if (problem === null) saved.push(path);
    else skipped.push({ path, problem });
  }
  return { saved, skipped };
}

function saveFile(
  folder: string,
  path: string,
  bytes: Uint8Array,
  options: { readonly replaces: boolean },
): string | null {
  try {
    const problem = writeInside(folder, path, bytes, options);
    return problem && WORDS[problem];
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    // What follows the comma names the draft.
    return message.split(",")[0] ?? code;
  }
}
