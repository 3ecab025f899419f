import { namesIn } from "../disk/names-in.ts";
import type { RawPath } from "../disk/raw-path.ts";
import { errorCode } from "../error-code.ts";
import { Refused } from "./refusal.ts";

/** For a directory that may be gone, or not a directory. */
export function namesIfAny(directory: RawPath, known: RawPath = directory): string[] {
  try {
    return namesIn(directory);
  } catch (error) {
    const code = errorCode(error);
    if (code === "ENOENT" || code === "ENOTDIR") return [];
    if (code === "EACCES") throw new Refused({ code: "unreadable_directory", path: known });
    throw error;
  }
}
