/** What the machine itself can do: signature verifications and disk syncs. */
import { generateKeyPairSync, sign, verify } from "node:crypto";
import { closeSync, fdatasyncSync, openSync, writeSync } from "node:fs";
import { percentile } from "../../tools/soak/percentile.ts";

const SIGNATURES = 4_000;
const SYNCS = 200;
const SYNC_ROUNDS = 5;
/** The signed length of a typical act. */
const MESSAGE_BYTES = 600;
const PAGE_BYTES = 4_096;

/**
 * Ed25519 verifications per CPU-second, with parsed keys. In CPU time, like the server's figure, so
 * that other processes on the machine slow neither.
 */
export function bareVerifications(): number {
  const { privateKey, publicKey } = generateKeyPairSync("ed25519");
  const message = Buffer.alloc(MESSAGE_BYTES, "x");
  const signature = sign(null, message, privateKey);
  const before = process.cpuUsage();
  for (let at = 0; at < SIGNATURES; at += 1) {
    if (!verify(null, message, publicKey, signature)) throw new Error("bad signature");
  }
  const { user, system } = process.cpuUsage(before);
  return SIGNATURES / ((user + system) / 1e6);
}

/** Pages per second appended to a file, each synced to the disk before the next. */
export function bareSyncs(file: string): number {
  const handle = openSync(file, "w");
  const page = Buffer.alloc(PAGE_BYTES, "x");
  const measured = Array.from({ length: SYNC_ROUNDS }, () => {
    const startedMs = performance.now();
    for (let at = 0; at < SYNCS; at += 1) {
      writeSync(handle, page);
      fdatasyncSync(handle);
    }
    return (SYNCS * 1_000) / (performance.now() - startedMs);
  });
  closeSync(handle);
  return percentile(measured, 0.5);
}
