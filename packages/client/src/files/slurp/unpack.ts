/**
 * Unpacks an archive of a stranger in memory. Nothing is written here.
 *
 * A file that cannot be restored exactly, or has a path that it may not have, is skipped with the
 * reason, and the others go on. An archive is refused as a whole only if it is none, or too large.
 * It is read in one pass, whatever it contains.
 */

import { contentHash } from "../content-hash.ts";
import { MAX_FILES, MAX_TOTAL_BYTES } from "../limits.ts";
import { archivePathProblem, foldedPath } from "./archive-path.ts";
import { BINARY, endMarker } from "./markers.ts";
import type { PlainFile } from "./pack.ts";
import { readHeader } from "./read-header.ts";

export interface SkippedFile {
  /** As the archive names it, which may be anything. */
  readonly path: string;
  readonly problem: string;
}

export interface Unpacked {
  readonly files: readonly PlainFile[];
  readonly skipped: readonly SkippedFile[];
}

const START = "=== ";
const STOP = " ===";
const END_OF_SOME = "END ";
/** More characters than any path; what is longer is no marker. */
const MAX_MARKER = 4_096;

/** Or why the whole archive is refused. */
export function unpackSlurp(text: string): Unpacked | string {
  if (!text.isWellFormed()) return "it contains half a character";
  const header = readHeader(text);
  if (typeof header === "string") return header;
  const files: PlainFile[] = [];
  const skipped: SkippedFile[] = [];
  const seen = new Set<string>();
  let left = MAX_TOTAL_BYTES;
  for (const { path, isBinary, body } of entries(text, header.end)) {
    if (files.length + skipped.length === MAX_FILES) {
      return `it has more than ${MAX_FILES} files`;
    }
    const folded = foldedPath(path);
    const restored = seen.has(folded)
      ? "the archive has another file of this name"
      : (archivePathProblem(path) ?? bytesOf(body, isBinary, header.hashes.get(path)));
    seen.add(folded);
    if (typeof restored === "string") {
      skipped.push({ path, problem: restored });
      continue;
    }
    left -= restored.length;
    if (left < 0) return `its files have more than ${MAX_TOTAL_BYTES} bytes`;
    files.push({ path, bytes: restored });
  }
  const missing = [...header.hashes.keys()].filter((path) => !seen.has(foldedPath(path)));
  return {
    files,
    skipped: [
      ...skipped,
      ...missing.map((path) => ({ path, problem: "the archive lists it but does not contain it" })),
    ],
  };
}

interface Entry {
  readonly path: string;
  readonly isBinary: boolean;
  /** Null if the file has no end. */
  readonly body: string | null;
}

function* entries(text: string, from: number): Generator<Entry> {
  for (let at = from; ; ) {
    const line = nextMarker(text, at);
    if (line === null) return;
    at = line.end;
    // Left over from a file that contained its own end marker.
    if (line.words.startsWith(END_OF_SOME)) continue;
    const { path, isBinary, end } = ending(text, line);
    if (end === null) {
      yield { path, isBinary, body: null };
      return;
    }
    yield { path, isBinary, body: text.slice(at, Math.max(at, end)) };
    at = end + 1 + endMarker(path).length;
  }
}

/** A text whose name ends like the mark of base64 is told apart by which end comes first. */
function ending(text: string, { words, end: at }: Marker): Ending {
  const asText = { path: words, isBinary: false, end: endOf(text, words, at) };
  if (!words.endsWith(BINARY)) return asText;
  const path = words.slice(0, -BINARY.length);
  const asBinary = { path, isBinary: true, end: endOf(text, path, at) };
  if (asText.end === null) return asBinary;
  return asBinary.end !== null && asBinary.end < asText.end ? asBinary : asText;
}

interface Ending extends Omit<Entry, "body"> {
  readonly end: number | null;
}

interface Marker {
  readonly words: string;
  /** Where the next line begins. */
  readonly end: number;
}

function nextMarker(text: string, from: number): Marker | null {
  for (let at = from - 1; ; ) {
    const found = text.indexOf(`\n${START}`, at);
    if (found === -1) return null;
    const next = text.indexOf("\n", found + 1);
    // A marker in the last line has no file after it.
    if (next === -1) return null;
    const line = next - found > MAX_MARKER ? "" : text.slice(found + 1, next);
    const words = line.slice(START.length, -STOP.length);
    if (line.endsWith(STOP) && words !== "") return { words, end: next + 1 };
    at = next;
  }
}

/** Where the line end before its end marker is. It may be that of the start marker. */
function endOf(text: string, path: string, from: number): number | null {
  const line = endMarker(path);
  const found = text.indexOf(`\n${line}\n`, from - 1);
  if (found !== -1) return found;
  const last = text.length - line.length - 1;
  return last >= from - 1 && text.endsWith(`\n${line}`) ? last : null;
}

/** The bytes of a file, or why there are none. */
function bytesOf(
  body: string | null,
  isBinary: boolean,
  hash: string | undefined,
): Uint8Array | string {
  if (body === null) return "the archive ends within it";
  const possible = isBinary ? fromBase64(body) : fromText(body);
  if (typeof possible === "string") return possible;
  const right =
    hash === undefined ? possible[0] : possible.find((one) => contentHash(one).startsWith(hash));
  return right ?? "its content is not what the manifest says";
}

function fromBase64(body: string): readonly Uint8Array[] | string {
  const base64 = body.replaceAll("\n", "");
  const bytes = Buffer.from(base64, "base64");
  return bytes.toString("base64") === base64 ? [bytes] : "it is not valid base64";
}

/** A packer takes one line end off, if there is one: only the hash knows whether there was. */
function fromText(body: string): readonly Uint8Array[] {
  return [Buffer.from(`${body}\n`, "utf8"), Buffer.from(body, "utf8")];
}
