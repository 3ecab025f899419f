import type { Fields } from "@bazaar/kernel";

const MAX_PATHS = 32;
const MAX_PATH = 4_096;

/** A list of absolute paths in a record, each read as it was written. */
export function shownList(read: Fields, name: string): readonly string[] {
  return read.array(name, { max: MAX_PATHS }, (items, at) => {
    const path = items.string(at, { min: 1, max: MAX_PATH });
    if (!path.startsWith("/") || path.includes("\0")) items.fault(at, "expected an absolute path");
    return path;
  });
}
