import { bindingText, type Party, type Signer } from "@bazaar/kernel";
import { generateSigner } from "@bazaar/keys";
import { MAX_OWNER_KEYS } from "@bazaar/market/ports";
import { schnorr, secp256k1 } from "@noble/curves/secp256k1.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { keccak_256 } from "@noble/hashes/sha3.js";
import { bytesToHex, hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js";
import { describe, expect, test } from "vitest";
import { document } from "../../../test/door-under-test.ts";
import { NASTY_VALUES } from "../../../test/fuzz/nasty.ts";
import { InProcess, taken } from "../connect/test/in-process.ts";

const SECRET = hexToBytes("07".repeat(32));

const nostr: Signer = {
  party: `nostr:${bytesToHex(schnorr.getPublicKey(SECRET))}` as Party,
  sign: (text) => bytesToHex(schnorr.sign(sha256(utf8ToBytes(text)), SECRET)),
};

const evm: Signer = {
  party:
    `evm:0x${bytesToHex(keccak_256(secp256k1.getPublicKey(SECRET, false).subarray(1))).slice(-40)}` as Party,
  sign(text) {
    const prefix = `\x19Ethereum Signed Message:\n${utf8ToBytes(text).length}`;
    const hash = keccak_256(utf8ToBytes(prefix + text));
    const signed = secp256k1.sign(hash, SECRET, { prehash: false, format: "recovered" });
    const compact = signed.slice(1);
    compact[32] = (compact[32] ?? 0) | ((signed[0] ?? 0) << 7);
    return bytesToHex(compact);
  },
};

const bodyOf = (one: Signer, other: Signer, issued_at: number) => {
  const signers = [one, other].sort((a, b) => (a.party < b.party ? -1 : 1));
  const text = bindingText(one.party, other.party, issued_at);
  return {
    parties: signers.map(({ party }) => party),
    issued_at,
    signatures: signers.map((signer) => signer.sign(text)),
  };
};

async function post(place: InProcess, body: unknown): Promise<[number, Record<string, unknown>]> {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  const response = await place.under.ask("/bindings", { method: "POST", body: text });
  return [response.status, (await response.json()) as Record<string, unknown>];
}

test("keys of all kinds are bound to one owner, and anyone can check it", async () => {
  await using place = await InProcess.open();
  const ada = place.connect();
  const keys = [ada.party, nostr.party, evm.party].sort();
  expect(taken(await ada.owner())).toEqual({ name: ada.party, keys: [ada.party] });
  await ada.bind(nostr);
  expect(taken(await ada.bind(evm))).toEqual({ name: keys[0], keys });
  expect(taken(await ada.bind(evm))).toEqual({ name: keys[0], keys });
  const stranger = place.connect();
  for (const key of keys) {
    expect(taken(await stranger.owner(key))).toEqual({ name: keys[0], keys });
  }
  expect(taken(await stranger.owner()).keys).toEqual([stranger.party]);
});

test("an owner of two bound keys cannot deal with itself", async () => {
  await using place = await InProcess.open();
  const [pia, second, other] = [place.connect(), place.connect(), place.connect()];
  taken(await pia.bind(second.signer));
  const { contract } = taken(await pia.post(document(place.under)));
  expect(await second.act(contract, "bond")).toMatchObject({
    ok: false,
    refusal: { code: "own_contract" },
  });
  expect((await other.act(contract, "bond")).ok).toBe(true);
});

describe("a binding is refused", () => {
  const [ada, bob] = [generateSigner(), generateSigner()];

  test.each<{
    when: string;
    change: (body: ReturnType<typeof bodyOf>) => unknown;
    is: readonly [number, string];
  }>([
    {
      when: "one key signed twice",
      change: (body) => ({ ...body, signatures: [body.signatures[0], body.signatures[0]] }),
      is: [401, "bad_signature"],
    },
    {
      when: "its time was changed",
      change: (body) => ({ ...body, issued_at: 1 }),
      is: [401, "bad_signature"],
    },
    {
      when: "its keys are in the other order",
      change: (body) => ({ ...body, parties: body.parties.toReversed() }),
      is: [400, "bad_origin"],
    },
    {
      when: "a key is in capitals",
      change: (body) => ({
        ...body,
        parties: body.parties.map((key) => key.toUpperCase().replace("FIX_", "fix_")),
      }),
      is: [400, "upper_case"],
    },
    {
      when: "a key is no key",
      change: (body) => ({ ...body, parties: ["ada", body.parties[1]] }),
      is: [400, "malformed_party"],
    },
    {
      when: "it has one key",
      change: (body) => ({ ...body, parties: body.parties.slice(1) }),
      is: [422, "malformed_body"],
    },
    {
      when: "its time is a fraction",
      change: (body) => JSON.stringify(body).replace(/"issued_at":\d+/, "$&.5"),
      is: [422, "malformed_body"],
    },
    { when: "it is a list", change: (body) => [body], is: [422, "malformed_body"] },
    { when: "it is not JSON", change: () => "{", is: [400, "malformed_json"] },
  ])("when $when", async ({ change, is }) => {
    await using place = await InProcess.open();
    const body = bodyOf(ada, bob, Math.floor(place.under.nowMs / 1_000));
    const [status, { code }] = await post(place, change(body));
    expect([status, code]).toEqual(is);
    expect(await place.under.store.owners.of([ada.party, bob.party])).toEqual(new Map());
    expect((await post(place, body))[0]).toBe(200);
  });

  test("when it is issued more than 30 s ahead", async () => {
    await using place = await InProcess.open();
    const now = Math.floor(place.under.nowMs / 1_000);
    expect(await post(place, bodyOf(ada, bob, now + 31))).toMatchObject([
      400,
      { code: "bad_origin" },
    ]);
    expect((await post(place, bodyOf(ada, bob, now + 30)))[0]).toBe(200);
  });

  test(`when the owner has ${MAX_OWNER_KEYS} keys already`, async () => {
    await using place = await InProcess.open();
    const now = Math.floor(place.under.nowMs / 1_000);
    for (let key = 1; key < MAX_OWNER_KEYS; key += 1) {
      expect((await post(place, bodyOf(ada, generateSigner(), now)))[0]).toBe(200);
    }
    expect(await post(place, bodyOf(ada, bob, now))).toMatchObject([
      409,
      { code: "too_many_keys", limit: MAX_OWNER_KEYS },
    ]);
  });

  test("when an address sends too many, before any signature is checked", async () => {
    const limits = { signedPerAddress: { requests: 2, seconds: 60 } };
    await using place = await InProcess.open({ limits });
    await place.under.listen();
    const body = bodyOf(ada, bob, Math.floor(place.under.nowMs / 1_000));
    const forged = { ...body, signatures: [body.signatures[1], body.signatures[0]] };
    const statuses = [];
    for (let nth = 0; nth < 3; nth += 1) statuses.push((await post(place, forged))[0]);
    expect(statuses).toEqual([401, 401, 429]);
  });
});

test("no value in any field does harm", async () => {
  await using place = await InProcess.open();
  const body = bodyOf(generateSigner(), generateSigner(), 1_700_000_000);
  for (const value of NASTY_VALUES) {
    for (const name of ["parties", "issued_at", "signatures"]) {
      const text = JSON.stringify({ ...body, [name]: "HOLE" }).replace('"HOLE"', () => value);
      const [status] = await post(place, text);
      expect([400, 401, 413, 422], `${name} = ${value.slice(0, 40)}`).toContain(status);
    }
  }
  expect(place.under.faults).toEqual([]);
});

test("a market cannot claim keys that did not sign", async () => {
  await using place = await InProcess.open();
  const [ada, eve] = [place.connect(), generateSigner()];
  const forged = { ...bodyOf(ada.signer, eve, 1), signatures: ["1".repeat(128), "2".repeat(128)] };
  const lies = { owner: eve.party, keys: [ada.party, eve.party], bindings: [forged] };
  place.fetch = () => Response.json(lies);
  await expect(ada.owner()).rejects.toThrow("a binding is not signed by both");
  const others = bodyOf(eve, generateSigner(), 1);
  place.fetch = () => Response.json({ ...lies, bindings: [others] });
  expect(taken(await ada.owner())).toEqual({ name: ada.party, keys: [ada.party] });
});
