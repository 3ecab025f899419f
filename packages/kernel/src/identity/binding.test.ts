import { ed25519 } from "@noble/curves/ed25519.js";
import { bytesToHex, hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js";
import fc from "fast-check";
import { expect, test } from "vitest";
import { type Binding, bindingText, owners, verifyBinding } from "./binding.ts";
import { nobleVerify } from "./noble-verify.ts";
import { fixParty, type Party } from "./party.ts";

function key(byte: string) {
  const seed = hexToBytes(byte.repeat(32));
  const parsed = fixParty(bytesToHex(ed25519.getPublicKey(seed)));
  if (!parsed.ok) throw new Error(byte);
  const sign = (text: string) => bytesToHex(ed25519.sign(utf8ToBytes(text), seed));
  return { party: parsed.value, sign };
}

const [ada, bob] = [key("01"), key("02")].sort((a, b) => (a.party < b.party ? -1 : 1)) as [
  ReturnType<typeof key>,
  ReturnType<typeof key>,
];
const eve = key("03");
const text = bindingText(ada.party, bob.party, 1_700_000_000);
const binding: Binding = {
  parties: [ada.party, bob.party],
  issuedAtSeconds: 1_700_000_000,
  signatures: [ada.sign(text), bob.sign(text)],
};

test("both keys sign one text that names them in order", () => {
  expect(text).toBe(
    `{"binding":"bazaar/1","issued_at":1700000000,"parties":["${ada.party}","${bob.party}"]}`,
  );
  expect(bindingText(bob.party, ada.party, 1_700_000_000)).toBe(text);
  expect(verifyBinding(binding, nobleVerify)).toEqual({ ok: true, value: binding });
});

const swapped: Binding = { ...binding, parties: [bob.party, ada.party] };
const alone: Binding = { ...binding, parties: [ada.party, ada.party] };
const [first, second] = binding.signatures;

test.each([
  { when: "the parties are not in order", bad: swapped, code: "bad_origin" },
  { when: "a key is bound to itself", bad: alone, code: "bad_origin" },
  { when: "the time is a fraction", bad: { ...binding, issuedAtSeconds: 0.5 }, code: "bad_origin" },
  { when: "the time is negative", bad: { ...binding, issuedAtSeconds: -1 }, code: "bad_origin" },
  { when: "the time was changed", bad: { ...binding, issuedAtSeconds: 1 }, code: "bad_signature" },
  {
    when: "only the first signed",
    bad: { ...binding, signatures: [first, first] as const },
    code: "bad_signature",
  },
  {
    when: "only the second signed",
    bad: { ...binding, signatures: [second, second] as const },
    code: "bad_signature",
  },
  {
    when: "somebody claims another's key",
    bad: {
      ...binding,
      parties: [ada.party, eve.party].sort() as [Party, Party],
      signatures: [first, eve.sign(text)] as const,
    },
    code: "bad_signature",
  },
])("when $when → $code", ({ bad, code }) => {
  expect(verifyBinding(bad, nobleVerify)).toMatchObject({ ok: false, refusal: { code } });
});

test("an owner is called by the smallest of its keys; a lone key owns itself", () => {
  const [a, b, c, d, e] = ["a", "b", "c", "d", "e"].map((letter) => {
    const parsed = fixParty(letter.repeat(64));
    return parsed.ok ? parsed.value : ada.party;
  }) as [Party, Party, Party, Party, Party];
  const owner = owners([{ parties: [c, d] }, { parties: [b, c] }, { parties: [d, b] }]);
  expect([a, b, c, d, e].map(owner)).toEqual([a, b, b, b, e]);
});

test("two keys have one owner exactly if bindings lead from one to the other", () => {
  const all = Array.from({ length: 9 }, (_, at) => {
    const parsed = fixParty(String(at).repeat(64));
    return parsed.ok ? parsed.value : ada.party;
  });
  const pair = fc
    .tuple(fc.constantFrom(...all), fc.constantFrom(...all))
    .map((parties) => ({ parties }));
  fc.assert(
    fc.property(fc.array(pair, { maxLength: 10 }), (bindings) => {
      const owner = owners(bindings);
      for (const start of all) {
        const reached = new Set([start]);
        for (let round = 0; round < all.length; round += 1) {
          for (const { parties } of bindings) {
            if (parties.some((party) => reached.has(party))) parties.map((p) => reached.add(p));
          }
        }
        const [smallest] = [...reached].sort();
        expect(owner(start)).toBe(smallest);
      }
    }),
  );
});
