import { readFileSync } from "node:fs";
import { type Party, parseParty } from "@bazaar/kernel";
import { nobleVerify } from "@bazaar/kernel/noble";
import { expect, test } from "vitest";
import { nativeVerifier, nativeVerify } from "./native-verify.ts";
import { generateSigner } from "./signer.ts";

interface Signed {
  readonly party: string;
  readonly text: string;
  readonly signature: string;
}

const file = new URL("../../../spec/vectors/identity.json", import.meta.url);
const { nostr, evm }: { nostr: readonly Signed[]; evm: readonly Signed[] } = JSON.parse(
  readFileSync(file, "utf8"),
);

function party(text: string): Party {
  const parsed = parseParty(text);
  if (!parsed.ok) throw new Error(text);
  return parsed.value;
}

test("a server and a browser agree about all three kinds of party", () => {
  const ada = generateSigner();
  const fix = { party: ada.party, text: "hi", signature: ada.sign("hi") };
  const all: readonly Signed[] = [fix, ...nostr, ...evm];
  const cached = nativeVerifier();
  for (const { party: name, text } of all) {
    for (const { party: signer, text: said, signature } of all) {
      const isOwn = name === signer && text === said;
      expect(nativeVerify(party(name), text, signature)).toBe(isOwn);
      expect(cached(party(name), text, signature)).toBe(isOwn);
      expect(nobleVerify(party(name), text, signature)).toBe(isOwn);
    }
  }
});
