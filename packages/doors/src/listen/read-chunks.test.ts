/** Bodies that are read while they arrive. */
import { connect } from "node:net";
import { setImmediate as turn } from "node:timers/promises";
import { expect, test } from "vitest";
import { RawConnection } from "../../test/fuzz/raw-http.ts";
import { doorOf, Listening } from "./test/listening.ts";
import { text } from "./test/plain-mount.ts";

const LIMIT = 100_000;
const PUT = "PUT / HTTP/1.1\r\nHost: x\r\n";
const GET = "GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n";

/** Answers with the length of the body; `read` is what has arrived so far of each. */
function counting(limit = LIMIT) {
  const read: number[] = [];
  const door = doorOf(async (request) => {
    const at = read.push(0) - 1;
    for await (const { byteLength } of request.chunks(limit)) {
      read[at] = (read[at] ?? 0) + byteLength;
    }
    return text(200, String(read[at]));
  });
  return { door, read };
}

test.each([
  { how: "declared", head: "Content-Length: 100000\r\n\r\n", body: "x".repeat(LIMIT) },
  {
    how: "in chunks",
    head: "Transfer-Encoding: chunked\r\n\r\n",
    body: `${`3e8\r\n${"x".repeat(1_000)}\r\n`.repeat(100)}0\r\n\r\n`,
  },
])("a body of exactly the limit is read whole, $how", async ({ head, body }) => {
  await using server = await Listening.open([counting().door]);
  using line = new RawConnection(server.port);
  line.write(`${PUT}${head}${body}${GET}`);
  expect(await line.all("two requests")).toMatch(
    /\r\n\r\n100000HTTP\/1\.1 200 OK[\s\S]*\r\n\r\n0$/,
  );
});

test.each([
  {
    how: "declared",
    begin: "Content-Length: 100001\r\n\r\n",
    rest: "x".repeat(LIMIT + 1),
  },
  {
    how: "in chunks",
    begin: `Transfer-Encoding: chunked\r\n\r\n${`3e8\r\n${"x".repeat(1_000)}\r\n`.repeat(101)}`,
    rest: "0\r\n\r\n",
  },
])("a longer body, $how, is refused, and its connection serves the next request", async (each) => {
  await using server = await Listening.open([counting().door]);
  using line = new RawConnection(server.port);
  line.write(`${PUT}${each.begin}`);
  expect(await line.answers("the refusal, before the rest is sent", 1)).toEqual([413]);
  line.write(`${each.rest}${GET}`);
  expect(await line.answers("the next request", 2)).toEqual([413, 200]);
  expect(server.lines[0]).toMatchObject({ status: 413, code: "body_too_large" });
  expect(server.faults).toEqual([]);
});

test("a sender that goes on after its body was refused is cut off", async () => {
  await using server = await Listening.open([counting().door]);
  using line = new RawConnection(server.port);
  const chunk = `3e8\r\n${"x".repeat(1_000)}\r\n`;
  line.write(`${PUT}Transfer-Encoding: chunked\r\n\r\n${chunk.repeat(101)}`);
  const drip = setInterval(() => line.write(chunk), 50);
  expect(await line.all("an endless body")).toMatch(/^HTTP\/1\.1 413 /);
  clearInterval(drip);
  expect(server.faults).toEqual([]);
});

test.each([
  { when: "shorter than declared", head: "Content-Length: 500\r\n\r\n", body: "x".repeat(100) },
  {
    when: "without its last chunk",
    head: "Transfer-Encoding: chunked\r\n\r\n",
    body: `64\r\n${"x".repeat(100)}\r\n`,
  },
])("an upload that breaks off, $when, is refused and is no fault", async ({ head, body }) => {
  const { door, read } = counting();
  await using server = await Listening.open([door]);
  using ended = new RawConnection(server.port);
  ended.write(`${PUT}${head}${body}`);
  ended.endWriting();
  await expect.poll(() => server.lines).toMatchObject([{ code: "malformed_request" }]);
  using reset = new RawConnection(server.port);
  reset.write(`${PUT}${head}${body}`);
  await expect.poll(() => read[1]).toBe(100);
  reset.reset();
  await expect.poll(() => server.lines[1]).toMatchObject({ code: "malformed_request" });
  expect((await fetch(server.url)).status).toBe(200);
  expect(server.faults).toEqual([]);
});

test("bytes beyond the declared length are not part of the body", async () => {
  const { door, read } = counting();
  await using server = await Listening.open([door]);
  using line = new RawConnection(server.port);
  line.write(`${PUT}Content-Length: 5\r\n\r\nhello, and more`);
  expect(await line.all("a lie")).toMatch(/^HTTP\/1\.1 400 /);
  await expect.poll(() => server.lines).toHaveLength(1);
  expect(read).toEqual([5]);
});

test("a sender is slowed down to the speed of its reader", async () => {
  const size = 64 * 2 ** 20;
  const { promise: gate, resolve: open } = Promise.withResolvers<void>();
  let read = 0;
  const slow = doorOf(async (request) => {
    for await (const chunk of request.chunks(size)) {
      read += chunk.byteLength;
      await gate;
    }
    return text(200, "done");
  });
  await using server = await Listening.open([slow]);
  const socket = connect(server.port, "127.0.0.1");
  let heard = "";
  socket.on("data", (chunk) => {
    heard += chunk.toString();
  });
  socket.write(`${PUT}Content-Length: ${size}\r\n\r\n`);
  let isSent = false;
  socket.write(Buffer.alloc(size), () => {
    isSent = true;
  });
  await expect.poll(() => read).toBeGreaterThan(0);
  for (let at = 0; at < 50; at += 1) await turn();
  expect(isSent).toBe(false);
  expect(read).toBeLessThan(size / 2);
  open();
  await expect.poll(() => heard).toContain("done");
  expect(read).toBe(size);
  socket.destroy();
});

test("a request of this process is read the same way", async () => {
  await using server = await Listening.open([counting(10).door]);
  const ask = async (body: string): Promise<string> => {
    const request = new Request("http://door/", { method: "PUT", body });
    return (await server.listener.fetch(request)).text();
  };
  expect(await ask("0123456789")).toBe("10");
  expect(await ask("0123456789a")).toBe("body_too_large");
});
