import { closeSync, constants, fstatSync, openSync, readFileSync } from "node:fs";
import { BadInput } from "@bazaar/terminal";

/** More than an inbox of the longest lines. */
const MAX_BYTES = 64 * 2 ** 20;

/** The text of a file of this program's own; null if there is none. */
export function readPrivateText(path: string): string | null {
  let file: number;
  try {
    file = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === "ENOENT") return null;
    throw new BadInput(`cannot read ${path}: ${message}`);
  }
  try {
    const stats = fstatSync(file);
    if (!stats.isFile()) throw new BadInput(`${path}: is not a file`);
    if (stats.size > MAX_BYTES) throw new BadInput(`${path}: too long; move it away`);
    return readFileSync(file, "utf8");
  } finally {
    closeSync(file);
  }
}
