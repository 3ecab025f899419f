import { readFileSync } from "node:fs";
import { secp256k1 } from "@noble/curves/secp256k1.js";
import { bytesToNumberBE } from "@noble/curves/utils.js";
import { keccak_256 } from "@noble/hashes/sha3.js";
import { bytesToHex, hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js";
import { expect, test } from "vitest";
import { nobleVerify } from "./noble-verify.ts";
import { type Party, parseParty } from "./party.ts";
import { evmVerify, nostrVerify } from "./secp256k1-verify.ts";

interface Signed {
  readonly party: string;
  readonly text: string;
  readonly signature: string;
}

const file = new URL("../../../../spec/vectors/identity.json", import.meta.url);
const { nostr, evm }: { nostr: readonly Signed[]; evm: readonly Signed[] } = JSON.parse(
  readFileSync(file, "utf8"),
);

function party(text: string): Party {
  const parsed = parseParty(text);
  if (!parsed.ok) throw new Error(text);
  return parsed.value;
}

const ORDER = secp256k1.Point.Fn.ORDER;
const [r, s] = [evm[0]!.signature.slice(0, 64), evm[0]!.signature.slice(64)];

/** The party for which this r and s are a signature of "hi", whatever the size of s. */
function signerOf(rHex: string, s: bigint): Party {
  const hash = keccak_256(utf8ToBytes("\x19Ethereum Signed Message:\n2hi"));
  const signature = new secp256k1.Signature(bytesToNumberBE(hexToBytes(rHex)), s);
  const key = signature.addRecoveryBit(0).recoverPublicKey(hash).toBytes(false);
  return party(`evm:0x${bytesToHex(keccak_256(key.subarray(1))).slice(-40)}`);
}

test.each([
  { kind: "nostr", verify: nostrVerify, vectors: nostr },
  { kind: "evm", verify: evmVerify, vectors: evm },
])("$kind vectors hold, for their own party and text only", ({ verify, vectors }) => {
  const others = [...nostr, ...evm];
  for (const { party: name, text, signature } of vectors) {
    expect(verify(party(name), text, signature)).toBe(true);
    expect(verify(party(name), text, signature.toUpperCase())).toBe(true);
    expect(nobleVerify(party(name), text, signature)).toBe(true);
    expect(verify(party(name), `${text} `, signature)).toBe(false);
    for (const other of others) {
      const isOwn = other.party === name && other.text === text;
      expect(verify(party(other.party), other.text, signature)).toBe(isOwn);
      expect(nobleVerify(party(other.party), other.text, signature)).toBe(isOwn);
    }
  }
});

const zeros = "0".repeat(64);
const order = ORDER.toString(16);
const prime = secp256k1.Point.Fp.ORDER.toString(16);

test.each([
  ["an empty signature", ""],
  ["a short one", evm[0]!.signature.slice(2)],
  ["a long one, as wallets give it", `${r}${s}1b`],
  ["one with 0x", `0x${evm[0]!.signature.slice(2)}`],
  ["one that is not hex", "g".repeat(128)],
  ["zeros", zeros + zeros],
  ["no r", zeros + s],
  ["no s", r + zeros],
  ["only the bit of s", `${r}80${zeros.slice(2)}`],
  ["an r that is the order", order + s],
  ["an r that is the prime", prime + s],
  ["an s that is the order", r + order],
  ["nothing but ones", "f".repeat(128)],
])("%s is false, not an error", (_, bad) => {
  for (const { party: name, text } of [nostr[0]!, evm[0]!]) {
    expect(nobleVerify(party(name), text, bad)).toBe(false);
  }
});

test("of the two s that would do, only the lower is a signature", () => {
  const half = ORDER / 2n;
  const verified = (s: bigint) => evmVerify(signerOf(r, s), "hi", r + s.toString(16));
  expect([half - 1n, half, half + 1n, half + 2n].map(verified)).toEqual([true, true, false, false]);
});

test("a key that is not on the curve is false, not an error", () => {
  const { text, signature } = nostr[0]!;
  for (const x of [zeros, prime, "f".repeat(64), "5".padStart(64, "0")]) {
    expect(nostrVerify(party(`nostr:${x}`), text, signature)).toBe(false);
  }
});

test("each knows its own kind of party only", () => {
  const [key, address] = [nostr[0]!, evm[0]!];
  expect(evmVerify(party(key.party), key.text, key.signature)).toBe(false);
  expect(nostrVerify(party(address.party), address.text, address.signature)).toBe(false);
  const fix = party(key.party.replace("nostr:", "fix_"));
  expect(nostrVerify(fix, key.text, key.signature)).toBe(false);
  expect(nobleVerify(fix, key.text, key.signature)).toBe(false);
});
