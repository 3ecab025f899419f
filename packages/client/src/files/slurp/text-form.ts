import { isUtf8 } from "node:buffer";

/**
 * Control characters other than tab and line end, which an unpacker may read as binary, drop or
 * replace; and a byte order mark, which a decoder takes off.
 */
const UNSAFE = /^\ufeff|(?![\t\n])\p{Cc}/u;
const LIKE_MARKER = /^=== /m;

/**
 * The body of a file in an archive, if text is enough for every unpacker to restore its bytes:
 * unpackers add a line end only where the body does not end with one.
 */
export function textForm(bytes: Uint8Array): string | null {
  if (!isUtf8(bytes)) return null;
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("utf8");
  if (!text.endsWith("\n") || UNSAFE.test(text) || LIKE_MARKER.test(text)) return null;
  const body = text.slice(0, -1);
  return body === "" || body.endsWith("\n") ? null : body;
}
