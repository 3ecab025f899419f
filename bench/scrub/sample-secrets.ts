/** Known secrets: keys in base64 and hex, and values that share their beginning. */
import { createHash } from "node:crypto";
import type { KnownSecret } from "@bazaar/guard/scrub";

export function sampleSecrets(count: number): readonly KnownSecret[] {
  return Array.from({ length: count }, (_, index) => ({
    value: valueOfKind(index % 3, index),
    category: "secret",
  }));
}

function valueOfKind(kind: number, index: number): string {
  const digest = createHash("sha256").update(`secret ${index}`).digest();
  if (kind === 0) return `prefix-shared-${index}-Q${index * 7_919}`;
  return digest.subarray(0, 20).toString(kind === 1 ? "base64url" : "hex");
}
