import { generateSigner } from "@bazaar/keys";
import { expect, test } from "vitest";
import { Client } from "../../test/client.ts";
import { DoorUnderTest, document } from "../../test/door-under-test.ts";

const EVIL = "https://evil.example";
const OURS = "https://board.example";

const ALLOW = "access-control-allow-origin";

test.each([
  { origin: EVIL, status: 403, allows: null },
  { origin: "null", status: 403, allows: null },
  { origin: "http://localhost:3000", status: 403, allows: null },
  { origin: `${OURS}.evil.example`, status: 403, allows: null },
  { origin: "http://localhost:8000", status: 200, allows: null },
  { origin: OURS, status: 200, allows: OURS },
  { origin: null, status: 200, allows: null },
])("a server on its own machine, asked by a page of $origin: $status", async (at) => {
  await using under = await DoorUnderTest.open({ allowedOrigins: [OURS], isLocal: true });
  const headers = { Host: "localhost:8000", ...(at.origin === null ? {} : { Origin: at.origin }) };
  for (const path of ["/", "/health", "/contracts", "/contracts/stream", "/metrics", "/nowhere"]) {
    const response = await under.ask(path, { method: "HEAD", headers });
    expect(response.status, path).toBe(path === "/nowhere" && at.status === 200 ? 404 : at.status);
    expect(response.headers.get(ALLOW), path).toBe(at.allows);
    const policy = at.allows === null ? "same-origin" : "cross-origin";
    expect(response.headers.get("cross-origin-resource-policy"), path).toBe(policy);
  }
  const preflight = await under.ask("/contracts", { method: "OPTIONS", headers });
  expect(preflight.status).toBe(at.status === 200 ? 204 : 403);
  expect(preflight.headers.get(ALLOW)).toBe(at.allows);
});

test("a server for everyone lets every page read, its stream too", async () => {
  await using under = await DoorUnderTest.open();
  for (const path of ["/", "/health", "/contracts/stream"]) {
    const response = await under.ask(path, { method: "HEAD", headers: { Origin: EVIL } });
    expect(response.headers.get(ALLOW), path).toBe("*");
  }
});

test.each([
  { options: { isLocal: true, allowedOrigins: [] }, origin: EVIL, status: 403 },
  { options: { isLocal: false, allowedOrigins: [] }, origin: EVIL, status: 403 },
  { options: { isLocal: true, allowedOrigins: [OURS] }, origin: OURS, status: 200 },
  { options: {}, origin: EVIL, status: 200 },
])("with $options an act sent by a page of $origin: $status", async ({ options, ...at }) => {
  await using under = await DoorUnderTest.open(options);
  const client = new Client(under, generateSigner());
  const { path, init } = client.post(document(under));
  const headers = { ...init.headers, Origin: at.origin };
  const response = await under.ask(path, { ...init, headers });
  expect(response.status).toBe(at.status);
  expect(response.headers.has(ALLOW), "no page reads the answer").toBe(false);
  expect(await under.store.lastNo()).toBe(at.status === 200 ? 1 : 0);
  if (at.status === 403) expect(await response.json()).toMatchObject({ code: "foreign_origin" });
});

test.each([
  { host: "localhost:8000", status: 200 },
  { host: "127.0.0.1:8000", status: 200 },
  { host: "127.8.9.10", status: 200 },
  { host: "[::1]:8000", status: 200 },
  { host: "market.localhost", status: 200 },
  { host: "evil.example:8000", status: 403 },
  { host: "localhost.evil.example", status: 403 },
  { host: "127.0.0.1.evil.example", status: 403 },
  { host: "192.168.0.7:8000", status: 403 },
])("a server on its own machine that is called $host: $status", async ({ host, status }) => {
  await using local = await DoorUnderTest.open({ isLocal: true, allowedOrigins: [] });
  const response = await local.ask("/health", { headers: { Host: host } });
  expect(response.status).toBe(status);
  if (status === 403) expect(await response.json()).toMatchObject({ code: "foreign_host", host });
  await using open = await DoorUnderTest.open();
  expect((await open.ask("/health", { headers: { Host: host } })).status).toBe(200);
});
