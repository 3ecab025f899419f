/** The door on a real socket. */
import { once } from "node:events";
import { connect } from "node:net";
import { expect, test } from "vitest";
import { DoorUnderTest } from "../../test/door-under-test.ts";
import { Life } from "../../test/life.ts";
import type { Limits } from "./settings.ts";

async function listening(limits: Partial<Limits> = {}) {
  const under = await DoorUnderTest.open({ limits });
  const { port } = await under.listener.listen(0, "127.0.0.1");
  return { under, port, url: `http://127.0.0.1:${port}` };
}

/** Sends bytes, keeps the line open, and gives everything that comes back until it is closed. */
function talk(port: number, bytes: string | Buffer): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  let heard = "";
  const socket = connect(port, "127.0.0.1", () => socket.write(bytes));
  socket.on("data", (chunk) => {
    heard += chunk.toString("latin1");
  });
  socket.on("error", () => resolve(heard));
  socket.on("close", () => resolve(heard));
  return promise;
}

function moment(): Promise<void> {
  return new Promise((go) => setTimeout(go, 5));
}

test.each([
  { when: "is not HTTP", bytes: "hello\r\n\r\n", status: "400" },
  { when: "is binary", bytes: Buffer.from([0, 255, 1, 254, 13, 10]), status: "400" },
  { when: "has a bad version", bytes: "GET / HTTP/9.9\r\n\r\n", status: "400" },
  { when: "has no host", bytes: "GET /health HTTP/1.1\r\n\r\n", status: "400" },
  {
    when: "has two lengths",
    bytes:
      "POST /contracts HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}",
    status: "400",
  },
  {
    when: "has a length and chunks",
    bytes:
      "POST /contracts HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    status: "400",
  },
  {
    when: "has too many header bytes",
    bytes: `GET /health HTTP/1.1\r\nHost: x\r\nX-Flood: ${"x".repeat(20_000)}\r\n\r\n`,
    status: "431",
  },
  {
    when: "stops inside the headers",
    bytes: "GET /health HTTP/1.1\r\nHost: x\r\nX-",
    status: "408",
  },
  {
    when: "stops inside the body",
    bytes: "POST /contracts HTTP/1.1\r\nHost: x\r\nContent-Length: 99\r\n\r\n{",
    status: "408",
  },
])("input that $when is answered $status and the connection closed", async ({ bytes, status }) => {
  const { under, port, url } = await listening({ requestMs: 300 });
  await using _ = under;
  expect(await talk(port, bytes)).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  expect((await fetch(`${url}/health`)).status, "the door still works").toBe(200);
  expect(under.faults).toEqual([]);
});

test.each(["/contracts/../health", "/./health", "/he%61lth", "//health", "/contracts/a|b/bond"])(
  "the path %s is not another spelling of a path",
  async (path) => {
    const { under, port } = await listening();
    await using _ = under;
    const heard = await talk(port, `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
    expect(heard).toMatch(/^HTTP\/1\.1 4\d\d /);
  },
);

test("a body larger than allowed is refused, declared or not", async () => {
  const { under, url } = await listening({ bodyBytes: 1_000 });
  await using _ = under;
  const declared = await fetch(`${url}/contracts`, { method: "POST", body: "x".repeat(2_000) });
  expect(declared.status).toBe(413);
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      for (let at = 0; at < 4; at += 1) controller.enqueue(new Uint8Array(500).fill(32));
      controller.close();
    },
  });
  const init = { method: "POST", body: stream, duplex: "half" } as RequestInit;
  expect((await fetch(`${url}/contracts`, init)).status).toBe(413);
});

test("the address is the socket's, whatever headers claim", async () => {
  const { under, url } = await listening();
  await using _ = under;
  await fetch(`${url}/health`, { headers: { "X-Forwarded-For": "8.8.8.8" } });
  expect(under.lines.at(-1)).toMatchObject({ address: "127.0.0.1", path: "/health" });
});

test("a rate-limited client gets 429 and its connection is closed", async () => {
  const { under, port } = await listening({ perAddress: { requests: 1, seconds: 60 } });
  await using _ = under;
  const ask = "GET /health HTTP/1.1\r\nHost: x\r\n\r\n";
  const heard = await talk(port, `${ask}${ask}`);
  expect(heard.match(/HTTP\/1\.1 \d+|^Connection: .*$/gim)).toEqual([
    "HTTP/1.1 200",
    "Connection: keep-alive",
    "HTTP/1.1 429",
    "Connection: close",
  ]);
});

test("an idle connection is kept for 15 seconds", async () => {
  const { under, url } = await listening();
  await using _ = under;
  expect((await fetch(`${url}/health`)).headers.get("Keep-Alive")).toBe("timeout=15");
});

/** A contract in court, and the request that ends the wait for the other side. */
async function answering(under: DoorUnderTest) {
  const life = await Life.working(under);
  await life.dispute(life.principal, "no");
  const body = { argument: "yes", side: "agent", pubkey: life.agent.signer.party };
  return { life, ...life.agent.sign(`/contracts/${life.id}/respond`, body) };
}

test("closing answers held requests, ends streams and frees the port", async () => {
  const { under, port, url } = await listening();
  const { life, path, init } = await answering(under);
  const held = fetch(`${url}${path}`, init);
  const stream = await fetch(`${url}/contracts/stream`);
  const events = stream.text();
  await life.reached("deliberating");
  await under.listener.close();
  expect((await held).status).toBe(200);
  await events;
  await expect(fetch(`http://127.0.0.1:${port}/health`)).rejects.toThrow();
});

test("a request is no longer held when its client disconnects", async () => {
  const { under, url } = await listening();
  await using _ = under;
  const { life, path, init } = await answering(under);
  const caller = new AbortController();
  const held = fetch(`${url}${path}`, { ...init, signal: caller.signal });
  await life.reached("deliberating");
  caller.abort();
  await expect(held).rejects.toThrow();
  // A request is logged when it is done; no ruling comes in this test.
  while (under.lines.at(-1)?.path !== path) await moment();
});

test("pipelined requests run one after another, in order", async () => {
  const { under, port } = await listening();
  await using _ = under;
  const census = under.market.census.bind(under.market);
  let [running, most] = [0, 0];
  under.market.census = async () => {
    running += 1;
    most = Math.max(most, running);
    await moment();
    running -= 1;
    return census();
  };
  const ask = (path: string, last = ""): string => `GET ${path} HTTP/1.1\r\nHost: x\r\n${last}\r\n`;
  const heard = await talk(
    port,
    ask("/platform_info").repeat(5) + ask("/nowhere") + ask("/health", "Connection: close\r\n"),
  );
  const statuses = [...heard.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status);
  expect(statuses).toEqual(["200", "200", "200", "200", "200", "404", "200"]);
  expect(most).toBe(1);
});

test("closing does not wait for a connection that has asked for nothing", async () => {
  const { under, port, url } = await listening({ closeMs: 3_600_000 });
  const line = connect(port, "127.0.0.1");
  await once(line, "connect");
  // The server has accepted it once it answers another connection.
  await fetch(`${url}/health`);
  await Promise.all([once(line, "close"), under.listener.close()]);
});

test("a connection with more than eight requests waiting behind a stream is closed", async () => {
  const { under, port, url } = await listening({ perAddress: { requests: 30, seconds: 60 } });
  await using _ = under;
  const behind = "GET /health HTTP/1.1\r\nHost: x\r\n\r\n";
  const stream = "GET /contracts/stream HTTP/1.1\r\nHost: x\r\n\r\n";
  expect(await talk(port, stream + behind.repeat(9))).not.toContain('"ok"');
  await expect.poll(() => under.door.listeners).toBe(0);
  expect((await fetch(`${url}/health`)).status).toBe(200);
  // Requests count when they are parsed, also those that were never run: 10, 1 and 20 more.
  await talk(port, stream + behind.repeat(20));
  expect((await fetch(`${url}/health`)).status).toBe(429);
});
