import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { fixParty, parseParty, partyKind, publicKeyHex } from "./party.ts";

interface Vectors {
  readonly keys: readonly {
    readonly name: string;
    readonly public_key_hex: string;
    readonly fix_id: string;
  }[];
  readonly fix_id_parsing: readonly { readonly fix_id: string; readonly ok: boolean }[];
}

const file = new URL("../../../../spec/vectors/fix/identity.json", import.meta.url);
const vectors: Vectors = JSON.parse(readFileSync(file, "utf8"));

test.each(vectors.keys)("vector $name: key and party belong together", (vector) => {
  const party = fixParty(vector.public_key_hex);
  expect(party).toEqual({ ok: true, value: vector.fix_id });
  expect(party.ok && publicKeyHex(party.value)).toBe(vector.public_key_hex);
});

test.each(vectors.fix_id_parsing)("vector '$fix_id' is a party: $ok", ({ fix_id, ok }) => {
  expect(parseParty(fix_id).ok).toBe(ok);
});

const hex = "0123456789abcdef".repeat(4);
const address = "0123456789abcdef0123456789abcdef01234567";

test.each([
  { text: `fix_${hex}`, kind: "fix", key: hex },
  { text: `nostr:${hex}`, kind: "nostr", key: hex },
  { text: `evm:0x${address}`, kind: "evm", key: null },
])("$text is a party of kind $kind", ({ text, kind, key }) => {
  const party = parseParty(text);
  expect(party).toEqual({ ok: true, value: text });
  expect(party.ok && partyKind(party.value)).toBe(kind);
  expect(party.ok && publicKeyHex(party.value)).toBe(key);
});

test.each([
  `fix_${hex.toUpperCase()}`,
  `nostr:${hex.toUpperCase()}`,
  `evm:0x${address.toUpperCase()}`,
])("%s becomes lower case", (text) => {
  expect(parseParty(text)).toEqual({ ok: true, value: text.toLowerCase() });
});

test.each([
  `fix:${hex}`,
  `nostr_${hex}`,
  `NOSTR:${hex}`,
  `evm:${address}`,
  `evm:0X${address}`,
  `evm:0x${hex}`,
  ` fix_${hex}`,
  `fix_${hex}\n`,
  `fix_${hex.slice(1)}é`,
  `fix_fix_${hex}`,
])("%j is not a party", (text) => {
  expect(parseParty(text)).toMatchObject({ refusal: { code: "malformed_party", text } });
});

test("a refusal repeats only the start of a long text", () => {
  const refused = parseParty("x".repeat(1000));
  expect(refused).toMatchObject({ refusal: { text: "x".repeat(80) } });
});
