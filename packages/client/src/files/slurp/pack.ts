/** Packs files so that earlier unpackers restore every byte: what they would change goes as base64. */
import { contentHash } from "../content-hash.ts";
import {
  BINARY,
  endMarker,
  FIRST_LINE,
  HASH_DIGITS,
  MANIFEST_LINE,
  startMarker,
} from "./markers.ts";
import { textForm } from "./text-form.ts";

export interface PlainFile {
  readonly path: string;
  readonly bytes: Uint8Array;
}

const BASE64_WIDTH = 76;
const SIZE_WIDTH = 10;

/** The paths must be ones that `archivePathProblem` has no objection to. */
export function packSlurp(name: string, files: readonly PlainFile[], nowMs: number): string {
  const bodies = files.map(({ path, bytes }) => ({
    path,
    bytes,
    // With a second mark behind it, the name is read whole.
    text: path.endsWith(BINARY) ? null : textForm(bytes),
  }));
  const total = files.reduce((sum, { bytes }) => sum + bytes.length, 0);
  const width = Math.max(...files.map(({ path }) => path.length));
  const manifest = bodies.map(({ path, bytes, text }) => {
    const size = String(bytes.length).padStart(SIZE_WIDTH);
    const flag = text === null ? ` ${BINARY}` : "";
    return `#   ${path.padEnd(width)}  ${size}  sha256:${contentHash(bytes).slice(0, HASH_DIGITS)}${flag}`;
  });
  return [
    FIRST_LINE,
    "#",
    `# name: ${name}`,
    `# files: ${files.length}`,
    `# total: ${total} bytes`,
    `# created: ${new Date(nowMs).toISOString()}`,
    "#",
    MANIFEST_LINE,
    ...manifest,
    "#",
    "",
    ...bodies.flatMap(({ path, bytes, text }) => [
      startMarker(path, text === null),
      text ?? wrapped(bytes),
      endMarker(path),
      "",
    ]),
  ].join("\n");
}

function wrapped(bytes: Uint8Array): string {
  const base64 = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("base64");
  const lines: string[] = [];
  for (let at = 0; at < base64.length; at += BASE64_WIDTH) {
    lines.push(base64.slice(at, at + BASE64_WIDTH));
  }
  return lines.join("\n");
}
