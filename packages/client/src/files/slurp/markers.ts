/**
 * SLURP v4: files in one text. A header of comments with a manifest, then each file between two
 * markers, as text or in base64.
 */
export const FIRST_LINE = "# --- SLURP v4 ---";
export const MANIFEST_LINE = "# MANIFEST:";
export const BINARY = " [binary]";

export function startMarker(path: string, isBinary: boolean): string {
  return `=== ${path}${isBinary ? BINARY : ""} ===`;
}

export function endMarker(path: string): string {
  return `=== END ${path} ===`;
}

/** As many hex digits of a file's SHA-256 as a manifest has. */
export const HASH_DIGITS = 16;
