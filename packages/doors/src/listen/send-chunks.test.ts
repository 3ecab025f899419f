/** Answers that are made while they are sent, to readers of every kind. */
import { connect } from "node:net";
import { setImmediate as turn } from "node:timers/promises";
import { expect, test } from "vitest";
import { RawConnection } from "../../test/fuzz/raw-http.ts";
import type { HttpResponse } from "./http-request.ts";
import { doorOf, Listening } from "./test/listening.ts";

const CHUNK = 64 * 1024;

/** Counts what is taken from it, and whether it was closed. */
class Source {
  made = 0;
  isClosed = false;

  async *chunks(count: number, failsAt = Number.POSITIVE_INFINITY): AsyncGenerator<Uint8Array> {
    try {
      for (; this.made < count; this.made += 1) {
        if (this.made === failsAt) throw new Error("the disk is gone");
        yield Buffer.alloc(CHUNK, this.made % 256);
      }
    } finally {
      this.isClosed = true;
    }
  }
}

function answer(body: HttpResponse["body"], headers: Record<string, string> = {}): HttpResponse {
  return { status: 200, headers, body };
}

/** Waits until nothing more is made. */
async function settled(source: Source): Promise<void> {
  for (let [quiet, before] = [0, -1]; quiet < 20; ) {
    await turn();
    quiet = source.made === before ? quiet + 1 : 0;
    before = source.made;
  }
}

test("a reader gets all bytes, over a socket and in this process", async () => {
  const door = doorOf(() => answer(new Source().chunks(20)));
  await using server = await Listening.open([door]);
  for (const response of [
    await fetch(server.url),
    await server.listener.fetch(new Request("http://door/")),
  ]) {
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(bytes.length).toBe(20 * CHUNK);
    expect([...new Set(bytes)]).toEqual(Array.from({ length: 20 }, (_, at) => at));
  }
});

test("a reader that pauses is waited for: what it has not taken is not made", async () => {
  const source = new Source();
  const count = 2_000;
  await using server = await Listening.open([doorOf(() => answer(source.chunks(count)))]);
  let received = 0;
  const socket = connect(server.port, "127.0.0.1");
  socket.write("GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
  socket.once("readable", () => undefined);
  await expect.poll(() => source.made).toBeGreaterThan(0);
  await settled(source);
  expect(source.made).toBeLessThan(count / 2);
  const { promise, resolve } = Promise.withResolvers<void>();
  socket.on("data", (chunk) => {
    received += chunk.byteLength;
  });
  socket.once("close", () => resolve());
  await promise;
  expect(received).toBeGreaterThan(count * CHUNK);
  expect(source.isClosed).toBe(true);
});

test("a reader that leaves ends the source, over a socket and in this process", async () => {
  const [first, second] = [new Source(), new Source()];
  const sources = [first, second];
  const endless = Number.MAX_SAFE_INTEGER;
  await using server = await Listening.open([
    doorOf(() => answer(sources.shift()?.chunks(endless) ?? null)),
  ]);
  const caller = new AbortController();
  const overSocket = await fetch(server.url, { signal: caller.signal });
  await overSocket.body?.getReader().read();
  caller.abort();
  await expect.poll(() => first.isClosed).toBe(true);
  const inProcess = await server.listener.fetch(new Request("http://door/"));
  await inProcess.body?.cancel();
  await expect.poll(() => second.isClosed).toBe(true);
  expect(server.faults).toEqual([]);
});

test("a source that fails leaves an answer without an end, and others are served", async () => {
  const broken = doorOf(({ path }) =>
    path === "/" ? answer(new Source().chunks(9, 3)) : answer("ok"),
  );
  await using server = await Listening.open([broken]);
  await expect(fetch(server.url).then((got) => got.arrayBuffer())).rejects.toThrow();
  expect(server.faults).toMatchObject([{ message: "the disk is gone" }]);
  const inProcess = await server.listener.fetch(new Request("http://door/"));
  await expect(inProcess.arrayBuffer()).rejects.toThrow();
  expect(await (await fetch(`${server.url}/other`)).text()).toBe("ok");
});

test.each([
  { than: "longer", declared: 3 * CHUNK - 1 },
  { than: "shorter", declared: 3 * CHUNK + 1 },
])("an answer $than than its Content-Length is cut off and reported", async ({ declared }) => {
  const headers = { "Content-Length": String(declared) };
  await using server = await Listening.open([
    doorOf(() => answer(new Source().chunks(3), headers)),
  ]);
  await expect(fetch(server.url).then((got) => got.arrayBuffer())).rejects.toThrow();
  await expect
    .poll(() => server.faults)
    .toMatchObject([{ code: expect.stringContaining("LENGTH") }]);
});

test("HEAD has the headers of a streamed answer, and its source is closed unread", async () => {
  let isClosed = false;
  const source: AsyncIterable<Uint8Array> = {
    [Symbol.asyncIterator]: () => ({
      next: () => Promise.reject(new Error("read")),
      return: async () => {
        isClosed = true;
        return { done: true as const, value: undefined };
      },
    }),
  };
  await using server = await Listening.open([
    doorOf(() => answer(source, { "Content-Length": "7" })),
  ]);
  using line = new RawConnection(server.port);
  line.write("HEAD / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
  const heard = await line.all("HEAD");
  expect(heard).toContain("Content-Length: 7\r\n");
  expect(heard).toMatch(/\r\n\r\n$/);
  expect(isClosed).toBe(true);
  expect(server.faults).toEqual([]);
});
