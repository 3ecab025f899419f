/**
 * Long words without a name beside them: 64 and more hex digits, WIF keys, Discord bot tokens.
 *
 * 64 hex digits are a private key or a digest, and nothing in them says which. The words before
 * them on their line decide; without a word for a digest they are redacted as a key.
 */
import {
  endAt,
  isEdgeAfter,
  isEdgeBefore,
  type Match,
  matchAt,
  textBefore,
  type View,
} from "../view.ts";

const KEY_LENGTH = 64;
const MULTIHASH_LENGTH = 68;
const CONTEXT = 160;
export const SHORTEST_WORD = 23;
/** Longer words are decided in pieces. */
export const MAX_WORD = 2_048;

const HEX = "[0-9a-fA-F]";
const HEX_TAIL = new RegExp(`(?<=(${HEX}{1,2048}))`, "y");

const SAYS_DIGEST =
  /sha-?\d|(?<![a-z])sha(?![a-z])|sha3|\bmd5|blake|keccak|digest|checksum|\bhash|hash(?:es)?\b|integrity|fingerprint|contract|commit|\btree|parent|\bblob|object|\bhead\b|\boid\b|etag|txid|\btx\b|transaction|\bblock|merkle|\broot\b|state.?root|signature|pub(?:lic)?.?key|\bpub\b|npub|image|layer|container|manifest|revision|narhash|chain|\bprev\b|\bbuild.?id|cache|trace|span|\bevent|\bnote|\bkind|signed.?by|author|fix_|module|asset|bundle|snapshot|docker|created|pulled|\bpeer|node.?id|\bcid\b|\bindex |\bid\b|\bnonce\b|\bzh:|\bh1:|\bexpected|\bactual|\buuid|opcode|bytecode|calldata|\binput:|\bsig(?:s|\b|_)|:hex,|hexpm|\bIN DS\b|\bpackage has|\bmismatch|\block\b/gi;
const SAYS_SECRET =
  /(?<!checksum\/)secret|private|\bseed|priv.?key|(?<!public.?|pub.?|cache.?|from |(?:hit|miss|found|saved|restored) (?:for|with) )\bkey\b|password|entropy|mnemonic/gi;
/** How the code of an Ethereum contract begins. */
const BYTECODE = /^(?:0x)?60(?:80|60)6040/;
/** The value of an entry in a lock file: behind an address, a path or the name of a package. */
const LOCKED =
  /["'](?:[a-z+]{2,12}:\/\/[^"']{4,140}|[^"'\s]{1,120}\.[a-z]{1,5}|[^"'\s]{1,80}@[\w.-]{1,40})["']: {0,2}["']$|<<"[\w-]{1,64}">>, ?<<"$/;
/** A multihash: its first bytes say SHA-256. */
const MULTIHASH = /^1220[0-9a-f]{64}$/;
/** The second line of a comparison, whose first line says of what. */
const COMPARED = /^\s*(?:got|found|received|computed|downloaded)[\s:]*$/i;
const OBJECT_ID = /(?:fix_|0x)$/;
const SUM_LINE = / [ *][^\s]/y;

/** Asked where a word of at least `SHORTEST_WORD` ends. */
export function longWord(view: View, start: number, end: number): Match | null {
  const word = view.text.slice(start, end);
  const tail = matchAt(HEX_TAIL, view.text, end)?.[1]?.length ?? 0;
  const hexLength = Math.min(tail, word.length);
  if (hexLength >= SHORTEST_TEXT && READABLE.test(word)) {
    return isEdgeBefore(view, start) ? { start, end, category: "high-entropy-hex" } : null;
  }
  if (hexLength >= KEY_LENGTH) return hexKey(view, end - hexLength, end, start);
  if (word.length === 32 && hexLength === 32) return mailchimpKey(view, start, end);
  if (word.length === 56 || word.length === 58) return seedWord(view, start, word);
  if (word.length === 51 || word.length === 52) return wifKey(view, start, word);
  return word.length <= 28 ? discordToken(view, start) : null;
}

const SHORTEST_TEXT = 40;
/** Text in hex, as `xxd -p` prints it: no digest happens to hold readable characters alone. */
const READABLE = /^(?:[2-7][0-9a-f]|0[9ad])+$/i;

/** The digits may stand behind `0x`, `key_` or the letter of an escape. */
function hexKey(view: View, start: number, end: number, wordStart: number): Match | null {
  if (start === wordStart && !isEdgeBefore(view, start)) return null;
  const isOneDigit = /^(.)\1*$/.test(view.text.slice(start, Math.min(end, start + 256)));
  if (isOneDigit || BYTECODE.test(view.text.slice(start, start + 10))) return null;
  if (end - start === MULTIHASH_LENGTH && MULTIHASH.test(view.text.slice(start, end))) return null;
  if (isDigest(view, start, end)) return null;
  const match = { start, end, category: "high-entropy-hex" } as const;
  return end - wordStart >= MAX_WORD ? { ...match, goesOn: "token" } : match;
}

function isDigest(view: View, start: number, end: number): boolean {
  const before = textBefore(view, start, CONTEXT);
  const line = before.slice(before.lastIndexOf("\n") + 1);
  if (line.endsWith("fix_") || LOCKED.test(line)) return true;
  if (COMPARED.test(line) && before.slice(0, -line.length - 1).search(SAYS_DIGEST) !== -1)
    return true;
  // The nearest word counts.
  const secretAt = lastIndex(SAYS_SECRET, line);
  const digestAt = lastIndex(SAYS_DIGEST, line);
  if (secretAt !== digestAt) return digestAt > secretAt;
  const bare = line.replace(OBJECT_ID, "");
  // A line of `sha256sum`, and the name of a file or directory.
  const isFirst =
    /^[\s+>-]{0,8}\\?$/.test(bare) && (before.includes("\n") || before.length === start);
  return (isFirst && endAt(SUM_LINE, view.text, end) !== -1) || isPathPart(line);
}

function lastIndex(pattern: RegExp, line: string): number {
  return [...line.matchAll(pattern)].at(-1)?.index ?? -1;
}

/** Behind a slash that is not part of a URL. */
function isPathPart(line: string): boolean {
  return /[\\/]$/.test(line) && !/:\/\/\S*$/.test(line);
}

const DATA_CENTRE = /-(?:us\d{1,2}|[0-9a-f]{8}-[0-9a-f]{8})(?!\w)/y;

/** 32 hex digits are a digest, unless a Mailchimp data centre or the rest of a Mailgun key follows. */
function mailchimpKey(view: View, start: number, end: number): Match | null {
  const centre = matchAt(DATA_CENTRE, view.text, end);
  const after = end + (centre?.[0].length ?? 0);
  if (centre === null || !isEdgeBefore(view, start) || !isEdgeAfter(view, after)) return null;
  return { start, end: after, category: "sendgrid-key" };
}

const WIF = /^[5KL9c][1-9A-HJ-NP-Za-km-z]{50,51}$/;
const MIXED = [/\d/, /[a-z]/, /[A-Z]/];

function wifKey(view: View, start: number, word: string): Match | null {
  const isKey = WIF.test(word) && MIXED.every((kind) => kind.test(word));
  if (!isKey || !isEdgeBefore(view, start)) return null;
  return { start, end: start + word.length, category: "wallet-key" };
}

/** Stellar's secret keys, and the seeds of NATS: S, for those the kind, then base32. */
const SEED = /^S[A-Z2-7]{55}$|^S[ACNOUX][A-Z2-7]{56}$/;

function seedWord(view: View, start: number, word: string): Match | null {
  if (!SEED.test(word) || !/\d/.test(word) || !isEdgeBefore(view, start)) return null;
  return { start, end: start + word.length, category: "wallet-key" };
}

const DISCORD = /[MNO][A-Za-z0-9_-]{23,27}\.[A-Za-z0-9_-]{6}\.[A-Za-z0-9_-]{27,40}/y;

function discordToken(view: View, start: number): Match | null {
  const found = matchAt(DISCORD, view.text, start);
  if (found === null || !isEdgeBefore(view, start)) return null;
  return { start, end: start + found[0].length, category: "discord-token" };
}
