/**
 * Long words without a name beside them: 64 and more hex digits, WIF keys, Discord bot tokens.
 *
 * 64 hex digits are a private key or a digest, and nothing in them says which. What stands before
 * them on their line decides; without a word for digest they are taken for a key.
 */
import { hasLetter, hasUnderscore, isHex, unitAt } from "../characters.ts";
import type { Text } from "../text.ts";
import {
  begun,
  evident,
  isEdgeAfter,
  isEdgeBefore,
  type Match,
  matchAt,
  type View,
} from "../view.ts";

const KEY_LENGTH = 64;
const CONTEXT = 96;
/** Longer runs are decided here, and swallowed to their end. */
export const MAX_WORD = 2_048;
export const SHORTEST_WORD = 23;

const SAYS_DIGEST =
  /sha-?\d|(?<![a-z])sha(?![a-z])|sha3|\bmd5|blake|keccak|digest|checksum|\bhash|hash(?:es)?\b|integrity|fingerprint|contract|commit|\btree|parent|\bblob|object|\bhead\b|\boid\b|etag|txid|\btx\b|transaction|\bblock|merkle|\broot\b|state.?root|signature|pub(?:lic)?.?key|\bpub\b|npub|image|layer|container|manifest|revision|narhash|chain|\bprev\b|\bbuild.?id|cache|trace|span|\bevent|\bnote|\bkind|signed.?by|author|fix_|module|asset|bundle|snapshot|docker|created|pulled|\bpeer|node.?id|\bcid\b|\bindex |\bid\b|\bnonce\b|\bsig(?:s|\b|_)/gi;
const SAYS_SECRET =
  /secret|private|\bseed|priv.?key|(?<!public.?|pub.?|cache.?|from )\bkey\b|password|entropy|mnemonic/gi;
const OBJECT_ID = /(?:fix_|0x)$/;
const SUM_LINE = / [ *][^\s]/y;

/** Asked where a word of at least `SHORTEST_WORD` ends. */
export function longWord(view: View, start: number, end: number, kinds: number): Match | null {
  if (end - start >= KEY_LENGTH) return hexKey(view, start, end, kinds);
  if (end - start === 32 && isHex(kinds)) return mailchimpKey(view, start, end);
  if (end - start === 51 || end - start === 52) return wifKey(view, start, end, kinds);
  return end - start <= 28 ? discordToken(view, start) : null;
}

function hexKey(view: View, from: number, end: number, kinds: number): Match | null {
  const start = isHex(kinds) ? from : hexTail(view.text, from, end);
  if (end - start < KEY_LENGTH || start < view.floor) return null;
  if (start === from && !isEdgeBefore(view, from)) return null;
  const word = view.text.string.slice(start, Math.min(end, start + 256));
  if (/^(.)\1*$/.test(word) || isDigest(view, start, end)) return null;
  const match = evident(start, end, "high-entropy-hex");
  return end - from >= MAX_WORD ? begun(match, "token") : match;
}

/** The hex digits at the end of a word: behind `0x`, `key_` or the letter of an escape. */
function hexTail(text: Text, from: number, end: number): number {
  let start = end;
  while (start > from && isHexDigit(unitAt(text, start - 1))) start -= 1;
  return start;
}

function isHexDigit(code: number): boolean {
  return (code >= 48 && code <= 57) || (code >= 97 && code <= 102) || (code >= 65 && code <= 70);
}

function isDigest({ text, floor }: View, start: number, end: number): boolean {
  const from = Math.max(floor, start - CONTEXT, 0);
  const before = text.string.slice(from, start);
  const line = before.slice(before.lastIndexOf("\n") + 1);
  if (line.endsWith("fix_")) return true;
  // The word that stands nearest is the one that is meant.
  const secretAt = lastIndex(SAYS_SECRET, line);
  const digestAt = lastIndex(SAYS_DIGEST, line);
  if (secretAt !== digestAt) return digestAt > secretAt;
  const bare = line.replace(OBJECT_ID, "");
  // A line of `sha256sum`, and the name of a file or directory.
  const isFirst = /^[\s+>-]{0,8}\\?$/.test(bare) && (before.includes("\n") || from === 0);
  return (isFirst && matchAt(SUM_LINE, text, end) !== null) || isPathPart(line);
}

function lastIndex(pattern: RegExp, line: string): number {
  return [...line.matchAll(pattern)].at(-1)?.index ?? -1;
}

/** Behind a slash that is not part of an address on the web. */
function isPathPart(line: string): boolean {
  return /[\\/]$/.test(line) && !/:\/\/\S*$/.test(line);
}

const DATA_CENTRE = /-us\d{1,2}(?!\w)/y;

/** 32 hex digits are a digest, unless a data centre of Mailchimp stands behind them. */
function mailchimpKey(view: View, start: number, end: number): Match | null {
  const centre = matchAt(DATA_CENTRE, view.text, end);
  const after = end + (centre?.[0].length ?? 0);
  if (centre === null || !isEdgeBefore(view, start) || !isEdgeAfter(view, after)) return null;
  return evident(start, after, "sendgrid-key");
}

const BASE58 = /[5KL9c][1-9A-HJ-NP-Za-km-z]{50,51}/y;

function wifKey(view: View, start: number, end: number, kinds: number): Match | null {
  if (hasUnderscore(kinds) || isHex(kinds) || !hasLetter(kinds)) return null;
  const found = matchAt(BASE58, view.text, start);
  if (found === null || found[0].length !== end - start || !isEdgeBefore(view, start)) return null;
  const isMixed = /\d/.test(found[0]) && /[a-z]/.test(found[0]) && /[A-Z]/.test(found[0]);
  return isMixed ? evident(start, end, "wallet-key") : null;
}

const DISCORD = /[MNO][A-Za-z0-9_-]{23,27}\.[A-Za-z0-9_-]{6}\.[A-Za-z0-9_-]{27,40}/y;

function discordToken(view: View, start: number): Match | null {
  const found = matchAt(DISCORD, view.text, start);
  if (found === null || !isEdgeBefore(view, start)) return null;
  return evident(start, start + found[0].length, "discord-token");
}
