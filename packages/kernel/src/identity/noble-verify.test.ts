import { readFileSync } from "node:fs";
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
  ["one that is no hex", "g".repeat(128)],
  ["zeros", "0".repeat(128)],
  ["one with s beyond the order", signature.slice(0, 64) + "f".repeat(64)],
])("%s is false, not an error", (_, bad) => {
  expect(nobleVerify(party(hex), "", bad)).toBe(false);
});

test("a key that is no point of the curve is false, not an error", () => {
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
