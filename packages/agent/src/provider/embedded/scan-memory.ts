/** Scans of files from earlier jobs, in memory; the oldest are forgotten. */
import type { FileScan, ScanCache } from "@bazaar/work";

/** Of one symbol or dependency, and of a file that has none. */
const ENTRY_BYTES = 100;

/** `maxBytes` is about what they take together: files are a stranger's, and may be all symbols. */
export function scanMemory(maxBytes: number): ScanCache {
  const scans = new Map<string, FileScan>();
  let bytes = 0;
  return {
    get: (key) => scans.get(key),
    set(key, scan) {
      scans.set(key, scan);
      bytes += bytesOf(scan);
      for (const [oldest, known] of scans) {
        if (bytes <= maxBytes) break;
        scans.delete(oldest);
        bytes -= bytesOf(known);
      }
    },
  };
}

/** Names are parts of the text that they were found in, and may keep all of it. */
function bytesOf({ bytes, symbols, dependencies }: FileScan): number {
  const entries = symbols.length + dependencies.length;
  return ENTRY_BYTES * (1 + entries) + (entries === 0 ? 0 : bytes);
}
