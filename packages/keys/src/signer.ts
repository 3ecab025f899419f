import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
} from "node:crypto";
import { fixParty, invariant, type Party, type Signer } from "@bazaar/kernel";

/** A DER header of PKCS #8 for an Ed25519 key; the 32 bytes of the seed follow. */
const PRIVATE_KEY_HEADER = "302e020100300506032b657004220420";

const SEED = /^[0-9a-fA-F]{64}$/;

/** Takes a private Ed25519 key, or its seed as 64 hex digits. */
export function signer(secret: string | KeyObject): Signer {
  const privateKey = typeof secret === "string" ? fromSeed(secret) : secret;
  const party = partyOf(privateKey);
  return {
    party,
    sign: (message) => sign(null, Buffer.from(message), privateKey).toString("hex"),
  };
}

export function generateSigner(): Signer {
  return signer(generateKeyPairSync("ed25519").privateKey);
}

function fromSeed(seedHex: string): KeyObject {
  // The message may be logged, so it does not contain the seed.
  invariant(SEED.test(seedHex), "a seed is 64 hex digits");
  const key = Buffer.from(PRIVATE_KEY_HEADER + seedHex, "hex");
  return createPrivateKey({ key, format: "der", type: "pkcs8" });
}

function partyOf(privateKey: KeyObject): Party {
  invariant(privateKey.asymmetricKeyType === "ed25519", "expected an Ed25519 key");
  const { x = "" } = createPublicKey(privateKey).export({ format: "jwk" });
  const party = fixParty(Buffer.from(x, "base64url").toString("hex"));
  invariant(party.ok, "an Ed25519 key has 32 bytes");
  return party.value;
}
