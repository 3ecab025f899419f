import { createHash } from "node:crypto";
import { connect } from "node:net";
import { setImmediate as turn } from "node:timers/promises";
import { bytesBody, type Signer } from "@bazaar/kernel";
import { generateSigner } from "@bazaar/keys";
import { expect, test } from "vitest";
import { type DoorOptions, DoorUnderTest } from "../../../test/door-under-test.ts";
import { RawConnection } from "../../../test/fuzz/raw-http.ts";
import { signRequest } from "../connect/sign-request.ts";
import { COUNTED_BYTES } from "./metered.ts";
import { UPLOAD } from "./upload.ts";

const hashOf = (bytes: string | Uint8Array): string =>
  createHash("sha256").update(bytes).digest("hex");

const OWNER = generateSigner();
const KEPT_MS = 5_000;

function withLimits(changes: object): DoorOptions {
  const usual = { bytes: 1 << 22, ownerBytes: 1 << 22, ownerCount: 9, totalBytes: 1 << 23 };
  const artifactPolicy = { limits: { ...usual, ...changes }, keptMs: KEPT_MS };
  return { needs: (needs) => ({ ...needs, artifactPolicy }) };
}

interface Stated {
  readonly hash?: string;
  readonly bytes?: number | string;
  readonly signer?: Signer;
  /** The hash that is signed, if not the one that is stated. */
  readonly signs?: string;
}

function prepare(under: DoorUnderTest, body: string | Uint8Array, stated: Stated = {}) {
  const { hash = hashOf(body), bytes = body.length, signer = OWNER, signs = hash } = stated;
  const platform = under.server.party;
  const signed = { method: "PUT", path: "/artifacts", body: bytesBody(signs, platform) };
  const headers = signRequest(signer, signed, under.nowMs);
  return { target: `/artifacts?hash=${hash}&bytes=${bytes}&platform=${platform}`, headers };
}

async function put(under: DoorUnderTest, body: string | Uint8Array, stated: Stated = {}) {
  const { target, headers } = prepare(under, body, stated);
  const response = await under.ask(target, { method: "PUT", headers, body: Buffer.from(body) });
  return { status: response.status, json: JSON.parse(await response.text()) };
}

/** The head of an upload as it goes over a socket. */
function headOf(under: DoorUnderTest, body: string | Uint8Array, length: string): string {
  const { target, headers } = prepare(under, body);
  const lines = Object.entries({ Host: "x", ...headers }).map(
    ([name, value]) => `${name}: ${value}`,
  );
  return `PUT ${target} HTTP/1.1\r\n${[...lines, length].join("\r\n")}\r\n\r\n`;
}

const usageOf = (under: DoorUnderTest) => under.store.artifacts.usage(OWNER.party);

const NOTHING = { bytes: 0, count: 0 };

test("anyone who knows the hash of an artifact gets its bytes, to save and never to run", async () => {
  await using under = await DoorUnderTest.open(withLimits({}));
  const body = Buffer.from("<script>alert(1)</script>\0\xff", "latin1");
  const kept = await put(under, body);
  expect(kept.status).toBe(200);
  expect(UPLOAD.answer.parse(kept.json)).toEqual({
    hash: hashOf(body),
    bytes: body.length,
    expires_at: (under.nowMs + KEPT_MS) / 1_000,
  });
  const read = await under.ask(`/artifacts/${hashOf(body)}`);
  expect(read.status).toBe(200);
  expect(Buffer.from(await read.arrayBuffer())).toEqual(body);
  expect(Object.fromEntries(read.headers)).toMatchObject({
    "content-type": "application/octet-stream",
    "content-length": String(body.length),
    "content-disposition": "attachment",
    "x-content-type-options": "nosniff",
    "cache-control": "public, max-age=31536000, immutable",
    "accept-ranges": "none",
    etag: `"${hashOf(body)}"`,
  });
});

test("an empty artifact is one too, and a repeated upload counts once", async () => {
  await using under = await DoorUnderTest.open(withLimits({}));
  expect((await put(under, "")).status).toBe(200);
  expect((await put(under, "")).status).toBe(200);
  expect(await usageOf(under)).toEqual({ bytes: 0, count: 1 });
  const read = await under.ask(`/artifacts/${hashOf("")}`);
  expect(await read.text()).toBe("");
});

test("an artifact is found by the name that entries have for it, too", async () => {
  await using under = await DoorUnderTest.open(withLimits({}));
  await put(under, "abc");
  const read = await under.ask(`/artifacts/sha256:${hashOf("abc")}`);
  expect({ status: read.status, text: await read.text() }).toEqual({ status: 200, text: "abc" });
});

test("HEAD gives the headers of GET without the bytes", async () => {
  await using under = await DoorUnderTest.open(withLimits({}));
  await put(under, "abc");
  const head = await under.ask(`/artifacts/${hashOf("abc")}`, { method: "HEAD" });
  expect(head.status).toBe(200);
  expect(head.headers.get("Content-Length")).toBe("3");
  expect(head.headers.get("ETag")).toBe(`"${hashOf("abc")}"`);
  expect(await head.text()).toBe("");
});

test("a range is not supported: the answer is the whole artifact", async () => {
  await using under = await DoorUnderTest.open(withLimits({}));
  await put(under, "abc");
  const headers = { Range: "bytes=1-1" };
  const read = await under.ask(`/artifacts/${hashOf("abc")}`, { headers });
  expect(read.status).toBe(200);
  expect(await read.text()).toBe("abc");
});

test.each([
  { name: hashOf("other"), status: 404, code: "unknown_artifact" },
  { name: "abc", status: 404, code: "unknown_artifact" },
  { name: "constructor", status: 404, code: "unknown_artifact" },
  { name: hashOf("abc").toUpperCase(), status: 400, code: "upper_case" },
])("GET /artifacts/$name: $status $code", async ({ name, status, code }) => {
  await using under = await DoorUnderTest.open(withLimits({}));
  await put(under, "abc");
  const response = await under.ask(`/artifacts/${name}`);
  expect(response.status).toBe(status);
  expect(await response.json()).toMatchObject({ code });
});

test("an artifact that expired is unknown", async () => {
  await using under = await DoorUnderTest.open(withLimits({}));
  await put(under, "abc");
  await under.store.artifacts.expire(under.nowMs + KEPT_MS, 9);
  expect((await under.ask(`/artifacts/${hashOf("abc")}`)).status).toBe(404);
});

test.each([
  {
    when: "another hash",
    stated: { hash: hashOf("abd") },
    status: 400,
    code: "artifact_differs",
  },
  { when: "a greater length", stated: { bytes: 4 }, status: 400, code: "artifact_differs" },
  { when: "a smaller length", stated: { bytes: 2 }, status: 400, code: "artifact_differs" },
  { when: "no length", stated: { bytes: "" }, status: 422, code: "malformed_query" },
  { when: "a length with a sign", stated: { bytes: "-3" }, status: 422, code: "malformed_query" },
  { when: "no hash", stated: { hash: "" }, status: 422, code: "malformed_query" },
  {
    when: "a hash in upper case",
    stated: { hash: hashOf("abc").toUpperCase() },
    status: 422,
    code: "malformed_query",
  },
  {
    when: "a hash that was not signed",
    stated: { signs: hashOf("abd") },
    status: 401,
    code: "bad_signature",
  },
])("an upload that states $when is refused, and nothing is kept", async (row) => {
  await using under = await DoorUnderTest.open(withLimits({}));
  const { status, json } = await put(under, "abc", row.stated);
  expect({ status, json }).toMatchObject({ status: row.status, json: { code: row.code } });
  expect(await usageOf(under)).toEqual(NOTHING);
});

test("an upload without a signature is refused", async () => {
  await using under = await DoorUnderTest.open(withLimits({}));
  const { target } = prepare(under, "abc");
  const response = await under.ask(target, { method: "PUT", body: "abc" });
  expect(response.status).toBe(401);
});

test("an upload that was signed for one market is refused by another", async () => {
  await using one = await DoorUnderTest.open(withLimits({}));
  await using other = await DoorUnderTest.open(withLimits({}));
  const { target, headers } = prepare(one, "abc");
  const repeated = async (path: string) => {
    const response = await other.ask(path, { method: "PUT", headers, body: "abc" });
    return response.json();
  };
  const platform = other.server.party;
  const unnamed = { code: "market_not_named", platform };
  expect(await repeated(target)).toMatchObject(unnamed);
  expect(await repeated(target.replace(/&platform.*/, ""))).toMatchObject(unnamed);
  const renamed = target.replace(one.server.party, platform);
  expect(await repeated(renamed)).toMatchObject({ code: "bad_signature" });
  expect(await usageOf(other)).toEqual(NOTHING);
  const response = await one.ask(target, { method: "PUT", headers, body: "abc" });
  expect(response.status).toBe(200);
});

test("an old signature is refused", async () => {
  await using under = await DoorUnderTest.open(withLimits({}));
  const { target, headers } = prepare(under, "abc");
  under.nowMs += 61_000;
  const response = await under.ask(target, { method: "PUT", headers, body: "abc" });
  expect(await response.json()).toMatchObject({ code: "stale_request" });
});

test("every quota is refused with its figure", async () => {
  const limits = { bytes: 5, ownerBytes: 8, ownerCount: 2, totalBytes: 9 };
  await using under = await DoorUnderTest.open(withLimits(limits));
  expect(await put(under, "123456")).toMatchObject({
    status: 413,
    json: { code: "artifact_too_large", bytes: 6, limit: 5 },
  });
  await put(under, "12345");
  expect(await put(under, "1234")).toMatchObject({
    status: 429,
    json: { code: "no_room", quota: "ownerBytes", limit: 8 },
  });
  await put(under, "1");
  expect(await put(under, "2")).toMatchObject({ json: { quota: "ownerCount", limit: 2 } });
  const signer = generateSigner();
  expect(await put(under, "1234", { signer })).toMatchObject({ json: { quota: "totalBytes" } });
});

test("bytes count against the rate of their address as they arrive, and as they are read", async () => {
  const perAddress = { requests: 8, seconds: 60 };
  const body = Buffer.alloc(3 * COUNTED_BYTES, 1);
  await using under = await DoorUnderTest.open({ ...withLimits({}), limits: { perAddress } });
  await under.listen();
  expect((await put(under, body)).status).toBe(200);
  const read = await under.ask(`/artifacts/${hashOf(body)}`);
  expect((await read.arrayBuffer()).byteLength).toBe(body.length);
  expect((await under.ask("/health")).status).toBe(429);
});

test("an upload that exceeds the rate is cut off, and leaves nothing", async () => {
  const perAddress = { requests: 3, seconds: 60 };
  await using under = await DoorUnderTest.open({ ...withLimits({}), limits: { perAddress } });
  await under.listen();
  const { status, json } = await put(under, Buffer.alloc(3 * COUNTED_BYTES, 1));
  expect({ status, json }).toMatchObject({ status: 429, json: { code: "rate_limited" } });
  expect(await usageOf(under)).toEqual(NOTHING);
});

test("signed uploads count against the rate of their key", async () => {
  const perIdentity = { requests: 1, seconds: 60 };
  await using under = await DoorUnderTest.open({ ...withLimits({}), limits: { perIdentity } });
  expect((await put(under, "1")).status).toBe(200);
  expect((await put(under, "2")).json).toMatchObject({ code: "rate_limited" });
});

test("an upload that breaks off leaves nothing, and its room is free at once", async () => {
  await using under = await DoorUnderTest.open(withLimits({}));
  const { port } = await under.listener.listen(0, "127.0.0.1");
  const body = Buffer.alloc(1 << 21, 1);
  using line = new RawConnection(port);
  line.write(headOf(under, body, `Content-Length: ${body.length}`));
  line.write(body.subarray(0, 1 << 20));
  await expect.poll(() => usageOf(under)).toEqual({ bytes: body.length, count: 1 });
  line.reset();
  await expect.poll(() => usageOf(under)).toEqual(NOTHING);
  expect((await under.ask(`/artifacts/${hashOf(body)}`)).status).toBe(404);
  expect(under.faults).toEqual([]);
});

test("an upload in chunks that goes on beyond its length is refused before its end", async () => {
  await using under = await DoorUnderTest.open(withLimits({}));
  const { port } = await under.listener.listen(0, "127.0.0.1");
  using line = new RawConnection(port);
  line.write(headOf(under, "abc", "Transfer-Encoding: chunked"));
  line.write("4\r\nabcd\r\n");
  expect(await line.answers("the refusal", 1)).toEqual([400]);
  expect(line.received).toContain("artifact_differs");
  expect(await usageOf(under)).toEqual(NOTHING);
});

test("content that is too large is refused before it is sent", async () => {
  await using under = await DoorUnderTest.open(withLimits({ bytes: 2 }));
  const { port } = await under.listener.listen(0, "127.0.0.1");
  using line = new RawConnection(port);
  line.write(headOf(under, "abc", "Content-Length: 3"));
  expect(await line.answers("the refusal", 1)).toEqual([413]);
});

test("a slow reader is waited for, and gets everything", async () => {
  await using under = await DoorUnderTest.open(
    withLimits({ bytes: 1 << 26, ownerBytes: 1 << 26, totalBytes: 1 << 26 }),
  );
  const { port } = await under.listener.listen(0, "127.0.0.1");
  const body = Buffer.alloc(1 << 25, 7);
  await put(under, body);
  let read = 0;
  const { open } = under.store.artifacts;
  under.store.artifacts.open = async (hash) => {
    const opened = await open.call(under.store.artifacts, hash);
    if (opened === null) return null;
    const content = (async function* () {
      for await (const chunk of opened.content) {
        read += chunk.byteLength;
        yield chunk;
      }
    })();
    return { ...opened, content };
  };
  const socket = connect(port, "127.0.0.1");
  socket.write(`GET /artifacts/${hashOf(body)} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
  socket.once("readable", () => undefined);
  await expect.poll(() => read).toBeGreaterThan(0);
  for (let [quiet, before] = [0, -1]; quiet < 50; before = read) {
    await turn();
    quiet = read === before ? quiet + 1 : 0;
  }
  expect(read).toBeLessThan(body.length / 2);
  const { promise, resolve } = Promise.withResolvers<void>();
  let received = 0;
  socket.on("data", (chunk) => {
    received += chunk.byteLength;
  });
  socket.once("close", () => resolve());
  await promise;
  expect(received).toBeGreaterThan(body.length);
});
