/** An artifact of 64 MiB, which is nowhere in memory as a whole. */
import { createHash } from "node:crypto";
import { PRINCIPAL, START_MS } from "@bazaar/testkit";

const PIECE_BYTES = 131_072;
const PIECES = 512;
const BYTES = PIECE_BYTES * PIECES;

export async function* zeros(): AsyncGenerator<Uint8Array> {
  for (let piece = 0; piece < PIECES; piece += 1) yield new Uint8Array(PIECE_BYTES);
}

function hashOfZeros(): string {
  const digest = createHash("sha256");
  for (let piece = 0; piece < PIECES; piece += 1) digest.update(new Uint8Array(PIECE_BYTES));
  return digest.digest("hex");
}

const limits = { bytes: BYTES, ownerBytes: BYTES, ownerCount: 1, totalBytes: BYTES };
const times = { createdMs: START_MS, expiresMs: START_MS + 100_000_000 };

/** There is room for one of them. */
export const UPLOADED = {
  upload: { owner: PRINCIPAL.party, hash: hashOfZeros(), bytes: BYTES, ...times },
  limits,
};
