import { readFileSync } from "node:fs";
import { ed25519 } from "@noble/curves/ed25519.js";
import { bytesToNumberLE, concatBytes, numberToBytesLE } from "@noble/curves/utils.js";
import { sha512 } from "@noble/hashes/sha2.js";
import { bytesToHex, hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js";
import { expect, test } from "vitest";
import { nobleVerify } from "./noble-verify.ts";
import { fixParty, type Party, parseParty } from "./party.ts";
import { isWeakKey } from "./weak-key.ts";

interface Key {
  readonly name: string;
  readonly public_key_hex: string;
  readonly sig_of_empty: string;
  readonly sig_of_hello_utf8: string;
}

/** The text of `sig_of_hello_utf8`, which the vectors do not print. */
const HELLO = "hello — wörld";

const file = new URL("../../../../spec/vectors/fix/identity.json", import.meta.url);
const { keys }: { keys: readonly Key[] } = JSON.parse(readFileSync(file, "utf8"));

function party(hex: string): Party {
  const parsed = fixParty(hex);
  if (!parsed.ok) throw new Error(hex);
  return parsed.value;
}

test.each(keys)("vector $name: its signatures hold, for their own text only", (key) => {
  const signer = party(key.public_key_hex);
  expect(nobleVerify(signer, "", key.sig_of_empty)).toBe(true);
  expect(nobleVerify(signer, HELLO, key.sig_of_hello_utf8)).toBe(true);
  expect(nobleVerify(signer, HELLO, key.sig_of_hello_utf8.toUpperCase())).toBe(true);
  expect(nobleVerify(signer, HELLO, key.sig_of_empty)).toBe(false);
});

const { public_key_hex: hex, sig_of_empty: signature } = keys[0]!;

test.each([
  ["an empty signature", ""],
  ["a short one", signature.slice(2)],
  ["one with a space", ` ${signature.slice(1)}`],
  ["one that is not hex", "g".repeat(128)],
  ["zeros", "0".repeat(128)],
  ["one with s beyond the order", signature.slice(0, 64) + "f".repeat(64)],
])("%s is false, not an error", (_, bad) => {
  expect(nobleVerify(party(hex), "", bad)).toBe(false);
});

test("a key that is not a point of the curve is false, not an error", () => {
  expect(nobleVerify(party(`02${"00".repeat(31)}`), "", signature)).toBe(false);
});

test("parties of other kinds are false", () => {
  for (const text of [`nostr:${hex}`, `evm:0x${hex.slice(24)}`]) {
    const other = parseParty(text);
    expect(other.ok && nobleVerify(other.value, "", signature)).toBe(false);
  }
});

const weak = [
  "00".repeat(32),
  `${"00".repeat(31)}80`,
  `01${"00".repeat(31)}`,
  `01${"00".repeat(30)}80`,
  `ec${"ff".repeat(30)}7f`,
  `ec${"ff".repeat(31)}`,
  "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc85",
  "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa",
  `ed${"ff".repeat(30)}7f`,
  `ee${"ff".repeat(31)}`,
  "ff".repeat(32),
];

test.each(weak)("the key %s signs for nobody", (key) => {
  // R is the neutral point and s is zero: for a key of order one, this holds for every message.
  const forged = `01${"00".repeat(63)}`;
  expect(isWeakKey(key)).toBe(true);
  expect(nobleVerify(party(key), "anything", forged)).toBe(false);
});

test("ordinary keys are not weak", () => {
  expect(keys.filter((key) => isWeakKey(key.public_key_hex))).toEqual([]);
  expect(isWeakKey(`eb${"ff".repeat(30)}7f`)).toBe(false);
});

const { Point } = ed25519;
const ORDER = Point.Fn.ORDER;
const EIGHTH = Point.fromHex("26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05");

/** A signature as usual, but with points of small order added to the key and to R. */
function twisted(message: string, onKey: bigint, onR: bigint) {
  const [secret, text] = [123_456_789_123_456_789n, utf8ToBytes(message)];
  const add = (scalar: bigint, times: bigint) =>
    Point.BASE.multiply(scalar).add(EIGHTH.multiplyUnsafe(times)).toBytes();
  const key = add(secret, onKey);
  const random = bytesToNumberLE(sha512(text)) % ORDER;
  const r = add(random, onR);
  const h = bytesToNumberLE(sha512(concatBytes(r, key, text))) % ORDER;
  const s = numberToBytesLE((random + h * secret) % ORDER, 32);
  return { key: bytesToHex(key), signed: bytesToHex(concatBytes(r, s)), h };
}

test.each([1n, 2n, 3n, 4n, 5n, 6n, 7n])(
  "a signature that holds only times the cofactor is false: R plus %s eighths",
  (onR) => {
    const { key, signed } = twisted("hi", 0n, onR);
    // What the library alone would say, with which a browser once read what no server did.
    const loose = { zip215: false };
    expect(ed25519.verify(hexToBytes(signed), utf8ToBytes("hi"), hexToBytes(key), loose)).toBe(
      true,
    );
    expect(nobleVerify(party(key), "hi", signed)).toBe(false);
  },
);

test("without such a point the same signature holds", () => {
  const { key, signed } = twisted("hi", 0n, 0n);
  expect(nobleVerify(party(key), "hi", signed)).toBe(true);
  expect(nobleVerify(party(key), "ho", signed)).toBe(false);
});

test("a key with such a point is valid only where the exact equation holds", () => {
  const tries = Array.from({ length: 40 }, (_, at) => ({
    text: `${at}`,
    ...twisted(`${at}`, 1n, 0n),
  }));
  const held = tries.filter(({ key, text, signed }) => nobleVerify(party(key), text, signed));
  expect(held).toEqual(tries.filter(({ h }) => h % 8n === 0n));
});
