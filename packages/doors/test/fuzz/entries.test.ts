/** Only what its author signed, for this contract and this place, goes into a chain. */
import {
  type Entry,
  entryJson,
  Float,
  GENESIS_HASH,
  type Json,
  type JsonObject,
  parseEntry,
  requestOrigin,
  SERVER_ACTS,
  type Signer,
  type SigningForm,
  signedText,
} from "@bazaar/kernel";
import { generateSigner } from "@bazaar/keys";
import { sample } from "@bazaar/testkit";
import { expect, test } from "vitest";
import { wireText } from "../../src/http/wire-text.ts";
import { keyOf, type Target } from "./endpoints.ts";
import { FuzzedDoor, type Reply } from "./fuzzed-door.ts";
import { type GoodRequest, goodRequest } from "./good-requests.ts";

const FORMS = { dated: "dated entries", undated: "undated entries" } as const;

/** Endpoints whose body may hold an entry. */
function signedTargets(fuzzed: FuzzedDoor, matrix: string): readonly Target[] {
  const targets = fuzzed.posts.filter(({ body }) => body?.properties?.chain_entry !== undefined);
  return sample(matrix, targets, 6);
}

test.each(["dated", "undated"] as const)(
  "a correctly signed entry that says something else is refused: %s",
  async (form) => {
    await using fuzzed = await FuzzedDoor.open();
    for (const target of signedTargets(fuzzed, "altered")) {
      const at = await goodRequest(fuzzed, target, FORMS[form]);
      if (at.body.chain_entry === undefined) continue;
      for (const { what, entry } of alterations(fuzzed, at, form)) {
        const reply = await sendEntry(fuzzed, at, entry, what);
        expect(reply.status, `${target.path} ${what} ${reply.text}`).toBeGreaterThanOrEqual(400);
      }
      const reply = await sendEntry(fuzzed, at, at.body.chain_entry ?? null, "as it is");
      expect(reply.status, `only the alterations were wrong: ${reply.text}`).toBe(200);
    }
    await fuzzed.checkHealth();
  },
);

test.each(["dated", "undated"] as const)(
  "an entry of one contract is refused in another: %s",
  async (form) => {
    await using fuzzed = await FuzzedDoor.open();
    for (const target of signedTargets(fuzzed, "moved")) {
      if (POSTS.includes(target.path)) continue;
      const mine = await goodRequest(fuzzed, target, FORMS[form]);
      const theirs = await goodRequest(fuzzed, target, FORMS[form]);
      const named = keyOf(target) ?? "";
      // The author itself sends it to another contract whose chain is just as long.
      const body = wireText({ ...mine.body, [named]: mine.by.signer.party });
      const { init } = mine.by.sign(theirs.path, body);
      const reply = await fuzzed.send({ what: "moved", path: theirs.path, ...init });
      expect([400, 403, 409], `${target.path} ${reply.text}`).toContain(reply.status);
    }
    await fuzzed.checkHealth();
  },
);

test("an entry with any number as its timestamp can be read and verified", async () => {
  await using fuzzed = await FuzzedDoor.open();
  const times = [
    0n,
    -1n,
    2n ** 63n,
    10n ** 40n,
    new Float(1.5),
    new Float(-0),
    new Float(1e308),
    new Float(5e-324),
  ];
  const bond = fuzzed.posts.find(({ path }) => path.endsWith("/bond"));
  for (const timestamp of times) {
    for (const form of ["dated", "undated"] as const) {
      const at = await goodRequest(fuzzed, bond!, FORMS[form]);
      const entry = { ...entryOf(at), timestamp };
      const reply = await sendEntry(fuzzed, at, resigned(entry, at.by.signer, form), "odd time");
      expect(reply.status, reply.text).toBe(200);
      const { json } = await at.by.get(`/contracts/${at.life.id}/verify_chain`);
      expect(json, String(timestamp)).toMatchObject({ valid: true });
    }
  }
  await fuzzed.checkHealth();
});

test("of two entries for one place, one is accepted", async () => {
  await using fuzzed = await FuzzedDoor.open();
  for (const target of signedTargets(fuzzed, "two entries")) {
    if (POSTS.includes(target.path)) continue;
    const at = await goodRequest(fuzzed, target, "dated entries");
    if (at.body.chain_entry === undefined) continue;
    const entry = entryOf(at);
    const other = resigned({ ...entry, timestamp: 7n }, at.by.signer, "dated");
    const attempts = [at.body.chain_entry ?? null, other].map(
      (each) => at.by.sign(at.path, wireText({ ...at.body, chain_entry: each })).init,
    );
    const before = await fuzzed.under.store.lastNo();
    const { under } = fuzzed;
    const answers = await Promise.all(attempts.map((init) => under.ask(at.path, init)));
    const statuses = answers.map(({ status }) => status);
    expect(statuses, target.path).toContain(200);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.every((status) => status < 500)).toBe(true);
    expect(await fuzzed.under.store.lastNo()).toBe(before + 1);
  }
  await fuzzed.checkHealth();
});

test("one request sent many times at once counts once", async () => {
  await using fuzzed = await FuzzedDoor.open();
  for (const target of sample("at once", fuzzed.posts, 6)) {
    for (const generation of ["dated entries", "requests only"] as const) {
      const at = await goodRequest(fuzzed, target, generation);
      const { init } = at.by.sign(at.path, wireText(at.body));
      const before = await fuzzed.under.store.lastNo();
      const { under } = fuzzed;
      const answers = await Promise.all(Array.from({ length: 8 }, () => under.ask(at.path, init)));
      const statuses = answers.map(({ status }) => status);
      expect(Math.max(...statuses), `${target.path} ${statuses}`).toBeLessThan(500);
      const written = (await fuzzed.under.store.lastNo()) - before;
      expect(written, target.path).toBeLessThanOrEqual(1);
    }
  }
  await fuzzed.checkHealth();
});

/** The first entry of a contract has no place in a chain to lose. */
const POSTS = ["/contracts", "/jobs"];

async function sendEntry(
  fuzzed: FuzzedDoor,
  at: GoodRequest,
  entry: Json,
  what: string,
): Promise<Reply> {
  const { init } = at.by.sign(at.path, wireText({ ...at.body, chain_entry: entry }));
  return fuzzed.send({ what, path: at.path, ...init });
}

function entryOf({ body }: GoodRequest): Entry {
  const parsed = parseEntry(body.chain_entry ?? null);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.refusal));
  return parsed.value;
}

/** The entry, signed again by its author. */
function resigned(entry: Entry, signer: Signer, form: SigningForm): JsonObject {
  return entryJson({ ...entry, signature: signer.sign(signedText(entry, form)) });
}

interface Alteration {
  readonly what: string;
  readonly entry: Json;
}

function alterations(
  fuzzed: FuzzedDoor,
  at: GoodRequest,
  form: SigningForm,
): readonly Alteration[] {
  const entry = entryOf(at);
  const json = entryJson(entry);
  const { signer } = at.by;
  const stranger = generateSigner();
  const server = fuzzed.under.server.party;
  const tells = (what: string, change: Partial<Entry>, by = signer): Alteration => ({
    what,
    entry: resigned({ ...entry, ...change }, by, form),
  });
  const shows = (what: string, change: JsonObject): Alteration => ({
    what,
    entry: { ...json, ...change },
  });
  const request = at.by.sign(at.path, wireText(at.body)).init;
  const origin = requestOrigin({
    method: "POST",
    path: at.path,
    body: request.body,
    timestampSeconds: Number(request.headers["X-Fix-Timestamp"]),
    signature: request.headers["X-Fix-Signature"] ?? "",
    pubkey: request.headers["X-Fix-Pubkey"] ?? "",
  });
  return [
    tells("the next place", { seq: entry.seq + 1 }),
    tells("a place far ahead", { seq: Number.MAX_SAFE_INTEGER }),
    ...(entry.seq === 0 ? [] : [tells("the place before", { seq: entry.seq - 1 })]),
    ...(entry.seq === 0 ? [] : [tells("the first place", { seq: 0, prevHash: GENESIS_HASH })]),
    tells("another head", { prevHash: "0".repeat(64) }),
    ...(entry.seq === 0 ? [] : [tells("the first head", { prevHash: GENESIS_HASH })]),
    tells("another's name", { author: stranger.party }),
    tells("another's name and hand", { author: stranger.party }, stranger),
    tells("the server's name", { author: server }),
    tells("the server's name, by the server", { author: server }, fuzzed.under.server),
    ...[...SERVER_ACTS, "ruling", "nonsense", "__proto__", "constructor"].map((type) =>
      tells(`the act ${type}`, { type }),
    ),
    ...["request", "entry", "opinion", "x"].map((scheme) =>
      tells(`an origin ${scheme}`, { data: { ...entry.data, origin: { scheme } } }),
    ),
    tells("a real origin", { data: { ...entry.data, origin } }),
    tells("an origin of an entry", {
      data: { ...entry.data, origin: { scheme: "entry", entry: json } },
    }),
    tells("too deep", { data: { ...entry.data, deep: nested(33) } }),
    shows("another signature", { signature: "0".repeat(128) }),
    shows("a loud signature", { signature: entry.signature.toUpperCase() }),
    shows("a longer signature", { signature: `${entry.signature}00` }),
    shows("the signature of a request", { signature: request.headers["X-Fix-Signature"] ?? "" }),
    shows("another's signature", { signature: stranger.sign(signedText(entry, form)) }),
    shows("a loud hash", { prev_hash: entry.prevHash.toUpperCase().replace(/^[0-9]+$/, "A") }),
    shows("a place with a point", { seq: new Float(entry.seq) }),
    shows("a place in quotes", { seq: String(entry.seq) }),
    shows("a negative place", { seq: -1n }),
    shows("a place beyond all", { seq: 2n ** 64n }),
    shows("a time in quotes", { timestamp: "1" }),
    shows("no time", { timestamp: null }),
    shows("one field more", { note: "x" }),
    shows("the hash as well", { hash: "0".repeat(64) }),
    shows("pollution", JSON.parse('{"__proto__":{"polluted":true}}') as JsonObject),
    shows("data that is a list", { data: [] }),
    shows("data that is text", { data: "{}" }),
    ...Object.keys(json).map((name) => ({ what: `no ${name}`, entry: dropped(json, name) })),
    { what: "a list", entry: [] },
    { what: "a list of it", entry: [json] },
    { what: "text", entry: wireText(json) },
    { what: "nothing in it", entry: {} },
  ];
}

function dropped(json: JsonObject, name: string): JsonObject {
  const pairs = Object.entries(json).filter(([key]) => key !== name);
  return Object.fromEntries(pairs) as JsonObject;
}

function nested(depth: number): Json {
  let json: Json = null;
  for (let at = 0; at < depth; at += 1) json = [json];
  return json;
}
