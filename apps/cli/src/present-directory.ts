import { realpathSync } from "node:fs";

export const NO_DIRECTORY =
  "this directory no longer exists, or its name is not UTF-8: run fix in another one";

/** Without links; null if it was removed or cannot be named. */
export function presentDirectory(): string | null {
  try {
    return realpathSync(process.cwd());
  } catch {
    return null;
  }
}
