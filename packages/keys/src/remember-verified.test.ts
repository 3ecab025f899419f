import type { Party } from "@bazaar/kernel";
import { expect, test } from "vitest";
import { ed25519Verify } from "./ed25519-verify.ts";
import { rememberVerified } from "./remember-verified.ts";
import { generateSigner } from "./signer.ts";

function counted() {
  const asked: string[] = [];
  const verify = rememberVerified((party, message, signature) => {
    asked.push(message);
    return ed25519Verify(party, message, signature);
  });
  return { asked, verify };
}

test("a good signature is checked once, a bad one every time", () => {
  const { asked, verify } = counted();
  const ada = generateSigner();
  const signature = ada.sign("hello");
  expect([1, 2, 3].map(() => verify(ada.party, "hello", signature))).toEqual([true, true, true]);
  expect(asked).toEqual(["hello"]);
  expect([1, 2].map(() => verify(ada.party, "other", signature))).toEqual([false, false]);
  expect(asked).toEqual(["hello", "other", "other"]);
});

test("what is remembered vouches for nobody else and nothing else", () => {
  const { verify } = counted();
  const [ada, eve] = [generateSigner(), generateSigner()];
  const signature = ada.sign("hello");
  expect(verify(ada.party, "hello", signature)).toBe(true);
  expect(verify(eve.party, "hello", signature)).toBe(false);
  expect(verify(`${ada.party} ${signature}` as Party, "hello", signature)).toBe(false);
  expect(verify(ada.party, "hello ", signature)).toBe(false);
});

test("memory stays small: old ones and long ones are checked again", () => {
  const { asked, verify } = counted();
  const ada = generateSigner();
  const signed = Array.from({ length: 65 }, (_, at) => ({ text: `${at}`, by: ada.sign(`${at}`) }));
  for (const { text, by } of signed) verify(ada.party, text, by);
  for (const { text, by } of signed.slice(1)) verify(ada.party, text, by);
  expect(asked).toHaveLength(65);
  verify(ada.party, "0", signed[0]?.by ?? "");
  const long = "x".repeat(100_000);
  for (let time = 0; time < 2; time += 1) verify(ada.party, long, ada.sign(long));
  expect(asked.slice(65)).toEqual(["0", long, long]);
});
