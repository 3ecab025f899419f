/** Paths and sizes of commits and copies, on one line each. */
import { type RawPath, shownPath } from "@bazaar/guard/commit";

const KIB = 1_024n;
const UNITS = ["B", "KiB", "MiB", "GiB"];

export function quoted(path: RawPath): string {
  return JSON.stringify(shownPath(path));
}

/** Rounded up: `0 B`, `900 B`, `2 KiB`. */
export function sizeText(bytes: bigint): string {
  let size = bytes;
  for (const unit of UNITS) {
    if (size < KIB) return `${size} ${unit}`;
    size = (size + KIB - 1n) / KIB;
  }
  return `${size} TiB`;
}
