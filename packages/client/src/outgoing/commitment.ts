import { createHmac } from "node:crypto";

/**
 * Binds to an output without telling it: HMAC with SHA-256, keyed by a random salt that stays on this
 * machine. Without the salt even a short output cannot be guessed.
 */
export function commitmentOf(salt: string, output: string): string {
  return createHmac("sha256", Buffer.from(salt, "hex")).update(output, "utf8").digest("hex");
}
