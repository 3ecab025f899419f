/** Doors with WebSockets, beside others on one listener. */
import { once } from "node:events";
import { setImmediate as turn } from "node:timers/promises";
import { expect, test } from "vitest";
import { WebSocket } from "ws";
import { RawConnection } from "../../test/fuzz/raw-http.ts";
import { EchoDoor } from "./test/echo-door.ts";
import { doorOf, Listening, type ListeningOptions } from "./test/listening.ts";
import { text } from "./test/plain-mount.ts";

const HANDSHAKE = [
  "Host: x",
  "Connection: Upgrade",
  "Upgrade: websocket",
  "Sec-WebSocket-Version: 13",
  "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
].join("\r\n");

async function open(options: ListeningOptions = {}, echo = new EchoDoor("/chat")) {
  const server = await Listening.open([doorOf(() => text(200, "plain")), echo], options);
  return { server, echo };
}

async function dial(
  { port }: Listening,
  path = "/chat",
  headers: Record<string, string> = {},
): Promise<WebSocket> {
  const client = new WebSocket(`ws://127.0.0.1:${port}${path}`, { headers });
  await once(client, "open");
  return client;
}

/** The status of a refused handshake. */
async function refusedBy({ port }: Listening, headers: Record<string, string> = {}) {
  const client = new WebSocket(`ws://127.0.0.1:${port}/chat`, { headers });
  client.on("error", () => undefined);
  const [, response] = await once(client, "unexpected-response");
  client.terminate();
  return response.statusCode;
}

async function echoed(client: WebSocket, message: string | Buffer): Promise<unknown> {
  client.send(message);
  const [data, isBinary] = await once(client, "message");
  return isBinary ? data : data.toString();
}

test("a mount gets WebSockets, text and bytes, also what came with the handshake", async () => {
  const { server, echo } = await open();
  await using _ = server;
  const client = await dial(server, "/chat/room?x=1");
  expect(await echoed(client, "hello")).toBe("hello");
  const bytes = Buffer.from([0, 255, 1, 254]);
  expect(await echoed(client, bytes)).toEqual(bytes);
  expect(server.lines).toMatchObject([{ path: "/chat/room", status: 101, address: "127.0.0.1" }]);
  using eager = new RawConnection(server.port);
  eager.write(`GET /chat HTTP/1.1\r\n${HANDSHAKE}\r\n\r\n`);
  eager.write(Buffer.from([0x81, 0x82, 0, 0, 0, 0, 0x68, 0x69]));
  await expect.poll(() => eager.received).toContain("\r\n\r\n\x81\x02hi");
  expect(echo.sockets.open).toBe(2);
});

test.each([
  { when: "its mount has no WebSockets", path: "/", upgrade: HANDSHAKE },
  {
    when: "it offers another protocol",
    path: "/chat",
    upgrade: "Host: x\r\nConnection: Upgrade\r\nUpgrade: h2c",
  },
])("a request to upgrade is plain HTTP if $when", async ({ path, upgrade }) => {
  const { server } = await open();
  await using _ = server;
  using line = new RawConnection(server.port);
  line.write(`GET ${path} HTTP/1.1\r\n${upgrade}\r\n\r\n`);
  expect(await line.answers("plain", 1)).toEqual([200]);
});

test("handshakes count against the address's rate, before the mount sees them", async () => {
  const { server, echo } = await open({ limits: { perAddress: { requests: 1, seconds: 60 } } });
  await using _ = server;
  await dial(server);
  expect(await refusedBy(server)).toBe(429);
  expect(echo.addresses).toHaveLength(1);
  expect(server.lines.at(-1)).toMatchObject({ status: 429, code: "rate_limited" });
});

test("a page of a stranger cannot open a WebSocket", async () => {
  const { server, echo } = await open({ allowedOrigins: ["https://ours.example"] });
  await using _ = server;
  expect(await refusedBy(server, { Origin: "https://theirs.example" })).toBe(500);
  expect(server.lines.at(-1)).toMatchObject({ code: "foreign_origin" });
  expect(echo.addresses).toEqual([]);
  await dial(server, "/chat", { Origin: "https://ours.example" });
});

test("WebSockets of one client are limited, through a proxy too, and a place is given back", async () => {
  const limits = { streamsPerAddress: 2 };
  const { server } = await open({ limits, trustedProxies: ["127.0.0.1"] });
  await using _ = server;
  const from = (address: string) => ({ "X-Forwarded-For": address });
  const first = await dial(server, "/chat", from("203.0.113.1"));
  await dial(server, "/chat", from("203.0.113.1"));
  expect(await refusedBy(server, from("203.0.113.1"))).toBe(429);
  await dial(server, "/chat", from("203.0.113.2"));
  first.close();
  await once(first, "close");
  await expect
    .poll(() => dial(server, "/chat", from("203.0.113.1")).then(({ readyState }) => readyState))
    .toBe(WebSocket.OPEN);
});

test("a client that sends and never reads is dropped, and others go on", async () => {
  const { server, echo } = await open({}, new EchoDoor("/chat", { bufferBytes: 64 * 1024 }));
  await using _ = server;
  const fast = await dial(server);
  const slow = await dial(server);
  slow.on("error", () => undefined);
  slow.pause();
  const message = Buffer.alloc(60_000);
  while (echo.sockets.open === 2) {
    slow.send(message);
    await turn();
  }
  expect(await echoed(fast, "still here")).toBe("still here");
});

test.each([
  { what: "a frame without a mask", bytes: [0x81, 0x02, 0x68, 0x69] },
  { what: "an unknown opcode", bytes: [0x83, 0x80, 0, 0, 0, 0] },
  { what: "text that is not UTF-8", bytes: [0x81, 0x81, 0, 0, 0, 0, 0xff] },
  {
    what: "a message that is too long",
    bytes: [0x82, 0xff, 0, 0, 0, 0, 0x7f, 0, 0, 0, 0, 0, 0, 0],
  },
])("a client that sends $what is closed, and others go on", async ({ bytes }) => {
  const { server, echo } = await open();
  await using _ = server;
  const other = await dial(server);
  using broken = new RawConnection(server.port);
  broken.write(`GET /chat HTTP/1.1\r\n${HANDSHAKE}\r\n\r\n`);
  await broken.answers("a handshake", 1);
  broken.write(Buffer.from(bytes));
  // The first byte of a close frame.
  await expect.poll(() => broken.received.split("\r\n\r\n")[1]).toMatch(/^\x88/);
  broken.reset();
  await expect.poll(() => echo.sockets.open).toBe(1);
  expect(await echoed(other, "still here")).toBe("still here");
  expect(server.faults).toEqual([]);
});

test.each([
  { what: "no key", head: HANDSHAKE.replace(/Sec-WebSocket-Key.*/, "X: y"), status: 400 },
  { what: "an old version", head: HANDSHAKE.replace("Version: 13", "Version: 7"), status: 400 },
])("a handshake with $what is refused", async ({ head, status }) => {
  const { server, echo } = await open();
  await using _ = server;
  using line = new RawConnection(server.port);
  line.write(`GET /chat HTTP/1.1\r\n${head}\r\n\r\n`);
  expect(await line.all("a bad handshake")).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  expect(echo.sockets.open).toBe(0);
});

test("a client that resets during the handshake leaves nothing behind", async () => {
  const { server, echo } = await open({ limits: { streamsPerAddress: 1 } });
  await using _ = server;
  for (let at = 0; at < 20; at += 1) {
    using line = new RawConnection(server.port);
    line.write(`GET /chat HTTP/1.1\r\n${HANDSHAKE}\r\n\r\n`);
    line.reset();
  }
  await expect.poll(() => dial(server).then(({ readyState }) => readyState)).toBe(WebSocket.OPEN);
  expect(echo.sockets.open).toBe(1);
  expect(server.faults).toEqual([]);
});

test("a handshake behind a request that still runs is cut off: its answer would be mixed in", async () => {
  const { promise: gate, resolve: go } = Promise.withResolvers<void>();
  const slow = doorOf(async () => {
    await gate;
    return text(200, "late");
  });
  const echo = new EchoDoor("/chat");
  await using server = await Listening.open([slow, echo]);
  const other = await dial(server);
  using line = new RawConnection(server.port);
  line.write(`GET / HTTP/1.1\r\nHost: x\r\n\r\nGET /chat HTTP/1.1\r\n${HANDSHAKE}\r\n\r\n`);
  expect(await line.all("two at once")).toBe("");
  go();
  expect(await echoed(other, "still here")).toBe("still here");
  expect(echo.addresses).toHaveLength(1);
  expect(server.faults).toEqual([]);
});

test("a client that stops answering pings is dropped", async () => {
  let ping = (): void => undefined;
  const every = (_: number, run: () => void) => {
    ping = run;
    return () => undefined;
  };
  const { server, echo } = await open({}, new EchoDoor("/chat", { every }));
  await using _ = server;
  const alive = await dial(server);
  const dead = new WebSocket(`ws://127.0.0.1:${server.port}/chat`, { autoPong: false });
  await once(dead, "open");
  const heard = [once(alive, "ping"), once(dead, "ping")];
  ping();
  await Promise.all(heard);
  // Its pong is answered before this message, which was sent after it.
  expect(await echoed(alive, "after the pong")).toBe("after the pong");
  ping();
  await once(dead, "close");
  expect(echo.sockets.open).toBe(1);
});

test("closing tells every client, and cuts off one that does not listen", async () => {
  const { server } = await open({}, new EchoDoor("/chat", {}, 50));
  const polite = await dial(server);
  using deaf = new RawConnection(server.port);
  deaf.write(`GET /chat HTTP/1.1\r\n${HANDSHAKE}\r\n\r\n`);
  await deaf.answers("a handshake", 1);
  const told = once(polite, "close");
  await server.listener.close();
  expect((await told)[0]).toBe(1_001);
  await deaf.all("a cut");
});

test("a socket that its door does not close is cut off in the end", async () => {
  const keeping = {
    mounts: [
      { ...doorOf(() => text(200, "")).mounts[0]!, prefix: "/keep", upgrade: () => undefined },
    ],
    close: async () => undefined,
  };
  const doors = [doorOf(() => text(200, "")), keeping];
  const server = await Listening.open(doors, { limits: { closeMs: 50 } });
  using line = new RawConnection(server.port);
  line.write(`GET /keep HTTP/1.1\r\n${HANDSHAKE}\r\n\r\n`);
  await expect.poll(() => server.lines).toMatchObject([{ status: 101 }]);
  await server.listener.close();
  await line.all("a cut");
});

test("a mount that fails in a handshake loses that client alone", async () => {
  const failing = {
    mounts: [
      {
        ...doorOf(() => text(200, "ok")).mounts[0]!,
        upgrade: () => {
          throw new Error("a bug");
        },
      },
    ],
    close: async () => undefined,
  };
  await using server = await Listening.open([failing]);
  using line = new RawConnection(server.port);
  line.write(`GET / HTTP/1.1\r\n${HANDSHAKE}\r\n\r\n`);
  await line.all("a fault");
  expect(server.faults).toMatchObject([{ message: "a bug" }]);
  expect((await fetch(server.url)).status).toBe(200);
});

test("several ports serve the same doors, or others, and an address has one budget", async () => {
  const limits = { streamsPerAddress: 2 };
  const { server } = await open({ limits });
  await using _ = server;
  const second = (await server.listener.listen(0, "127.0.0.1")).port;
  expect(await (await fetch(`http://127.0.0.1:${second}/`)).text()).toBe("plain");
  await using other = await Listening.open([new EchoDoor("/")], {}, server.admission);
  await dial(other, "/any/path");
  await dial(server);
  expect(await refusedBy(other)).toBe(429);
});
