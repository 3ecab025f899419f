/**
 * The messages of a transfer, `_ft`: JSON texts in direct messages, and for chunks in frames of
 * their own. What does not read as one is an ordinary message, or nothing.
 */
import { type Fields, fields, parseJson } from "@bazaar/kernel";
import { MAX_CHUNKS, MAX_FILES, MAX_FRAME_BYTES, MAX_TOTAL_BYTES } from "./limits.ts";

export interface Offer {
  readonly kind: "offer";
  /** The transfer's id, chosen by the sender. */
  readonly tid: string;
  readonly files: readonly { readonly name: string; readonly size: number }[];
  /** Of the files, in bytes. */
  readonly totalSize: number;
  /** Of the archive in UTF-8, 64 hex digits. */
  readonly sha256: string;
  readonly chunks: number;
  readonly senderNick: string;
}

export interface Chunk {
  readonly kind: "chunk";
  readonly tid: string;
  readonly idx: number;
  readonly total: number;
  readonly data: string;
}

export interface Ack {
  readonly kind: "ack";
  readonly tid: string;
  readonly ok: boolean;
  readonly error?: string;
  /** Chunks that the receiver still waits for. Earlier receivers name none. */
  readonly missing?: readonly number[];
}

export type TransferMessage =
  | Offer
  | Chunk
  | Ack
  | { readonly kind: "accept" | "reject"; readonly tid: string }
  | { readonly kind: "complete"; readonly tid: string; readonly sha256: string };

const MARK = '"_ft"';
const MAX_DEPTH = 4;
const MAX_TID = 64;
const MAX_NAME = 1_000;
const MAX_NICK = 64;
const MAX_ERROR = 500;
const SHA256_DIGITS = 64;

export function transferText({ kind, ...rest }: TransferMessage): string {
  return JSON.stringify({ _ft: kind, ...rest });
}

export function readTransferMessage(text: string): TransferMessage | null {
  if (!text.includes(MARK)) return null;
  const json = parseJson(text, { maxDepth: MAX_DEPTH });
  if (!json.ok) return null;
  const read = fields(json.value);
  const message = readKind(read);
  return read.problem === null ? message : null;
}

function readKind(read: Fields): TransferMessage {
  const kind = read.oneOf("_ft", ["offer", "accept", "reject", "chunk", "complete", "ack"]);
  const tid = read.string("tid", { min: 1, max: MAX_TID });
  switch (kind) {
    case "offer":
      return readOffer(read, tid);
    case "chunk": {
      const idx = read.integer("idx", { max: MAX_CHUNKS - 1 });
      const total = read.integer("total", { min: 1, max: MAX_CHUNKS });
      return { kind, tid, idx, total, data: read.string("data", { max: MAX_FRAME_BYTES }) };
    }
    case "complete":
      return { kind, tid, sha256: read.hex("sha256", SHA256_DIGITS) };
    case "ack":
      return readAck(read, tid);
    default:
      return { kind, tid };
  }
}

function readOffer(read: Fields, tid: string): Offer {
  return {
    kind: "offer",
    tid,
    files: read.array("files", { min: 1, max: MAX_FILES }, (items, at) => {
      const file = items.object(at);
      return {
        name: file.string("name", { min: 1, max: MAX_NAME }),
        size: file.integer("size", { max: MAX_TOTAL_BYTES }),
      };
    }),
    totalSize: read.integer("totalSize", { max: MAX_TOTAL_BYTES }),
    sha256: read.hex("sha256", SHA256_DIGITS),
    chunks: read.integer("chunks", { min: 1, max: MAX_CHUNKS }),
    senderNick: read.optional("senderNick", (at) => read.string(at, { max: MAX_NICK })) ?? "",
  };
}

function readAck(read: Fields, tid: string): Ack {
  const error = read.optional("error", (at) => read.string(at, { max: MAX_ERROR }));
  const missing = read.optional("missing", (at) =>
    read.array(at, { max: MAX_CHUNKS }, (items, item) =>
      items.integer(item, { max: MAX_CHUNKS - 1 }),
    ),
  );
  return {
    kind: "ack",
    tid,
    ok: read.boolean("ok"),
    ...(error !== null && { error }),
    ...(missing !== null && { missing }),
  };
}
