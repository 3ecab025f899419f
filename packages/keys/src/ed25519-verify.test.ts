import { readFileSync } from "node:fs";
import { fixParty, type Party, parseParty } from "@bazaar/kernel";
import { nobleVerify } from "@bazaar/kernel/noble";
import fc from "fast-check";
import { expect, test } from "vitest";
import { ed25519Verifier, ed25519Verify } from "./ed25519-verify.ts";
import { generateSigner, signer } from "./signer.ts";

interface Key {
  readonly name: string;
  readonly private_key_hex: string;
  readonly fix_id: string;
  readonly sig_of_empty: string;
  readonly sig_of_hello_utf8: string;
}

/** The text of `sig_of_hello_utf8`, which the vectors do not print. */
const HELLO = "hello — wörld";

const file = new URL("../../../spec/vectors/fix/identity.json", import.meta.url);
const { keys }: { keys: readonly Key[] } = JSON.parse(readFileSync(file, "utf8"));

function party(hex: string): Party {
  const parsed = fixParty(hex);
  if (!parsed.ok) throw new Error(hex);
  return parsed.value;
}

test.each(keys)("vector $name: the seed gives the party and its signatures", (key) => {
  const { party: name, sign } = signer(key.private_key_hex);
  expect(name).toBe(key.fix_id);
  expect(sign("")).toBe(key.sig_of_empty);
  expect(sign(HELLO)).toBe(key.sig_of_hello_utf8);
  expect(ed25519Verify(name, HELLO, key.sig_of_hello_utf8)).toBe(true);
  expect(ed25519Verify(name, HELLO, key.sig_of_hello_utf8.toUpperCase())).toBe(true);
  expect(ed25519Verify(name, "", key.sig_of_hello_utf8)).toBe(false);
});

const ada = generateSigner();
const signature = ada.sign("hi");
const order = "edd3f55c1a631258d69cf7a2def9de14000000000000000000000000000000";

test.each([
  ["no signature", ada.party, ""],
  ["half a signature", ada.party, signature.slice(64)],
  ["one digit too many", ada.party, `${signature}0`],
  ["something else than hex", ada.party, "x".repeat(128)],
  ["hex with a tail", ada.party, `${signature.slice(2)}zz`],
  ["zeros", ada.party, "0".repeat(128)],
  ["an s beyond the order", ada.party, `${signature.slice(0, 64)}${order}10`],
  ["another's signature", generateSigner().party, signature],
  ["a key off the curve", party(`02${"00".repeat(31)}`), signature],
  [
    "the neutral key, for which all would hold",
    party(`01${"00".repeat(31)}`),
    `01${"00".repeat(63)}`,
  ],
  ["the zero key", party("00".repeat(32)), `01${"00".repeat(63)}`],
  [
    "an R with a point of order eight, which holds only times the cofactor",
    party("6f6ca5462ae560235abfc4bf18f762edd72bc1a7de9e49eec0aeb5ecaa8d37ce"),
    "fc6379cb853093e468264e2a0f9356f297fa41a40366b0e951fabd3c14c94050" +
      "ab6872fccd64a55e06aba9dd3db72c457007f919a003ddaeadbf8a626af83e0f",
  ],
])("%s is false, here and in the browser", (_, who, bad) => {
  expect(ed25519Verify(who, "hi", bad)).toBe(false);
  expect(nobleVerify(who, "hi", bad)).toBe(false);
});

test("the key of that last signature is valid", () => {
  const who = party("6f6ca5462ae560235abfc4bf18f762edd72bc1a7de9e49eec0aeb5ecaa8d37ce");
  const good =
    "0ae0c9f60e0d2d99ab22a83b10200899b52ffad005ff0d65e646759a5ae2752d" +
    "fcc9407ad6dbec767149144cd6630297c2988b83b164c2ef9f5b50a07f70b403";
  expect(ed25519Verify(who, "hi", good)).toBe(true);
  expect(nobleVerify(who, "hi", good)).toBe(true);
});

test("parties of other kinds are false", () => {
  const nostr = parseParty(ada.party.replace("fix_", "nostr:"));
  const evm = parseParty(`evm:0x${"1".repeat(40)}`);
  expect(nostr.ok && ed25519Verify(nostr.value, "hi", signature)).toBe(false);
  expect(evm.ok && ed25519Verify(evm.value, "hi", signature)).toBe(false);
});

test("a verifier that keeps keys gives the same answers, also after it has dropped some", () => {
  const verify = ed25519Verifier();
  for (let at = 0; at < 10_050; at += 1) {
    expect(verify(party(at.toString(16).padStart(64, "5")), "hi", signature)).toBe(false);
  }
  for (let time = 0; time < 2; time += 1) {
    expect(verify(ada.party, "hi", signature)).toBe(true);
    expect(verify(ada.party, "ho", signature)).toBe(false);
    expect(verify(generateSigner().party, "hi", signature)).toBe(false);
    expect(verify(party("00".repeat(32)), "hi", `01${"00".repeat(63)}`)).toBe(false);
  }
});

test("any text signed is verified by both libraries, and no other text is", () => {
  const text = fc.string({ unit: "binary" });
  fc.assert(
    fc.property(text, text, (said, other) => {
      const signed = ada.sign(said);
      expect(ed25519Verify(ada.party, said, signed)).toBe(true);
      expect(nobleVerify(ada.party, said, signed)).toBe(true);
      expect(ed25519Verify(ada.party, other, signed)).toBe(other === said);
    }),
  );
});

test("a malformed seed is an internal error whose message does not contain it", () => {
  expect(() => signer("secret")).toThrow("a seed is 64 hex digits");
});
