/**
 * What an index says about one file. It depends on the file's name and content alone, so that it can be
 * kept under both and taken again wherever they are the same.
 */
import { isUtf8 } from "node:buffer";
import { createHash } from "node:crypto";
import type { FoundDependency } from "./manifests/dependency.ts";
import { manifestOf, scanDependencies } from "./manifests/scan-dependencies.ts";
import { languageOf } from "./symbols/language.ts";
import { type FoundSymbol, scanSymbols } from "./symbols/scan-symbols.ts";

export interface FileScan {
  readonly sha256: string;
  readonly bytes: number;
  readonly symbols: readonly FoundSymbol[];
  readonly dependencies: readonly FoundDependency[];
}

/** Scans by `scanKey`. It may forget any of them. */
export interface ScanCache {
  get(key: string): FileScan | undefined;
  set(key: string, scan: FileScan): void;
}

export function scanFile(path: string, content: Uint8Array, cache?: ScanCache): FileScan {
  const sha256 = createHash("sha256").update(content).digest("hex");
  const key = scanKey(path, sha256);
  const known = cache?.get(key);
  if (known !== undefined) return known;
  const scan = { sha256, bytes: content.length, ...scanContent(path, content) };
  cache?.set(key, scan);
  return scan;
}

/** Files with one content are scanned differently only if their names ask for another scanner. */
function scanKey(path: string, sha256: string): string {
  return `${SCANNERS} ${languageOf(path) ?? ""} ${manifestOf(path) ?? ""} ${sha256}`;
}

/** Changes whenever a scanner does: what an older one found is not taken for this one's. */
const SCANNERS = "1";

function scanContent(
  path: string,
  content: Uint8Array,
): Pick<FileScan, "symbols" | "dependencies"> {
  const [language, manifest] = [languageOf(path), manifestOf(path)];
  // Most files are neither, and what is not text has no lines.
  if ((language === null && manifest === null) || !isUtf8(content)) {
    return { symbols: [], dependencies: [] };
  }
  const text = Buffer.from(content.buffer, content.byteOffset, content.byteLength).toString("utf8");
  return {
    symbols: language === null ? [] : scanSymbols(text, language),
    dependencies: manifest === null ? [] : scanDependencies(text, manifest),
  };
}
