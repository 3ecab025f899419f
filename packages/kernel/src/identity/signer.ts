import type { Party } from "./party.ts";

/** A key that can sign, and the party it signs for. Signs the UTF-8 bytes; 128 hex digits. */
export interface Signer {
  readonly party: Party;
  sign(message: string): string;
}
