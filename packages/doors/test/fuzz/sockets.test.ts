/** Hostile use of sockets gets a clear status or a closed connection, and others are still served. */
import { expect, test } from "vitest";
import { wireText } from "../../src/http/wire-text.ts";
import { FuzzedServer } from "./fuzzed-server.ts";
import { RawConnection, request } from "./raw-http.ts";

const HOST = "Host: localhost\r\n";
const POST = `POST /contracts HTTP/1.1\r\n${HOST}`;
const SMUGGLED = "GET /smuggled HTTP/1.1\r\nHost: localhost\r\n\r\n";
const QUICK = { requestMs: 400 };

test.each([
  { what: "a length and chunks", head: "Content-Length: 6\r\nTransfer-Encoding: chunked" },
  { what: "chunks and a length", head: "Transfer-Encoding: chunked\r\nContent-Length: 6" },
  { what: "two lengths", head: "Content-Length: 0\r\nContent-Length: 44" },
  { what: "two lengths in one", head: "Content-Length: 0, 44" },
  { what: "a length in letters", head: "Content-Length: abc" },
  { what: "a negative length", head: "Content-Length: -1" },
  { what: "a length with a plus", head: "Content-Length: +5" },
  { what: "a length in hex", head: "Content-Length: 0x5" },
  { what: "a length with a point", head: "Content-Length: 5.0" },
  { what: "a huge length", head: `Content-Length: ${"9".repeat(30)}` },
  { what: "a length with spaces", head: "Content-Length: 5 5" },
  { what: "a space before the colon", head: "Content-Length : 5" },
  { what: "a name that begins with a space", head: " Content-Length: 5" },
  { what: "a folded line", head: "Content-Length: 5\r\n\t6" },
  { what: "a bare line feed", head: "X: 1\nTransfer-Encoding: chunked\nContent-Length: 5" },
  { what: "a bare return", head: "X: 1\rContent-Length: 5" },
  { what: "chunks that are not last", head: "Transfer-Encoding: chunked, identity" },
  { what: "chunks twice", head: "Transfer-Encoding: chunked, chunked" },
  { what: "chunks in two lines", head: "Transfer-Encoding: chunked\r\nTransfer-Encoding: x" },
  { what: "an odd encoding", head: "Transfer-Encoding: xchunked" },
  { what: "an encoding with a tab", head: "Transfer-Encoding:\tchunked\r\nContent-Length: 6" },
  { what: "a null byte in a header", head: "X: a\u0000b" },
  { what: "a null byte in a name", head: "X\u0000: a" },
  { what: "a header without a colon", head: "Nonsense" },
  { what: "a header without a name", head: ": x" },
])("$what does not smuggle a second request", async ({ what, head }) => {
  await using fuzzed = await FuzzedServer.open(QUICK);
  const { status } = await fuzzed.send(what, `${POST}${head}\r\n\r\n0\r\n\r\n${SMUGGLED}`);
  expect([0, 400, 401, 408, 413, 422], `${status}`).toContain(status);
  expect(fuzzed.under.lines.map(({ path }) => path)).not.toContain("/smuggled");
  await fuzzed.checkHealth();
});

test.each([
  { what: "a size that is not a number", body: "zz\r\n{}\r\n0\r\n\r\n" },
  { what: "a negative size", body: "-2\r\n{}\r\n0\r\n\r\n" },
  { what: "a huge size", body: `${"f".repeat(20)}\r\n{}\r\n0\r\n\r\n` },
  { what: "a size that is too small", body: "1\r\n{}\r\n0\r\n\r\n" },
  { what: "a size with 0x", body: "0x2\r\n{}\r\n0\r\n\r\n" },
  { what: "an endless extension", body: `2;${"x".repeat(20_000)}\r\n{}\r\n0\r\n\r\n` },
  { what: "trailers that sign it", body: "2\r\n{}\r\n0\r\nX-Fix-Pubkey: 00\r\n\r\n" },
  { what: "a flood of trailers", body: `2\r\n{}\r\n0\r\n${"X: 1\r\n".repeat(5_000)}\r\n` },
  { what: "many small chunks", body: `${"1\r\n \r\n".repeat(20_000)}0\r\n\r\n` },
  {
    what: "more than is taken",
    body: `${`10000\r\n${" ".repeat(65_536)}\r\n`.repeat(12)}0\r\n\r\n`,
  },
  { what: "no end", body: "2\r\n{}\r\n" },
])("chunks with $what are refused or cut off", async ({ what, body }) => {
  await using fuzzed = await FuzzedServer.open(QUICK);
  const head = `${POST}Transfer-Encoding: chunked\r\nConnection: close\r\n\r\n`;
  const { status } = await fuzzed.send(what, `${head}${body}`);
  expect([0, 400, 401, 408, 413, 422, 431], `${status}`).toContain(status);
  await fuzzed.checkHealth();
});

test.each([
  { what: "a huge header", head: `X-Flood: ${"x".repeat(20_000)}`, status: 431 },
  { what: "a huge name", head: `${"X".repeat(20_000)}: 1`, status: 431 },
  { what: "many headers", head: "X-A: 1\r\n".repeat(3_000).trimEnd(), status: 431 },
  { what: "a huge signature", head: `X-Fix-Signature: ${"0".repeat(15_000)}`, status: 200 },
  { what: "many short headers", head: "X: 1\r\n".repeat(1_500).trimEnd(), status: 431 },
  {
    what: "headers of an object",
    head: "__proto__: x\r\nconstructor: x\r\ntoString: x",
    status: 200,
  },
  { what: "colours", head: "User-Agent: \u001b[31mred\u001b[0m", status: 0 },
  { what: "high letters", head: "User-Agent: \u00e9\u00ff", status: 200 },
  { what: "an unknown expectation", head: "Expect: the-unexpected", status: 417 },
  {
    what: "an upgrade",
    head: "Connection: Upgrade\r\nUpgrade: h2c\r\nHTTP2-Settings: AAA",
    status: 200,
  },
  { what: "a web socket", head: "Connection: Upgrade\r\nUpgrade: websocket", status: 200 },
  { what: "two hosts", head: "Host: example.org", status: 0 },
  { what: "ranges", head: "Range: bytes=0-0,1-1,2-2,-1", status: 200 },
  { what: "other encodings", head: "Accept-Encoding: gzip;q=9, \u00ff, *;q=0", status: 200 },
  { what: "another method", head: "X-HTTP-Method-Override: DELETE", status: 200 },
  {
    what: "another path",
    head: "X-Original-URL: /smuggled\r\nX-Rewrite-URL: /smuggled",
    status: 200,
  },
])("a request with $what gets its status", async ({ what, head, status }) => {
  await using fuzzed = await FuzzedServer.open(QUICK);
  const answer = await fuzzed.send(what, request("GET /health HTTP/1.1", [head]));
  // 0 means any clear answer: which one is up to the parser.
  expect(status === 0 ? [0, 400, 200] : [status]).toContain(answer.status);
  await fuzzed.checkHealth();
});

test.each([
  "",
  "a b",
  "a/b",
  "a?b",
  "a#b",
  "a@b",
  "[::1",
  "localhost:99999",
  "\u00e9",
  "a\\b",
  "%00",
  "a".repeat(300),
])("an invalid host is a bad request or ignored: %j", async (host) => {
  await using fuzzed = await FuzzedServer.open(QUICK);
  const bytes = `GET /health HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`;
  const { status, body } = await fuzzed.send(`host ${host.slice(0, 20)}`, bytes);
  expect([200, 400]).toContain(status);
  if (status === 400) expect(JSON.parse(body)).toMatchObject({ code: "malformed_request" });
});

test("HTTP/1.0 is answered and closed, with a host or without", async () => {
  await using fuzzed = await FuzzedServer.open();
  const named = await fuzzed.send("1.0", `GET /health HTTP/1.0\r\n${HOST}\r\n`);
  expect(named.status).toBe(200);
  const unnamed = await fuzzed.send("1.0 without a host", "GET /health HTTP/1.0\r\n\r\n");
  expect([200, 400]).toContain(unnamed.status);
  for (const line of ["GET /health HTTP/1.2", "GET /health HTTP/9.9", "GET /health HTTP/"]) {
    const { status } = await fuzzed.send(line, `${line}\r\n${HOST}\r\n`);
    expect([0, 400], line).toContain(status);
  }
  await fuzzed.checkHealth();
});

test("pipelined requests are answered in order, up to the first broken one", async () => {
  await using fuzzed = await FuzzedServer.open();
  const get = (path: string): string => `GET ${path} HTTP/1.1\r\n${HOST}\r\n`;
  using line = new RawConnection(fuzzed.port);
  line.write(`${get("/health")}${get("/nowhere")}`.repeat(4));
  const statuses = await line.answers("pipelined", 8);
  expect(statuses).toEqual(Array.from({ length: 4 }, () => [200, 404]).flat());
  using broken = new RawConnection(fuzzed.port);
  broken.write(`${get("/health")}nonsense\r\n\r\n${get("/smuggled")}`);
  await broken.all("broken");
  expect(broken.received).toMatch(/HTTP\/1\.1 400/);
  expect(fuzzed.under.lines.map(({ path }) => path)).not.toContain("/smuggled");
  await fuzzed.checkHealth();
});

test("a client that sends too slowly is cut off", async () => {
  await using fuzzed = await FuzzedServer.open(QUICK);
  const beginnings = [
    "",
    "G",
    "GET /health HTTP/1.1\r\n",
    `GET /health HTTP/1.1\r\n${HOST}X: `,
    `${POST}Content-Length: 100\r\n\r\n`,
    `${POST}Content-Length: 100\r\n\r\n{`,
    `${POST}Transfer-Encoding: chunked\r\n\r\n`,
    `${POST}Transfer-Encoding: chunked\r\n\r\n5\r\n{`,
    `${POST}Expect: 100-continue\r\nContent-Length: 100\r\n\r\n`,
  ];
  const lines = beginnings.map((begin) => {
    const line = new RawConnection(fuzzed.port);
    line.write(begin);
    return line;
  });
  // One byte at a time does not keep a connection open.
  const drip = setInterval(() => {
    for (const line of lines.slice(1)) if (!line.isClosed) line.write("a");
  }, 50);
  const received = await Promise.all(lines.map((line, at) => line.all(`beginning ${at}`)));
  clearInterval(drip);
  for (const text of received) expect(text).toMatch(/^(?:$|HTTP\/1\.1 (?:100|400|408) )/);
  await fuzzed.checkHealth();
});

test("a client that leaves halfway through a request leaves nothing behind", async () => {
  await using fuzzed = await FuzzedServer.open(QUICK);
  const { agent, id } = fuzzed.life;
  const path = `/contracts/${id}/accept`;
  const { headers, body } = agent.sign(path, wireText({ agent_pubkey: agent.signer.party })).init;
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  const whole = request(`POST ${path} HTTP/1.1`, lines, body);
  const before = await fuzzed.under.store.lastNo();
  for (const share of [0.1, 0.5, 0.9, 0.99]) {
    for (const end of ["half", "reset"] as const) {
      using line = new RawConnection(fuzzed.port, true);
      line.write(whole.slice(0, Math.floor(whole.length * share)));
      await new Promise((go) => setTimeout(go, 5));
      if (end === "half") line.endWriting();
      else line.reset();
      await line.all(`${end} at ${share}`);
      expect(line.received).toMatch(/^(?:$|HTTP\/1\.1 4\d\d )/);
    }
  }
  expect(await fuzzed.under.store.lastNo()).toBe(before);
  using polite = new RawConnection(fuzzed.port, true);
  polite.write(request("GET /health HTTP/1.1"));
  polite.endWriting();
  expect(await polite.all("half closed")).toMatch(/^HTTP\/1\.1 200 /);
  await fuzzed.checkHealth();
});

test("hundreds of idle connections and streams do not block others, and are bounded", async () => {
  const streams = 300;
  await using fuzzed = await FuzzedServer.open({
    streams,
    streamsPerAddress: 200,
    connectionsPerAddress: 1_000,
    requestMs: 60_000,
  });
  using stack = new DisposableStack();
  const open = (bytes: string): RawConnection => {
    const line = stack.use(new RawConnection(fuzzed.port));
    if (bytes !== "") line.write(bytes);
    return line;
  };
  for (let at = 0; at < 200; at += 1) open(at % 2 === 0 ? "" : "GET /health HTTP/1.1\r\n");
  const stream = `GET /contracts/stream HTTP/1.1\r\n${HOST}\r\n`;
  const listening = Array.from({ length: 250 }, () => open(stream));
  const statuses = await Promise.all(listening.map((line) => line.answers("a stream", 1)));
  const taken = statuses.flat().filter((status) => status === 200);
  expect(taken).toHaveLength(200);
  expect(statuses.flat().filter((status) => status === 429)).toHaveLength(50);
  const began = performance.now();
  await fuzzed.checkHealth();
  expect(performance.now() - began).toBeLessThan(5_000);
});

test.each([
  { of: "all", limits: { connections: 20 } },
  { of: "one address", limits: { connectionsPerAddress: 20 } },
])(
  "connections beyond the limit for $of are closed, and the door still works",
  async ({ limits }) => {
    await using fuzzed = await FuzzedServer.open(limits);
    const lines = Array.from({ length: 60 }, () => new RawConnection(fuzzed.port));
    const closed = (): number => lines.filter(({ isClosed }) => isClosed).length;
    while (closed() < 40) await new Promise((go) => setTimeout(go, 5));
    expect(closed()).toBe(40);
    for (const line of lines) line[Symbol.dispose]();
    await new Promise((go) => setTimeout(go, 20));
    await fuzzed.checkHealth();
  },
);

test("a flood from one address is limited, whatever address it claims", async () => {
  await using fuzzed = await FuzzedServer.open({ perAddress: { requests: 50, seconds: 60 } });
  const statuses: number[] = [];
  for (let at = 0; at < 60; at += 1) {
    const spoofed = [`X-Forwarded-For: 10.0.0.${at}`, `Forwarded: for=10.0.0.${at}`];
    const bytes = request("GET /health HTTP/1.1", [...spoofed, `X-Real-IP: 10.0.0.${at}`]);
    statuses.push((await fuzzed.send("spoofed", bytes)).status);
  }
  expect(statuses.filter((status) => status === 429)).toHaveLength(10);
});
