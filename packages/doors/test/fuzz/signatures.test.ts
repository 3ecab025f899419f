/** Who did not sign exactly this, just now, is nobody, at every endpoint. */
import { type Party, signedRequestTexts } from "@bazaar/kernel";
import { generateSigner } from "@bazaar/keys";
import { expect, test } from "vitest";
import { wireText } from "../../src/http/wire-text.ts";
import { Client } from "../client.ts";
import { keyOf } from "./endpoints.ts";
import { type Hit, ShootingRange } from "./shooting-range.ts";
import { type Aim, aim } from "./words.ts";

type Headers = Readonly<Record<string, string>>;

interface Forgery {
  readonly what: string;
  readonly headers: Headers;
}

const TIME = "X-Fix-Timestamp";
const SIGNATURE = "X-Fix-Signature";
const PUBKEY = "X-Fix-Pubkey";

/** The order of the group, little end first: adding it to S gives another S for the same point. */
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

test("no forgery of any kind is taken, at any endpoint", async () => {
  await using range = await ShootingRange.open();
  for (const target of range.posts) {
    const at = await aim(range, target, "requests only");
    const body = wireText(at.body);
    for (const { what, headers } of forgeries(at, body)) {
      const hit = await range.fire({ what, method: "POST", path: at.path, headers, body });
      expect(hit.status, `${target.path} ${what}: ${hit.text}`).toBe(401);
    }
    const hit = await send(range, at, body);
    if (at.isGood) expect(hit.status, "only the forgeries were wrong").toBe(200);
  }
  await range.stillStands();
});

test("who signs well but is somebody else is told so, at every endpoint", async () => {
  await using range = await ShootingRange.open();
  for (const target of range.posts) {
    const at = await aim(range, target, "dated entries");
    const stranger = new Client(range.under, generateSigner());
    await range.fund(stranger.signer.party);
    const named = keyOf(target);
    // Anybody may hand in a ruling, and ask for money of its own: there the judge and the key count.
    if (named === null) continue;
    const server = range.under.server.party;
    const weak = `fix_${WEAK_KEYS[1]}` as Party;
    const others = [at.by.signer.party, server, weak, at.by.signer.party.toUpperCase(), ""];
    for (const other of others) {
      const body = wireText({ ...at.body, [named]: other });
      const { init } = stranger.sign(at.path, body);
      const hit = await range.fire({ what: `as ${other}`, path: at.path, ...init });
      expect([401, 403], `${target.path} ${hit.text}`).toContain(hit.status);
    }
    const { chain_entry: entry = null } = at.body;
    if (entry === null) continue;
    const own = wireText({ ...at.body, [named]: stranger.signer.party, chain_entry: entry });
    const { init } = stranger.sign(at.path, own);
    const hit = await range.fire({ what: "with another's entry", path: at.path, ...init });
    expect(hit.status, hit.text).toBeGreaterThanOrEqual(400);
  }
  await range.stillStands();
});

test("a request again, in whatever spelling, is the same request; later it is none", async () => {
  await using range = await ShootingRange.open();
  for (const target of range.posts) {
    const at = await aim(range, target, "requests only");
    const { init } = at.by.sign(at.path, wireText(at.body));
    const again = (what: string, headers: Headers = {}): Promise<Hit> =>
      range.fire({ what, path: at.path, ...init, headers: { ...init.headers, ...headers } });
    const first = await again("first");
    const no = await range.under.store.lastNo();
    const spellings: Headers[] = [
      {},
      { [SIGNATURE]: (init.headers[SIGNATURE] ?? "").toUpperCase() },
      { [PUBKEY]: (init.headers[PUBKEY] ?? "").toUpperCase() },
      { "Content-Type": "text/plain" },
      { "X-Forwarded-For": "10.1.2.3" },
    ];
    for (const headers of spellings) {
      const { status } = await again("again", headers);
      if (target.path !== "/faucet") expect(status, target.path).toBe(first.status);
      expect(await range.under.store.lastNo(), `${target.path} counts once`).toBe(no);
    }
    range.under.nowMs += 61_000;
    expect(await again("after its time")).toMatchObject({ status: 401, code: "stale_request" });
  }
  await range.stillStands();
});

test.each([
  { seconds: -61, isFresh: false },
  { seconds: -60, isFresh: true },
  { seconds: 30, isFresh: true },
  { seconds: 31, isFresh: false },
  { seconds: -1_700_000_000, isFresh: false },
  { seconds: 1e12, isFresh: false },
])("a clock that is $seconds s off: taken $isFresh", async ({ seconds, isFresh }) => {
  await using range = await ShootingRange.open();
  for (const target of range.posts) {
    const at = await aim(range, target, "requests only");
    const now = range.under.nowMs;
    range.under.nowMs += seconds * 1_000;
    const { init } = at.by.sign(at.path, wireText(at.body));
    range.under.nowMs = now;
    const hit = await range.fire({ what: `${seconds} s`, path: at.path, ...init });
    if (!isFresh) expect(hit).toMatchObject({ status: 401, code: "stale_request" });
    else if (at.isGood) expect(hit.status, hit.text).toBe(200);
  }
});

test.each([
  { what: "nothing", key: "" },
  { what: "a space", key: "a b" },
  { what: "far too much", key: "k".repeat(201) },
  { what: "letters of elsewhere", key: "\u00e9" },
  { what: "a control character", key: "a\u007fb" },
])("an Idempotency-Key of $what is refused", async ({ key }) => {
  await using range = await ShootingRange.open();
  for (const target of range.posts) {
    const at = await aim(range, target, "requests only");
    const { init } = at.by.sign(at.path, wireText(at.body));
    const headers = { ...init.headers, "Idempotency-Key": key };
    const hit = await range.fire({ what: `key ${key}`, path: at.path, ...init, headers });
    expect(hit).toMatchObject({ status: 400, code: "malformed_request" });
  }
});

test("a key of somebody else's request gives nothing of it away", async () => {
  await using range = await ShootingRange.open();
  for (const target of range.posts) {
    const [mine, theirs] = [
      await aim(range, target, "requests only"),
      await aim(range, target, "requests only"),
    ];
    const key = { "Idempotency-Key": "../../idempotency/%s/__proto__" };
    for (const at of [mine, theirs]) {
      const { init } = at.by.sign(at.path, wireText(at.body));
      const headers = { ...init.headers, ...key };
      const hit = await range.fire({ what: "one key", path: at.path, ...init, headers });
      if (at.isGood) expect(hit.status, `${target.path} ${hit.text}`).toBe(200);
    }
  }
  await range.stillStands();
});

test("accounts are shown to the two sides alone, whatever else is signed", async () => {
  await using range = await ShootingRange.open();
  const life = await range.newLife("requests only");
  await life.post();
  await life.bond();
  const account = { account: range.secretAccount };
  await life.talk(life.agent, "accounts", account, "set_account", account);
  const path = `/contracts/${life.id}/escrow`;
  const at = { life, by: life.agent, path, body: {}, isGood: true };
  const { init } = life.agent.sign(path, "", "GET");
  const own = await range.fire({ what: "own", method: "GET", path, headers: init.headers });
  expect(own.text).toContain(range.secretAccount);
  for (const { what, headers } of [
    ...forgeries(at, "", "GET"),
    { what: "unsigned", headers: {} },
  ]) {
    const hit = await range.fire({ what, method: "GET", path, headers });
    expect(hit.text, what).not.toContain(range.secretAccount);
  }
});

async function send(range: ShootingRange, { by, path }: Aim, body: string): Promise<Hit> {
  const { init } = by.sign(path, body);
  return range.fire({ what: "as it should be", path, ...init });
}

/** Everything that is almost the signature of this request. */
function forgeries({ by, path, life }: Aim, body: string, method = "POST"): readonly Forgery[] {
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
