/**
 * Every kind of signature, for servers and tools: Ed25519 by Node's own library, the others by a
 * library in JavaScript, because Node has no BIP-340 and recovers no keys.
 *
 * It has its own entry, so that programs that only sign do not load a second curve.
 */
import { type Verify, verifyByKind } from "@bazaar/kernel";
import { evmVerify, nostrVerify } from "@bazaar/kernel/secp256k1";
import { ed25519Verifier, ed25519Verify } from "./ed25519-verify.ts";

export const nativeVerify: Verify = byKind(ed25519Verify);

/** The same check for programs that verify many signatures by the same parties. */
export function nativeVerifier(): Verify {
  return byKind(ed25519Verifier());
}

function byKind(fix: Verify): Verify {
  return verifyByKind({ fix, nostr: nostrVerify, evm: evmVerify });
}
