import { cpuMs } from "@bazaar/testkit/cpu-ms";
import { expect, test } from "vitest";
import { isPlainPath, type Route, RouteTable } from "./route-table.ts";

function route(method: "GET" | "POST", path: string): Route {
  return { method, path, serve: () => ({ status: 200, headers: {}, body: null }) };
}

const TABLE = new RouteTable([
  route("GET", "/"),
  route("GET", "/contracts/stream"),
  route("POST", "/contracts"),
  route("GET", "/contracts"),
  route("GET", "/contracts/{id}"),
  route("POST", "/contracts/{id}/ruling"),
  route("GET", "/contracts/{id}/ruling"),
  route("GET", "/accounts/{pubkey}"),
]);

test.each([
  { asked: "GET /", is: "/", name: "" },
  { asked: "HEAD /contracts", is: "/contracts", name: "" },
  { asked: "GET /contracts/stream", is: "/contracts/stream", name: "" },
  { asked: "GET /contracts/streams", is: "/contracts/{id}", name: "streams" },
  { asked: "HEAD /contracts/a", is: "/contracts/{id}", name: "a" },
  { asked: "POST /contracts/a/ruling", is: "/contracts/{id}/ruling", name: "a" },
  { asked: "GET /contracts/stream/ruling", is: "/contracts/{id}/ruling", name: "stream" },
  { asked: "GET /accounts/contracts", is: "/accounts/{pubkey}", name: "contracts" },
])("$asked finds $is", ({ asked, is, name }) => {
  const [method = "", path = ""] = asked.split(" ");
  const found = TABLE.find({ method, path });
  expect(found).toMatchObject({ route: { path: is }, name });
  expect(found?.route.method).toBe(method === "HEAD" ? "GET" : method);
});

test.each([
  { path: "", allowed: [] },
  { path: "//", allowed: [] },
  { path: "/contracts/", allowed: [] },
  { path: "/contracts//ruling", allowed: [] },
  { path: "/contracts/a/", allowed: [] },
  { path: "/contracts/a/rulings", allowed: [] },
  { path: "/contracts/a/ruling/", allowed: [] },
  { path: "/contracts/a/b/ruling", allowed: [] },
  { path: "/accounts", allowed: [] },
  { path: "/accounts/{}", allowed: ["GET"] },
  { path: "/contracts", allowed: ["POST", "GET"] },
  { path: "/contracts/stream", allowed: ["GET"] },
  { path: "/contracts/a/ruling", allowed: ["POST", "GET"] },
])("PUT $path finds nothing; allowed: $allowed", ({ path, allowed }) => {
  expect(TABLE.find({ method: "PUT", path })).toBeNull();
  expect(TABLE.allowed(path)).toEqual(allowed);
});

test.each([
  { path: "/", isPlain: true },
  { path: "/contracts/a.b-c_d~e/bond", isPlain: true },
  { path: "/.well-known/...", isPlain: true },
  { path: "//", isPlain: true },
  { path: "", isPlain: false },
  { path: "*", isPlain: false },
  { path: "health", isPlain: false },
  { path: "http://door/health", isPlain: false },
  { path: "/./health", isPlain: false },
  { path: "/a/..", isPlain: false },
  { path: "/../health", isPlain: false },
  { path: "/he%61lth", isPlain: false },
  { path: "/a\\b", isPlain: false },
  { path: "/a b", isPlain: false },
  { path: "/a#b", isPlain: false },
  { path: "/a\n", isPlain: false },
  { path: "/caf\u00e9", isPlain: false },
  { path: "/contracts/{}", isPlain: false },
])("$path is plain: $isPlain", ({ path, isPlain }) => {
  expect(isPlainPath(path)).toBe(isPlain);
});

test("a very long path is checked in linear time", () => {
  for (const piece of ["/a", "/.", "a", "/"]) {
    const path = `/${piece.repeat(16_384)}%`;
    expect(cpuMs(() => isPlainPath(path))).toBeLessThan(1_000);
  }
});

test.each([
  { when: "a name elsewhere", routes: [route("GET", "/contracts/bond/{id}")] },
  { when: "a name at the front", routes: [route("GET", "/{id}")] },
  { when: "one route twice", routes: [route("GET", "/a/{x}"), route("GET", "/a/{y}")] },
])("a table with $when throws", ({ routes }) => {
  expect(() => new RouteTable(routes)).toThrow();
});
