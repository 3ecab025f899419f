import { invariant } from "@bazaar/kernel";
import type { ArtifactLimits, ArtifactUsage, ExceededLimit, Upload } from "@bazaar/market/ports";

const SHA256_HEX = /^[0-9a-f]{64}$/;

export function checkUpload({ hash, bytes }: Upload): void {
  invariant(SHA256_HEX.test(hash), `${hash} is not a SHA-256`);
  invariant(Number.isSafeInteger(bytes) && bytes >= 0, `an artifact of ${bytes} bytes`);
}

/** The first limit that one more artifact would exceed. */
export function exceeded(
  bytes: number,
  { owner, totalBytes }: { readonly owner: ArtifactUsage; readonly totalBytes: number },
  limits: ArtifactLimits,
): ExceededLimit | null {
  if (bytes > limits.bytes) return "bytes";
  if (owner.count + 1 > limits.ownerCount) return "ownerCount";
  if (owner.bytes + bytes > limits.ownerBytes) return "ownerBytes";
  return totalBytes + bytes > limits.totalBytes ? "totalBytes" : null;
}
