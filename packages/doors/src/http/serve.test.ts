import { generateSigner } from "@bazaar/keys";
import { StoreUnavailable } from "@bazaar/market/ports";
import { expect, test } from "vitest";
import { Client } from "../../test/client.ts";
import { DoorUnderTest, document } from "../../test/door-under-test.ts";
import { Life } from "../../test/life.ts";

test.each([
  { method: "GET", path: "/nowhere", status: 404, code: "not_found" },
  { method: "POST", path: "/contracts/x/dance", status: 404, code: "not_found" },
  { method: "GET", path: "/contracts/x", status: 404, code: "unknown_contract" },
  { method: "GET", path: `/contracts/${"0".repeat(64)}`, status: 404, code: "unknown_contract" },
  { method: "PUT", path: "/contracts", status: 405, code: "method_not_allowed" },
  { method: "DELETE", path: "/contracts/x/bond", status: 405, code: "method_not_allowed" },
  { method: "GET", path: "/contracts/x/bond", status: 405, code: "method_not_allowed" },
  { method: "POST", path: "/health", status: 405, code: "method_not_allowed" },
  { method: "POST", path: "/contracts/stream", status: 405, code: "method_not_allowed" },
  { method: "GET", path: "/health%00", status: 400, code: "malformed_request" },
  { method: "GET", path: "/contracts?limit=many", status: 422, code: "malformed_query" },
  { method: "GET", path: "/contracts?limit=-1", status: 422, code: "malformed_query" },
])("$method $path: $status $code", async ({ method, path, status, code }) => {
  await using under = await DoorUnderTest.open();
  const response = await under.ask(path, { method });
  expect(response.status).toBe(status);
  expect(await response.json()).toMatchObject({ code, detail: expect.anything() });
  if (status === 405) expect(response.headers.get("Allow")).toMatch(/^(GET|POST)(, (GET|POST))*$/);
});

test("every response has an id and security headers, and any origin may read", async () => {
  await using under = await DoorUnderTest.open();
  const read = await under.ask("/health");
  expect(Object.fromEntries(read.headers)).toMatchObject({
    "x-request-id": expect.stringMatching(/^[0-9a-f-]{36}$/),
    "x-content-type-options": "nosniff",
    "content-security-policy": expect.stringContaining("default-src 'none'"),
    "access-control-allow-origin": "*",
    "content-type": "application/json",
  });
  expect(read.headers.has("access-control-allow-credentials")).toBe(false);
  const written = await under.ask("/contracts", { method: "POST" });
  expect(written.headers.has("access-control-allow-origin")).toBe(false);
  const asked = await under.ask("/contracts", { method: "OPTIONS" });
  expect(asked.status).toBe(204);
  expect(asked.headers.get("access-control-allow-methods")).toBe("GET, HEAD");
});

test("the log has one line per request, without bodies, queries, signatures or control characters", async () => {
  await using under = await DoorUnderTest.open();
  const client = new Client(under, generateSigner());
  const prepared = client.post(document(under));
  const reply = await client.send({ ...prepared, path: "/contracts?token=secret" });
  await under.ask("/a\u001b[31m\u202eb");
  expect(under.lines).toHaveLength(2);
  expect(under.lines[0]).toMatchObject({
    event: "request",
    id: reply.headers.get("X-Request-Id"),
    method: "POST",
    path: "/contracts",
    status: 200,
    party: client.signer.party,
    code: null,
  });
  const text = JSON.stringify(under.lines);
  for (const secret of ["secret", "gcc", prepared.init.headers["X-Fix-Signature"] ?? ""]) {
    expect(text).not.toContain(secret);
  }
  for (const trick of ["\u001b", "\u202e"]) expect(text).not.toContain(trick);
});

test("signed requests are fresh by the time of day, not by the market's time", async () => {
  await using under = await DoorUnderTest.open();
  const client = new Client(under, generateSigner());
  const prepared = client.post(document(under));
  const wallMs = under.nowMs;
  under.nowMs -= 3_600_000;
  expect((await client.send(prepared)).json).toMatchObject({ code: "stale_request" });
  under.openDoor({ wallMs: () => wallMs });
  expect((await client.send(prepared)).status).toBe(200);
});

test("a store that does not answer is 503 with Retry-After", async () => {
  await using under = await DoorUnderTest.open();
  under.store.census = () => Promise.reject(new StoreUnavailable("gone"));
  const response = await under.ask("/stats");
  expect(response.status).toBe(503);
  expect(response.headers.get("Retry-After")).toBe("2");
  expect(under.faults).toEqual([]);
});

test("an unexpected error is 500 without details, and is passed to onFault", async () => {
  await using under = await DoorUnderTest.open();
  const fault = new Error("inside");
  under.store.census = () => Promise.reject(fault);
  const response = await under.ask("/stats");
  expect(response.status).toBe(500);
  expect(await response.text()).not.toContain("inside");
  expect(under.faults).toEqual([fault]);
});

test("rate limits: per address, per signed address, per key, and messages apart", async () => {
  const rate = (requests: number) => ({ requests, seconds: 60 });
  const once = {
    status: 429,
    json: { code: "rate_limited", retryAfterSeconds: expect.any(Number) },
  };

  await using crowd = await DoorUnderTest.open({ limits: { perAddress: rate(2) } });
  await crowd.listen();
  const replies = [];
  for (let sent = 0; sent < 3; sent += 1) replies.push(await crowd.ask("/health"));
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 429]);
  expect(replies[2]?.headers.get("Retry-After")).toMatch(/^[0-9]+$/);

  await using signed = await DoorUnderTest.open({ limits: { signedPerAddress: rate(1) } });
  await signed.listen();
  const forger = new Client(signed, generateSigner());
  const forged = forger.sign("/faucet", { asset: "XNO" });
  forged.init.headers["X-Fix-Signature"] = "0".repeat(128);
  expect((await forger.send(forged)).status).toBe(401);
  expect(await forger.send(forged)).toMatchObject(once);

  await using keyed = await DoorUnderTest.open({
    limits: { perIdentity: rate(4), talkPerIdentity: rate(1) },
  });
  const life = new Life(keyed, "requests only");
  await life.post();
  await life.bond();
  expect((await life.chat(life.agent, "ask", "one")).status).toBe(200);
  expect(await life.chat(life.agent, "ask", "two")).toMatchObject(once);
  expect((await life.accept()).status, "messages do not count against acts").toBe(200);
  expect((await life.dispute(life.agent, "no")).status).toBe(200);
  expect((await life.investigate("ls")).status).toBe(409);
  expect(await life.investigate("cat x")).toMatchObject(once);
});

test("a long response counts as several requests", async () => {
  await using under = await DoorUnderTest.open({
    limits: { perAddress: { requests: 3, seconds: 60 } },
  });
  await under.listen();
  const long = await under.ask("/openapi.json");
  expect((await long.text()).length).toBeGreaterThan(3 * 16_384);
  expect((await under.ask("/health")).status).toBe(429);
});
