/**
 * One entry of a transcript: seven fields, signed by its author, chained by hash.
 *
 * The signature covers the canonical form of all fields but itself, the hash covers all seven as
 * stored. Older clients sign without the timestamp ("undated"); such a signature is only valid as
 * the origin of an entry that the server signs.
 */
import { chainJson, chainNumber } from "../canonical/chain-json.ts";
import { chainString } from "../canonical/chain-string.ts";
import { fields } from "../canonical/fields.ts";
import { sha256Hex } from "../canonical/hash.ts";
import { type Float, isWithinDepth, type Json, type JsonObject } from "../canonical/json.ts";
import type { Party } from "../identity/party.ts";
import { accept, type Result, refuse } from "../refusal.ts";

export interface Entry {
  readonly type: string;
  readonly data: JsonObject;
  readonly seq: number;
  readonly author: Party;
  readonly prevHash: string;
  /** The author's own clock, as written. It has no effect. */
  readonly timestamp: bigint | Float;
  readonly signature: string;
}

export type SigningForm = "dated" | "undated";

/** The `prev_hash` of the first entry: the SHA-256 of the empty string. */
export const GENESIS_HASH = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

const MAX_TYPE_LENGTH = 64;
const SIGNATURE_DIGITS = 128;
/**
 * How deep the data of an entry may be nested. A transcript wraps entries, and an entry's origin
 * wraps another; an exported transcript must stay within the depth that readers accept.
 */
export const MAX_DATA_DEPTH = 32;

const FIELDS = ["type", "data", "seq", "author", "prev_hash", "timestamp", "signature"] as const;

export function parseEntry(json: Json): Result<Entry> {
  const read = fields(json);
  read.onlyKnown(FIELDS);
  const type = read.string("type", { min: 1, max: MAX_TYPE_LENGTH });
  const data = read.jsonObject("data");
  if (!isWithinDepth(data, MAX_DATA_DEPTH)) {
    read.fault("data", `nested deeper than ${MAX_DATA_DEPTH}`);
  }
  const seq = read.integer("seq", { max: Number.MAX_SAFE_INTEGER });
  const author = read.party("author");
  const prevHash = read.hex("prev_hash", 64);
  const timestamp = read.number("timestamp");
  if (typeof timestamp === "bigint" && !Number.isFinite(Number(timestamp))) {
    read.fault("timestamp", "expected a number that a double can hold");
  }
  // Lower case only: the hash of the entry covers these characters, the signature does not.
  const signature = read.hex("signature", SIGNATURE_DIGITS);
  if (read.problem !== null) return refuse({ code: "malformed_entry", ...read.problem });
  return accept({ type, data, seq, author, prevHash, timestamp, signature });
}

/** The entry with its field names on the wire. */
export function entryJson(entry: Entry): JsonObject {
  return {
    type: entry.type,
    data: entry.data,
    seq: BigInt(entry.seq),
    author: entry.author,
    prev_hash: entry.prevHash,
    timestamp: entry.timestamp,
    signature: entry.signature,
  };
}

/** What an author signs: everything but the signature. The entry need not have one yet. */
export function signedText(entry: Unsigned, form: SigningForm = "dated"): string {
  const { start, timestamp, end } = fieldTexts(entry);
  return form === "dated" ? `${start}${timestamp}${end}` : `${start}${end}`;
}

/** The canonical entry, whose SHA-256 the next entry names. */
export function entryText(entry: Entry): string {
  return entryTexts(entry).full;
}

export function entryHash(entry: Entry): string {
  return sha256Hex(entryText(entry));
}

/** Both texts, with `data` encoded once. */
export function entryTexts(entry: Entry): { readonly signed: string; readonly full: string } {
  const { start, timestamp, end } = fieldTexts(entry);
  const signature = `,"signature":${chainString(entry.signature)}`;
  return {
    signed: `${start}${timestamp}${end}`,
    full: `${start}${signature}${timestamp}${end}`,
  };
}

type Unsigned = Omit<Entry, "signature">;

/** The fields in canonical order. `signature` belongs between `start` and `timestamp`. */
function fieldTexts({ author, data, prevHash, seq, timestamp, type }: Unsigned) {
  const dataText = chainJson(data);
  return {
    start: `{"author":${chainString(author)},"data":${dataText},"prev_hash":${chainString(prevHash)},"seq":${seq}`,
    timestamp: `,"timestamp":${chainNumber(timestamp)}`,
    end: `,"type":${chainString(type)}}`,
  };
}
