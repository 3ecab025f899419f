/** Paths, methods and queries in any spelling reach the endpoint that was meant, or none. */
import { sample } from "@bazaar/testkit";
import { expect, test } from "vitest";
import { wireText } from "../../src/http/wire-text.ts";
import { FuzzedServer } from "./fuzzed-server.ts";
import { NASTY_NAMES, NASTY_QUERIES } from "./nasty.ts";
import { request } from "./raw-http.ts";

const METHODS = ["GET", "HEAD", "POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE"];
const ODD_METHODS = ["PROPFIND", "PURGE", "QUERY", "LINK", "M-SEARCH", "SEARCH"];
const NO_METHODS = ["get", "Get", "GETT", "FOO", "G ET", "PO\tST", "PRI", "", "GET|POST", "\u0000"];

test("a path accepts only its own methods", async () => {
  await using fuzzed = await FuzzedServer.open();
  for (const target of sample("methods", fuzzed.targets, 12)) {
    const path = fuzzed.pathOf(target);
    const own = fuzzed.targets.filter((each) => each.path === target.path);
    for (const method of [...METHODS, ...ODD_METHODS]) {
      const isStream = target.contentType === "text/event-stream";
      const bytes = request(`${method} ${path} HTTP/1.1`);
      const { status, head } = await fuzzed.send(`${method} ${path}`, bytes, isStream);
      const meant = method === "HEAD" ? "GET" : method;
      if (method === "OPTIONS") expect(status).toBe(204);
      else if (own.some((each) => each.method === meant))
        expect([200, 400, 401, 422]).toContain(status);
      else expect({ path, method, status }).toEqual({ path, method, status: 405 });
      if (status === 405)
        expect(head).toMatch(/^Allow: (?:GET|POST|PUT|GET, POST|POST, GET)\r?$/im);
    }
  }
  await fuzzed.checkHealth();
});

test("an invalid method is refused", async () => {
  await using fuzzed = await FuzzedServer.open();
  for (const method of NO_METHODS) {
    const { status } = await fuzzed.send(method, request(`${method} /health HTTP/1.1`));
    expect([0, 400], method).toContain(status);
  }
  const { status } = await fuzzed.send("CONNECT", request("CONNECT localhost:80 HTTP/1.1"));
  expect([0, 400]).toContain(status);
  await fuzzed.checkHealth();
});

test("another spelling of a path reaches no endpoint", async () => {
  await using fuzzed = await FuzzedServer.open();
  for (const target of sample("spellings", fuzzed.targets, 10)) {
    const path = fuzzed.pathOf(target);
    for (const [what, spelt] of Object.entries(spellings(path))) {
      const { status } = await fuzzed.send(
        `${what} of ${path}`,
        request(`${target.method} ${spelt} HTTP/1.1`),
      );
      expect([400, 404, 405], `${target.method} ${spelt} → ${status}`).toContain(status);
    }
  }
  await fuzzed.checkHealth();
});

test("a signed act under another spelling of its path is refused", async () => {
  await using fuzzed = await FuzzedServer.open();
  const { agent, id } = fuzzed.life;
  const path = `/contracts/${id}/accept`;
  const body = wireText({ agent_pubkey: agent.signer.party });
  const written = { ...spellings(path), "upper case": path.replace(id, id.toUpperCase()) };
  for (const [what, spelt] of Object.entries(written)) {
    for (const signed of [path, spelt]) {
      const { headers } = agent.sign(signed, body).init;
      const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
      const { status } = await fuzzed.send(
        `${what}, signed ${signed}`,
        request(`POST ${spelt} HTTP/1.1`, lines, body),
      );
      expect([400, 401, 404, 405], `${spelt} signed ${signed} → ${status}`).toContain(status);
    }
  }
  await fuzzed.checkHealth();
});

test("an invalid name in a path finds nothing", async () => {
  await using fuzzed = await FuzzedServer.open();
  const { agent } = fuzzed.life;
  const named = fuzzed.targets.filter(({ path }) => path.includes("{"));
  for (const target of sample("names", named, 10)) {
    for (const name of NASTY_NAMES) {
      const path = target.path.replace(/\{\w+\}/, name);
      const isKey = target.path.includes("{pubkey}") && /^[0-9a-f]{64}$/.test(name);
      if (path.endsWith("/stream") || isKey) continue;
      const { init } = agent.sign(path, wireText({ pubkey: agent.signer.party }));
      const lines = Object.entries(init.headers).map(([key, value]) => `${key}: ${value}`);
      const [headers, body] = target.method === "POST" ? [lines, init.body] : [[], ""];
      const bytes = request(`${target.method} ${path} HTTP/1.1`, headers, body);
      const { status } = await fuzzed.send(path.slice(0, 100), bytes);
      expect([400, 401, 403, 404, 405, 422], `${path} → ${status}`).toContain(status);
    }
  }
  await fuzzed.checkHealth();
});

test("any query is answered or refused", async () => {
  await using fuzzed = await FuzzedServer.open();
  const reads = fuzzed.targets.filter(({ method }) => method === "GET");
  for (const target of sample("queries", reads, 8)) {
    const names = [...target.query, "unknown", "__proto__", "constructor", ""];
    for (const name of names) {
      const isStream = target.contentType === "text/event-stream";
      for (const value of target.query.includes(name) ? NASTY_QUERIES : NASTY_QUERIES.slice(0, 6)) {
        const path = `${fuzzed.pathOf(target)}?${name}=${value}`;
        const bytes = request(`GET ${path} HTTP/1.1`);
        const { status } = await fuzzed.send(path.slice(0, 120), bytes, isStream);
        expect([200, 404, 422], `${path.slice(0, 120)} → ${status}`).toContain(status);
      }
    }
  }
  await fuzzed.checkHealth();
});

test.each([
  ["status", "limbo"],
  ["limit", "-1"],
  ["limit", "1e9"],
  ["min_bounty", "-1"],
  ["min_bounty", "1e3"],
  ["capability", "a,,b"],
])("the list refuses %s=%s", async (name, value) => {
  await using fuzzed = await FuzzedServer.open();
  const { status } = await fuzzed.send("list", request(`GET /contracts?${name}=${value} HTTP/1.1`));
  expect(status).toBe(422);
});

test.each([
  "abc",
  "-1",
  "1.5",
  "1e3",
  "0x1",
  "9".repeat(16),
  "9".repeat(400),
  "null",
  "1,2",
  "\u00e9",
])("a stream refuses Last-Event-ID %s", async (id) => {
  await using fuzzed = await FuzzedServer.open();
  const bytes = request("GET /contracts/stream HTTP/1.1", [`Last-Event-ID: ${id}`]);
  expect((await fuzzed.send(`Last-Event-ID ${id.slice(0, 20)}`, bytes)).status).toBe(422);
});

test.each(["0", "1", "999999999999999"])("a stream takes Last-Event-ID %s", async (id) => {
  await using fuzzed = await FuzzedServer.open();
  const gone = new AbortController();
  const stream = await fetch(`${fuzzed.url}/contracts/stream`, {
    headers: { "Last-Event-ID": id },
    signal: gone.signal,
  });
  expect(stream.status).toBe(200);
  const reader = stream.body?.getReader();
  expect(new TextDecoder().decode((await reader?.read())?.value)).toMatch(/^(?:id|data|:)/);
  gone.abort();
  await fuzzed.checkHealth();
});

/** Other spellings of a path. None is the path that was signed. */
function spellings(path: string): Readonly<Record<string, string>> {
  const last = path.slice(path.lastIndexOf("/") + 1);
  const [first = "", ...rest] = last;
  const code = first.charCodeAt(0).toString(16).padStart(2, "0");
  const at = path.slice(0, path.length - last.length);
  return {
    "a dot": `/.${path}`,
    "two dots": `/x/..${path}`,
    "two dots behind": `${path}/../${last === "" ? "x" : last}`,
    "encoded dots": `/x/%2e%2e${path}`,
    "an encoded letter": last === "" ? "/%2f" : `${at}%${code}${rest.join("")}`,
    "an encoded slash": `${path.slice(0, at.length - 1)}%2f${last}`,
    "two slashes": `/${path}`,
    "a slash at the end": `${path}/`,
    "a slash within": `${at}/${last}`,
    "a backslash": `${at}\\${last}`,
    "a null byte": `${path}%00`,
    "a null byte and more": `${path}%00.json`,
    "a bar": `${path}|`,
    "an encoded bar": `${path}%7c`,
    "an encoded line": `${path}%0a`,
    "an encoded return": `${path}%0d%0aX-Injected:%201`,
    "a semicolon": `${path};a=1`,
    "a query that is a path": `/x?${path}`,
    "an encoded question": `${path}%3fa=1`,
    "an encoded hash": `${path}%23`,
    "a plus": `${path}+`,
    "a tilde": `${path}~`,
    "bad escapes": `${path}%zz`,
    "half an escape": `${path}%`,
    "no UTF-8": `${path}%ff`,
    "twice encoded": `${path}%252f`,
    "a whole address": `http://localhost${path}`,
    "another's address": `http://example.org${path}`,
    "an address with a user": `http://user:word@localhost${path}`,
    "another scheme": `ftp://localhost${path}`,
    "no slash": path.slice(1) === "" ? "x" : path.slice(1),
    "a star": "*",
    "very long": `${path}${"a".repeat(8_000)}`,
    "very deep": `${path}${"/a".repeat(2_000)}`,
    "high letters": `${path}\u00e9`,
    colours: `${path}%1b[31m`,
    "a right-to-left mark": `${path}%e2%80%ae`,
  };
}
