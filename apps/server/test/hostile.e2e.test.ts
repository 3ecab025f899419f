/**
 * Attacks on the real server, a separate process with its own database: whatever is sent, it refuses
 * or closes the connection, writes readable logs, and its balances stay unchanged.
 */
import { readFileSync } from "node:fs";
import {
  chainJson,
  isJsonObject,
  type JsonObject,
  parseJson,
  parseTranscript,
  publicKeyHex,
  type Signer,
  signedRequestTexts,
  verifyTranscript,
} from "@bazaar/kernel";
import { ed25519Verify, generateSigner } from "@bazaar/keys";
import { sample } from "@bazaar/testkit/sample";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import {
  bodyOf,
  type Document,
  type Target,
  targetsIn,
} from "../../../packages/doors/test/fuzz/endpoints.ts";
import {
  BROKEN_BYTES,
  BROKEN_TEXTS,
  NASTY_NAMES,
  NASTY_QUERIES,
  NASTY_VALUES,
} from "../../../packages/doors/test/fuzz/nasty.ts";
import { RawConnection, request, talk } from "../../../packages/doors/test/fuzz/raw-http.ts";
import { type Client, GENERATIONS } from "./client.ts";
import {
  liveOnce,
  type Pair,
  pairOf,
  post,
  sampleDocument,
  serverParty,
  steps,
  untilSettled,
} from "./life.ts";
import { Listener } from "./listener.ts";
import { Folder, TestServer } from "./server.ts";

const ROOMY = { requests: 1_000_000, seconds: 60 };
const LIMITS = {
  perAddress: ROOMY,
  busyMsPerAddress: 1_000_000,
  signedPerAddress: ROOMY,
  perIdentity: ROOMY,
  talkPerIdentity: ROOMY,
  requestMs: 1_000,
  streamsPerAddress: 400,
  connectionsPerAddress: 2_000,
};
const LEAKS =
  /(?:\n|\\n)\s+at |\.(?:ts|mjs|js):\d|node_modules|node:internal|file:\/\/|sqlite|InvariantViolation|TypeError|RangeError|\[object /i;
/** Limits that are cut short here, the slowest machine included. */
const MAX_MS = 10_000;

const folder = new Folder();
let server: TestServer;
let port: number;
let targets: readonly Target[];
let pair: Pair;
/** A contract whose seat is taken: no stranger can do anything to it. */
let id: string;
let seed: string;
let before: unknown;

beforeAll(async () => {
  const key = folder.at("server.key");
  server = await TestServer.start(folder, {
    environment: { FIX_SERVER_KEY: key },
    settings: { limits: LIMITS },
  });
  port = Number(new URL(server.url).port);
  seed = readFileSync(key, "utf8").trim();
  const described = await fetch(`${server.url}/openapi.json`);
  targets = targetsIn((await described.json()) as Document);
  pair = pairOf(server.url, GENERATIONS[2]!);
  id = await post(pair.principal, await serverParty(server.url));
  await act(pair.agent, "bond", { agent_pubkey: pair.agent.party });
});

beforeEach(async () => {
  // Wait until the server has finished the work of the previous test.
  for (let last = ""; last !== JSON.stringify(before); await quiet()) {
    last = JSON.stringify(before) ?? "";
    before = await book();
  }
});

afterEach(async () => {
  expect((await fetch(`${server.url}/health`)).status, server.logs.slice(-2_000)).toBe(200);
});

afterAll(async () => {
  await server.kill();
  folder[Symbol.dispose]();
});

test("malformed bodies and fields change nothing at any endpoint", async () => {
  const stranger = generateSigner();
  for (const target of targets.filter(({ method }) => method === "POST")) {
    const path = pathOf(target);
    // The door's own tests send every text to every endpoint.
    const short = BROKEN_TEXTS.filter((text) => text.length < 10_000);
    const texts = path === "/contracts" ? BROKEN_TEXTS : sample(`texts for ${path}`, short, 15);
    for (const text of texts) await refused(path, text, stranger);
    for (const bytes of BROKEN_BYTES) await refused(path, bytes, stranger);
    const good = bodyOf(target.body ?? {}, stranger.party);
    for (const name of Object.keys(target.body?.properties ?? {})) {
      for (const value of sample(`values for ${name} of ${path}`, NASTY_VALUES, 5)) {
        const text = chainJson({ ...good, [name]: "@hole@" }).replace('"@hole@"', () => value);
        await refused(path, text, stranger);
      }
    }
  }
  expect(await book()).toEqual(before);
});

test("an invalid signature changes nothing at any endpoint", async () => {
  const stranger = generateSigner();
  for (const target of targets.filter(({ method }) => method === "POST")) {
    const path = pathOf(target);
    const body = chainJson(bodyOf(target.body ?? {}, pair.agent.party));
    const good = headersOf(stranger, path, body);
    const zeros = "0".repeat(64);
    const forged: Record<string, string>[] = [
      {},
      { ...good, "x-fix-pubkey": publicKeyHex(pair.agent.party) ?? "" },
      { ...good, "x-fix-pubkey": zeros, "x-fix-signature": zeros + zeros },
      { ...good, "x-fix-signature": zeros + zeros },
      { ...good, "x-fix-timestamp": "0" },
      { ...good, "x-fix-timestamp": String(Math.floor(Date.now() / 1_000) + 3_600) },
      headersOf(stranger, `${path}/`, body),
      headersOf(stranger, path, `${body} `),
    ];
    for (const headers of forged) await refused(path, body, null, headers);
  }
  expect(await book()).toEqual(before);
});

test("invalid paths, names, queries and methods are refused with JSON", async () => {
  for (const target of targets) {
    for (const name of NASTY_NAMES) {
      const path = target.path.replace(/\{\w+\}/, name);
      if (path === target.path) break;
      const answer = await shoot(
        path,
        request(`${target.method} ${path} HTTP/1.1`),
        isStream(path),
      );
      expect(answer.status, path.slice(0, 100)).toBeLessThan(500);
    }
    for (const odd of ["/../x", "%00", "%2f", "//", "\\", "|", "%0a%1b[31m", ";a", "\u00e9"]) {
      const path = `${pathOf(target)}${odd}`;
      const { status } = await shoot(path, request(`${target.method} ${path} HTTP/1.1`));
      expect([400, 404, 405], path).toContain(status);
    }
    const own = targets.filter(({ path }) => path === target.path).map(({ method }) => method);
    for (const method of ["PUT", "DELETE", "PATCH", "TRACE", "PROPFIND"]) {
      if ((own as readonly string[]).includes(method)) continue;
      const { status } = await shoot(method, request(`${method} ${pathOf(target)} HTTP/1.1`));
      expect(status, `${method} ${target.path}`).toBe(405);
    }
    for (const name of target.query) {
      for (const value of NASTY_QUERIES) {
        const path = `${pathOf(target)}?${name}=${value}`;
        const line = `${target.method} ${path} HTTP/1.1`;
        const { status } = await shoot(path, request(line), isStream(path));
        expect([200, 404, 422], path.slice(0, 100)).toContain(status);
      }
    }
  }
  expect(await book()).toEqual(before);
});

test.each([
  ["a length and chunks", "Content-Length: 6\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"],
  ["two lengths", "Content-Length: 0\r\nContent-Length: 44\r\n\r\n"],
  ["a length with a plus", "Content-Length: +5\r\n\r\n12345"],
  ["a space before the colon", "Content-Length : 5\r\n\r\n12345"],
  ["an odd encoding", "Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n"],
  ["a broken chunk", "Transfer-Encoding: chunked\r\n\r\nzz\r\n"],
  ["a null byte", "X: a\u0000b\r\n\r\n"],
  ["a flood of headers", `${"X-A: 1\r\n".repeat(4_000)}\r\n`],
  ["a huge header", `X-A: ${"x".repeat(40_000)}\r\n\r\n`],
  ["half a body", "Content-Length: 99\r\n\r\n{"],
  ["a header without a colon", "X-A"],
  ["an escape in a header", "User-Agent: \u001b[2J\u001b]0;x\u0007\r\n\r\n"],
  ["an invalid host", "Host: a/b\r\nConnection: close\r\n\r\n"],
])("%s is answered or cut off, and smuggles no request", async (what, rest) => {
  const smuggled = "GET /smuggled HTTP/1.1\r\nHost: localhost\r\n\r\n";
  const bytes = `POST /contracts HTTP/1.1\r\nHost: localhost\r\n${rest}${smuggled}`;
  const { status } = await shoot(what, bytes);
  expect([0, 400, 401, 408, 413, 422, 431]).toContain(status);
  expect(server.logs).not.toContain("/smuggled");
  expect(await book()).toEqual(before);
});

test("a thousand idle connections and hundreds of streams delay no other client", async () => {
  using stack = new DisposableStack();
  const open = (bytes: string): RawConnection => {
    const line = stack.use(new RawConnection(port));
    line.write(bytes);
    return line;
  };
  for (let at = 0; at < 600; at += 1)
    open(at % 2 === 0 ? "G" : "POST / HTTP/1.1\r\nHost: localhost\r\n");
  const ask = "GET /contracts/stream HTTP/1.1\r\nHost: localhost\r\nLast-Event-ID: 0\r\n\r\n";
  const streams = Array.from({ length: 500 }, () => open(ask));
  const statuses = await Promise.all(streams.map((line) => line.answers("a stream", 1)));
  const count = (wanted: number): number => statuses.filter(([first]) => first === wanted).length;
  expect({ taken: count(200), refused: count(429) }).toEqual({ taken: 400, refused: 100 });
  const beganMs = Date.now();
  const living = pairOf(server.url, GENERATIONS[0]!);
  const life = await liveOnce(living, await serverParty(server.url));
  await untilSettled(living.agent, life.id);
  expect(Date.now() - beganMs).toBeLessThan(MAX_MS);
});

test("texts may contain any characters and are stored unchanged", async () => {
  const platform = await serverParty(server.url);
  const odd = oddTexts();
  const document: JsonObject = {
    ...sampleDocument(platform),
    odd,
    ["__proto__"]: "x",
    "\ud800\u0000": odd,
    constructor: { prototype: { polluted: true } },
  };
  const own = pairOf(server.url, GENERATIONS[2]!);
  const posted = await own.principal.send(
    own.principal.sign("/contracts", { contract: document, principal_pubkey: own.principal.party }),
  );
  expect(posted.status, JSON.stringify(posted.body)).toBe(200);
  const contract: string = posted.body.contract_id;
  for (const step of steps(own.agent.party).slice(0, 4)) {
    const client = own[step.by];
    expect((await client.act(contract, step.word, step.act)).status).toBe(200);
  }
  for (const text of odd) {
    const told = [
      await said(own.agent, contract, "chat", { message: text, pubkey: own.agent.party }),
      await said(own.agent, contract, "accounts", { account: text, pubkey: own.agent.party }),
    ];
    for (const reply of told)
      expect([200, 409, 422], JSON.stringify(reply)).toContain(reply.status);
  }
  const fix = { fix: odd.join(""), explanation: odd.join("\n"), agent_pubkey: own.agent.party };
  expect((await said(own.agent, contract, "fix", fix)).status).toBe(200);
  const verify = { success: true, principal_pubkey: own.principal.party };
  expect((await said(own.principal, contract, "verify", verify)).status).toBe(200);
  await untilSettled(own.agent, contract);
  const json = parseJson(
    await (await fetch(`${server.url}/contracts/${contract}/transcript`)).text(),
  );
  const transcript = parseTranscript(json.ok ? json.value : null);
  expect(transcript.ok && verifyTranscript(transcript.value, ed25519Verify)).toMatchObject({
    ok: true,
  });
  const terms = transcript.ok ? transcript.value.entries[0]?.data.terms : null;
  expect(isJsonObject(terms) && chainJson(terms.document ?? null)).toBe(chainJson(document));
  await using listener = await Listener.open(`${server.url}/contracts/stream?last_event_id=0`);
  while (!listener.events.some(({ contract_id }) => contract_id === contract)) {
    await new Promise((go) => setTimeout(go, 10));
  }
});

test("a post takes time linear in its length", async () => {
  const platform = await serverParty(server.url);
  const spentMs = async (error: string): Promise<number> => {
    const signer = generateSigner();
    const task = { command: error, error, type: "compile_error" };
    const contract = sampleDocument(platform, { task });
    const body = chainJson({ contract, principal_pubkey: signer.party });
    const headers = headersOf(signer, "/contracts", body);
    const beganMs = performance.now();
    await fetch(`${server.url}/contracts`, { method: "POST", body, headers });
    return performance.now() - beganMs;
  };
  const least = async (error: string): Promise<number> =>
    Math.min(await spentMs(error), await spentMs(error), await spentMs(error));
  const length = 49_000;
  const plainMs = await least("abcdefghij".repeat(length / 10));
  // Runs that are just short enough for the spam filter.
  const runsMs = await least(`${"a".repeat(1_999)}b`.repeat(length / 2_000));
  expect(runsMs).toBeLessThan(5 * plainMs + 100);
});

test("afterwards the logs are readable and without secrets, and the balances add up", async () => {
  for (const generation of GENERATIONS) {
    const living = pairOf(server.url, generation);
    const life = await liveOnce(living, await serverParty(server.url));
    await untilSettled(living.agent, life.id);
  }
  const { body: solvency } = await pair.agent.get("/solvency");
  expect(solvency.solvent).toBe(true);
  for (const line of solvency.lines) expect(line.difference).toBe("0");
  expect(await server.terminate()).toBe(0);
  const lines = server.logs.trimEnd().split("\n");
  expect(lines.length).toBeGreaterThan(1_000);
  for (const line of lines) {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there.
    expect(line).not.toMatch(/[\u0000-\u001f\u007f-\u009f]/);
    expect(JSON.parse(line)).toHaveProperty("level", 30);
  }
  expect(server.logs).not.toContain(seed);
  const { status, stdout } = await folder.run(["rebuild"]);
  expect({ status, stdout }).toEqual({
    status: 0,
    stdout: expect.stringMatching(/ 0 differences\n$/),
  });
  await server.restart();
});

/** Every text among the values, and some with a meaning elsewhere. */
function oddTexts(): readonly string[] {
  const texts = NASTY_VALUES.map((value) => JSON.parse(value) as unknown)
    .filter((value) => typeof value === "string")
    .filter((text) => text !== "" && text.length < 10_000);
  return [...texts, "world", `hold/${id}/0`, "data: x\n\nevent: y", "\u2028"];
}

async function act(client: Client, word: string, data: JsonObject): Promise<void> {
  const reply = await client.act(id, word, { key: "agent_pubkey", data });
  expect(reply.status, JSON.stringify(reply.body)).toBe(200);
}

function said(client: Client, contract: string, word: string, body: JsonObject) {
  return client.send(client.sign(`/contracts/${contract}/${word}`, body));
}

function pathOf({ path }: Target): string {
  const names = {
    "{id}": id,
    "{pubkey}": pair.agent.party,
    "{hash}": "0f".repeat(32),
    "{schema_id}": "oa.text_gen.v1",
  };
  return Object.entries(names).reduce((text, [from, to]) => text.replace(from, to), path);
}

function isStream(path: string): boolean {
  return /^\/(?:contracts|jobs)\/stream/.test(path);
}

function headersOf(signer: Signer, path: string, body: string): Record<string, string> {
  const timestampSeconds = Math.floor(Date.now() / 1_000);
  const [text] = signedRequestTexts({ method: "POST", path, body, timestampSeconds });
  return {
    "content-type": "application/json",
    "x-fix-timestamp": String(timestampSeconds),
    "x-fix-pubkey": publicKeyHex(signer.party) ?? "",
    "x-fix-signature": signer.sign(text),
  };
}

/** Sends a body that must be refused in time, without revealing anything. */
async function refused(
  path: string,
  body: string | Uint8Array<ArrayBuffer>,
  signer: Signer | null,
  headers: Record<string, string> = {},
): Promise<void> {
  const text = typeof body === "string" ? body : Buffer.from(body).toString("utf8");
  const signed = signer === null ? headers : headersOf(signer, path, text);
  const signal = AbortSignal.timeout(MAX_MS);
  const init = { method: "POST", body, headers: signed, signal };
  const response = await fetch(`${server.url}${path}`, init);
  const answer = await response.text();
  const what = `${path} ${text.slice(0, 100)} → ${response.status} ${answer.slice(0, 300)}`;
  expect(response.status >= 400 && response.status < 500, what).toBe(true);
  expect(JSON.parse(answer), what).toMatchObject({ code: expect.stringMatching(/^[a-z_]+$/) });
  expect(JSON.parse(answer).detail, what).toBeTruthy();
  expect(answer, what).not.toMatch(LEAKS);
  expect(answer, what).not.toContain(seed);
}

async function shoot(what: string, bytes: string, isHeadEnough = false) {
  const answer = await talk(port, what.slice(0, 100), bytes, isHeadEnough);
  const all = `${answer.head}\n${answer.body}`;
  expect(answer.status, `${what.slice(0, 100)} → ${all.slice(0, 300)}`).toBeLessThan(500);
  if (answer.status >= 400) expect(all, what.slice(0, 100)).not.toMatch(LEAKS);
  expect(answer.head).not.toMatch(/^X-Injected/im);
  return answer;
}

function quiet(): Promise<void> {
  return new Promise((go) => setTimeout(go, 30));
}

/** Everything that a stranger must not change. */
async function book(): Promise<unknown> {
  const read = async (path: string) => (await fetch(`${server.url}${path}`)).text();
  const metrics = await read("/metrics");
  return {
    feed: /^bazaar_feed_number (\d+)/m.exec(metrics)?.[1],
    solvency: await read("/solvency"),
    stats: await read("/stats"),
    principal: await read(`/accounts/${pair.principal.party}`),
    agent: await read(`/accounts/${pair.agent.party}`),
    head: await read(`/contracts/${id}/chain_head`),
  };
}
