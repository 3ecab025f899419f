/** Several requests on one connection do not affect each other. */
import { expect, test } from "vitest";
import { type DoorOptions, DoorUnderTest } from "../../test/door-under-test.ts";
import { RawConnection } from "../../test/fuzz/raw-http.ts";

const GET = "GET /health HTTP/1.1\r\nHost: x\r\n";
const POST = "POST /contracts HTTP/1.1\r\nHost: x\r\n";
const LIMIT = 1_000;

async function listening(options: DoorOptions = {}) {
  const under = await DoorUnderTest.open(options);
  const { port } = await under.listener.listen(0, "127.0.0.1");
  return { under, port };
}

const TOO_LONG = [
  { how: "declared", head: "Content-Length: 300000\r\n\r\n", body: " ".repeat(300_000) },
  {
    how: "in chunks",
    head: "Transfer-Encoding: chunked\r\n\r\n",
    body: `${`3e8\r\n${" ".repeat(1_000)}\r\n`.repeat(300)}0\r\n\r\n`,
  },
];

test.each(TOO_LONG)(
  "after a body that is too long, $how, the connection serves the next request",
  async (each) => {
    const { under, port } = await listening({ limits: { bodyBytes: LIMIT } });
    await using _ = under;
    using line = new RawConnection(port);
    line.write(`${POST}${each.head}`);
    line.write(each.body);
    line.write(`${GET}\r\n`);
    expect(await line.answers("two requests", 2)).toEqual([413, 200]);
  },
);

test.each(TOO_LONG)(
  "a client that keeps sending a refused body, $how, is cut off",
  async (each) => {
    const { under, port } = await listening({ limits: { bodyBytes: LIMIT } });
    await using _ = under;
    using line = new RawConnection(port);
    line.write(`${POST}${each.head}${each.body.slice(0, 2_500)}`);
    // A byte now and then does not keep the connection open.
    const drip = setInterval(() => line.write(" "), 50);
    expect(await line.all("an endless body")).toMatch(/^HTTP\/1\.1 413 /);
    clearInterval(drip);
  },
);

test("HEAD has the headers of GET and no body", async () => {
  const { under, port } = await listening();
  await using _ = under;
  using line = new RawConnection(port);
  line.write(`HEAD /health HTTP/1.1\r\nHost: x\r\n\r\n${GET}Connection: close\r\n\r\n`);
  const [, head = "", whole = ""] = (await line.all("two")).split("HTTP/1.1 200 OK\r\n");
  const [, body = ""] = whole.split("\r\n\r\n");
  expect(body).toBe('{"status":"up","store":"ok"}');
  expect(head).toMatch(/\r\n\r\n$/);
  expect(head).toContain(`Content-Length: ${body.length}\r\n`);
});

test("a trusted proxy's connection carries many clients, any other connection one", async () => {
  const forwarded = (address: string) => `${GET}X-Forwarded-For: ${address}\r\n\r\n`;
  for (const [trustedProxies, counted] of [
    [["127.0.0.1"], ["203.0.113.1", "203.0.113.2", "127.0.0.1"]],
    [[], ["127.0.0.1", "127.0.0.1", "127.0.0.1"]],
  ] as const) {
    const { under, port } = await listening({ trustedProxies });
    await using _ = under;
    using line = new RawConnection(port);
    line.write(`${forwarded("203.0.113.1")}${forwarded("203.0.113.2")}${GET}\r\n`);
    await line.answers("three requests in one breath", 3);
    expect(under.lines.map(({ address }) => address)).toEqual(counted);
  }
});
