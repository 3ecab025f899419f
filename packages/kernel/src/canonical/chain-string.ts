/** A string in the chain's canonical form: ASCII alone, everything else escaped as Python does. */

const NEEDS_ESCAPE = /[^ !#-[\]-~]/;
const FROM_DELETE = /[\x7f-\uffff]/;

const DELETE = 0x7f;
const HEX_BYTE: readonly string[] = Array.from({ length: 256 }, (_, byte) =>
  byte.toString(16).padStart(2, "0"),
);

export function chainString(text: string): string {
  if (!NEEDS_ESCAPE.test(text)) return `"${text}"`;
  // JSON.stringify escapes as Python does, except that it does not escape DEL and above.
  const quoted = JSON.stringify(text);
  return FROM_DELETE.test(quoted) ? escapeFromDelete(quoted) : quoted;
}

function escapeFromDelete(text: string): string {
  let escaped = "";
  let from = 0;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit < DELETE) continue;
    escaped += `${text.slice(from, at)}\\u${HEX_BYTE[unit >> 8]}${HEX_BYTE[unit & 0xff]}`;
    from = at + 1;
  }
  return escaped + text.slice(from);
}
