/** A request counts only for the party that signed exactly it, recently. */
import { type Party, signedRequestTexts } from "@bazaar/kernel";
import { generateSigner } from "@bazaar/keys";
import { sample } from "@bazaar/testkit";
import { expect, test } from "vitest";
import { wireText } from "../../src/http/wire-text.ts";
import { Client } from "../client.ts";
import { keyOf } from "./endpoints.ts";
import { FuzzedDoor, type Reply } from "./fuzzed-door.ts";
import { type GoodRequest, goodRequest } from "./good-requests.ts";

type Headers = Readonly<Record<string, string>>;

interface Forgery {
  readonly what: string;
  readonly headers: Headers;
}

const TIME = "X-Fix-Timestamp";
const SIGNATURE = "X-Fix-Signature";
const PUBKEY = "X-Fix-Pubkey";

/** The order of the group: S plus it is another S for the same point. */
const ORDER = 0x1000000000000000000000000000000014def9dea2f79cd65812631a5cf5d3edn;

const WEAK_KEYS = [
  "00".repeat(32),
  `01${"00".repeat(31)}`,
  `ec${"ff".repeat(30)}7f`,
  `ed${"ff".repeat(30)}7f`,
  `ee${"ff".repeat(30)}7f`,
  `${"00".repeat(31)}80`,
  `01${"00".repeat(30)}80`,
  "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
  "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
  "ff".repeat(32),
];

test("no forged signature is accepted", async () => {
  await using fuzzed = await FuzzedDoor.open();
  for (const target of sample("forgeries", fuzzed.posts, 6)) {
    const at = await goodRequest(fuzzed, target, "requests only");
    const body = wireText(at.body);
    for (const { what, headers } of forgeries(at, body)) {
      const reply = await fuzzed.send({ what, method: "POST", path: at.path, headers, body });
      expect(reply.status, `${target.path} ${what}: ${reply.text}`).toBe(401);
    }
    const reply = await sendGood(fuzzed, at, body);
    if (at.isGood) expect(reply.status, "only the forgeries were wrong").toBe(200);
  }
  await fuzzed.checkHealth();
});

test("a valid signature of somebody else is refused", async () => {
  await using fuzzed = await FuzzedDoor.open();
  for (const target of fuzzed.posts) {
    const at = await goodRequest(fuzzed, target, "dated entries");
    const stranger = new Client(fuzzed.under, generateSigner());
    await fuzzed.fund(stranger.signer.party);
    const named = keyOf(target);
    // Anybody may submit a ruling or use the faucet: no field names the signer there.
    if (named === null) continue;
    const server = fuzzed.under.server.party;
    const weak = `fix_${WEAK_KEYS[1]}` as Party;
    for (const other of [at.by.signer.party, server, weak, ""]) {
      const body = wireText({ ...at.body, [named]: other });
      const { init } = stranger.sign(at.path, body);
      const reply = await fuzzed.send({ what: `as ${other}`, path: at.path, ...init });
      expect([401, 403], `${target.path} ${reply.text}`).toContain(reply.status);
    }
    const { chain_entry: entry = null } = at.body;
    if (entry === null) continue;
    const own = wireText({ ...at.body, [named]: stranger.signer.party, chain_entry: entry });
    const { init } = stranger.sign(at.path, own);
    const reply = await fuzzed.send({ what: "with another's entry", path: at.path, ...init });
    expect(reply.status, reply.text).toBeGreaterThanOrEqual(400);
  }
  await fuzzed.checkHealth();
});

test("a repeated request, however it is spelled, counts once, and expires", async () => {
  await using fuzzed = await FuzzedDoor.open();
  for (const target of fuzzed.posts) {
    const at = await goodRequest(fuzzed, target, "requests only");
    const { init } = at.by.sign(at.path, wireText(at.body));
    const again = (what: string, headers: Headers = {}): Promise<Reply> =>
      fuzzed.send({ what, path: at.path, ...init, headers: { ...init.headers, ...headers } });
    const first = await again("first");
    const no = await fuzzed.under.store.lastNo();
    const spellings: Headers[] = [
      {},
      { [SIGNATURE]: (init.headers[SIGNATURE] ?? "").toUpperCase() },
      { "Content-Type": "text/plain" },
      { "X-Forwarded-For": "10.1.2.3" },
    ];
    for (const headers of spellings) {
      const { status } = await again("again", headers);
      if (target.path !== "/faucet") expect(status, target.path).toBe(first.status);
      expect(await fuzzed.under.store.lastNo(), `${target.path} counts once`).toBe(no);
    }
    fuzzed.under.nowMs += 61_000;
    expect(await again("after its time")).toMatchObject({ status: 401, code: "stale_request" });
  }
  await fuzzed.checkHealth();
});

test.each([
  { seconds: -61, isFresh: false },
  { seconds: -60, isFresh: true },
  { seconds: 30, isFresh: true },
  { seconds: 31, isFresh: false },
  { seconds: -1_700_000_000, isFresh: false },
  { seconds: 1e12, isFresh: false },
])("a clock that is $seconds s off: accepted $isFresh", async ({ seconds, isFresh }) => {
  await using fuzzed = await FuzzedDoor.open();
  for (const target of sample("freshness", fuzzed.posts, 6)) {
    const at = await goodRequest(fuzzed, target, "requests only");
    const now = fuzzed.under.nowMs;
    fuzzed.under.nowMs += seconds * 1_000;
    const { init } = at.by.sign(at.path, wireText(at.body));
    fuzzed.under.nowMs = now;
    const reply = await fuzzed.send({ what: `${seconds} s`, path: at.path, ...init });
    if (!isFresh) expect(reply).toMatchObject({ status: 401, code: "stale_request" });
    else if (at.isGood) expect(reply.status, reply.text).toBe(200);
  }
});

test.each([
  { what: "nothing", key: "" },
  { what: "a space", key: "a b" },
  { what: "far too much", key: "k".repeat(201) },
  { what: "letters of elsewhere", key: "\u00e9" },
  { what: "a control character", key: "a\u007fb" },
])("an Idempotency-Key of $what is refused", async ({ key }) => {
  await using fuzzed = await FuzzedDoor.open();
  for (const target of sample("keys", fuzzed.posts, 6)) {
    const at = await goodRequest(fuzzed, target, "requests only");
    const { init } = at.by.sign(at.path, wireText(at.body));
    const headers = { ...init.headers, "Idempotency-Key": key };
    const reply = await fuzzed.send({ what: `key ${key}`, path: at.path, ...init, headers });
    expect(reply).toMatchObject({ status: 400, code: "malformed_request" });
  }
});

test("an Idempotency-Key that somebody else used reveals nothing", async () => {
  await using fuzzed = await FuzzedDoor.open();
  for (const target of sample("used keys", fuzzed.posts, 6)) {
    const [mine, theirs] = [
      await goodRequest(fuzzed, target, "requests only"),
      await goodRequest(fuzzed, target, "requests only"),
    ];
    const key = { "Idempotency-Key": "../../idempotency/%s/__proto__" };
    for (const at of [mine, theirs]) {
      const { init } = at.by.sign(at.path, wireText(at.body));
      const headers = { ...init.headers, ...key };
      const reply = await fuzzed.send({ what: "one key", path: at.path, ...init, headers });
      if (at.isGood) expect(reply.status, `${target.path} ${reply.text}`).toBe(200);
    }
  }
  await fuzzed.checkHealth();
});

test("accounts are shown to the two sides only", async () => {
  await using fuzzed = await FuzzedDoor.open();
  const life = await fuzzed.newLife("requests only");
  await life.post();
  await life.bond();
  const account = { account: fuzzed.secretAccount };
  await life.talk(life.agent, "accounts", account, "set_account", account);
  const path = `/contracts/${life.id}/escrow`;
  const at = { life, by: life.agent, path, body: {}, isGood: true };
  const { init } = life.agent.sign(path, "", "GET");
  const own = await fuzzed.send({ what: "own", method: "GET", path, headers: init.headers });
  expect(own.text).toContain(fuzzed.secretAccount);
  for (const { what, headers } of [
    ...forgeries(at, "", "GET"),
    { what: "unsigned", headers: {} },
  ]) {
    const reply = await fuzzed.send({ what, method: "GET", path, headers });
    expect(reply.text, what).not.toContain(fuzzed.secretAccount);
  }
});

async function sendGood(
  fuzzed: FuzzedDoor,
  { by, path }: GoodRequest,
  body: string,
): Promise<Reply> {
  const { init } = by.sign(path, body);
  return fuzzed.send({ what: "as it should be", path, ...init });
}

/** Headers that are almost a signature of this request. */
function forgeries(
  { by, path, life }: GoodRequest,
  body: string,
  method = "POST",
): readonly Forgery[] {
  const { headers: good } = by.sign(path, body, method).init;
  const time = Number(good[TIME]);
  const signature = good[SIGNATURE] ?? "";
  const pubkey = good[PUBKEY] ?? "";
  const other = generateSigner();
  const forged = (what: string, headers: Headers): Forgery => ({
    what,
    headers: { ...good, ...headers },
  });
  const signs = (what: string, text: string): Forgery =>
    forged(what, { [SIGNATURE]: by.signer.sign(text) });
  const request = { method, path, body, timestampSeconds: time };
  const changed = (what: string, change: Partial<typeof request>): Forgery[] =>
    signedRequestTexts({ ...request, ...change }).map((text, form) =>
      signs(`${what}, form ${form}`, text),
    );
  return [
    ...[TIME, SIGNATURE, PUBKEY].flatMap((name) => [
      { what: `without ${name}`, headers: without(good, name) },
      forged(`${name} empty`, { [name]: "" }),
      forged(`${name} twice`, { [name]: `${good[name]}, ${good[name]}` }),
      forged(`${name} null`, { [name]: "null" }),
      forged(`${name} with a tail`, { [name]: `${good[name]};` }),
    ]),
    ...[
      "-1",
      "1.5",
      "1e9",
      "0x10",
      "NaN",
      "+1",
      `0${time}`,
      `${time}.0`,
      "9".repeat(15),
      "9".repeat(16),
      "9".repeat(400),
    ].map((value) => forged(`time ${value.slice(0, 20)}`, { [TIME]: value })),
    ...[1, -1, 30, -60].map((by_) =>
      forged(`time moved by ${by_}`, { [TIME]: String(time + by_) }),
    ),
    ...[0, 1, 255, 256, 300, 504, 511].map((bit) =>
      forged(`bit ${bit} flipped`, { [SIGNATURE]: flipped(signature, bit) }),
    ),
    ...[0, 100, 255].map((bit) =>
      forged(`key bit ${bit} flipped`, { [PUBKEY]: flipped(pubkey, bit) }),
    ),
    forged("S plus the order", { [SIGNATURE]: plusOrder(signature) }),
    forged("zeros", { [SIGNATURE]: "0".repeat(128) }),
    forged("ones", { [SIGNATURE]: "f".repeat(128) }),
    forged("cut", { [SIGNATURE]: signature.slice(0, 126) }),
    forged("longer", { [SIGNATURE]: `${signature}00` }),
    forged("no hex", { [SIGNATURE]: "g".repeat(128) }),
    forged("0x", { [SIGNATURE]: `0x${signature.slice(2)}` }),
    forged("halves swapped", { [SIGNATURE]: signature.slice(64) + signature.slice(0, 64) }),
    forged("another key", { [PUBKEY]: other.party.slice(4) }),
    forged("the server's key", { [PUBKEY]: life.under.server.party.slice(4) }),
    forged("with fix_", { [PUBKEY]: by.signer.party }),
    forged("another's signature", { [SIGNATURE]: other.sign(signedRequestTexts(request)[0]) }),
    ...WEAK_KEYS.flatMap((key) => [
      forged(`weak key ${key}`, { [PUBKEY]: key, [SIGNATURE]: `01${"00".repeat(63)}` }),
      forged(`weak key ${key}, zeros`, { [PUBKEY]: key, [SIGNATURE]: "00".repeat(64) }),
      forged(`weak key ${key}, itself`, { [PUBKEY]: key, [SIGNATURE]: `${key}${"00".repeat(32)}` }),
    ]),
    ...changed("another method", { method: method === "POST" ? "GET" : "POST" }),
    ...changed("a small method", { method: method.toLowerCase() }),
    ...changed("another path", { path: `${path}/` }),
    ...changed("a path with a query", { path: `${path}?a=1` }),
    ...changed("a path with a host", { path: `http://localhost${path}` }),
    ...changed("a path with a bar", { path: `${path}|` }),
    ...changed("a path with a line", { path: `${path}\n` }),
    ...changed("another contract's path", {
      path: `${path.replace(/[0-9a-f]{32}/, "0".repeat(32))}x`,
    }),
    ...changed("another body", { body: `${body} ` }),
    ...changed("no body", { body: `${body === "" ? "x" : ""}` }),
    ...changed("another time", { timestampSeconds: time - 1 }),
    signs("the fields in another order", `${method}|${path}|${time}|${body}`),
    signs("lines in another order", `${method}\n${path}\n${body}\n${time}`),
    signs("no separators", `${method}${path}${body}${time}`),
    signs("lines that end in two", `${method}\r\n${path}\r\n${time}\r\n${body}`),
    signs("the body alone", body),
    signs("nothing", ""),
  ];
}

function without(headers: Headers, name: string): Headers {
  return Object.fromEntries(Object.entries(headers).filter(([key]) => key !== name));
}

function flipped(hex: string, bit: number): string {
  const bytes = Buffer.from(hex, "hex");
  const at = bit >> 3;
  bytes[at] = (bytes[at] ?? 0) ^ (1 << (bit & 7));
  return bytes.toString("hex");
}

function plusOrder(signature: string): string {
  const little = Buffer.from(signature.slice(64), "hex").reverse().toString("hex");
  const sum = (BigInt(`0x${little}`) + ORDER).toString(16).padStart(64, "0");
  return signature.slice(0, 64) + Buffer.from(sum, "hex").reverse().toString("hex");
}
