import type { Party } from "./party.ts";

/**
 * Whether the party signed the UTF-8 bytes of the message. Passed in wherever the kernel needs it,
 * so that a server can use the fastest library it has and a simulation none. A malformed signature
 * or a kind of party it does not know is false; it never throws.
 */
export type Verify = (party: Party, message: string, signatureHex: string) => boolean;
