import { expect, test } from "vitest";
import { MountTable } from "./mount.ts";
import { plainMount, text } from "./test/plain-mount.ts";

const mountsAt = (...prefixes: string[]) =>
  new MountTable(prefixes.map((prefix) => plainMount(prefix, () => text(200, prefix))));

test.each([
  { path: "/", served: "/" },
  { path: "/chat", served: "/chat" },
  { path: "/chat/", served: "/chat" },
  { path: "/chat/room", served: "/chat" },
  { path: "/chat/files", served: "/chat/files" },
  { path: "/chat/files/a", served: "/chat/files" },
  { path: "/chatter", served: "/" },
  { path: "/CHAT", served: "/" },
  { path: "*", served: "/" },
  { path: "", served: "/" },
])("$path is served by the mount at $served", ({ path, served }) => {
  expect(mountsAt("/chat", "/", "/chat/files").find(path).prefix).toBe(served);
});

test.each([
  { of: "two mounts at one path", prefixes: ["/", "/chat", "/chat"] },
  { of: "no mount at /", prefixes: ["/chat"] },
  { of: "a prefix that ends with a slash", prefixes: ["/", "/chat/"] },
  { of: "a prefix that is not a path", prefixes: ["/", "chat"] },
])("a table with $of is a bug", ({ prefixes }) => {
  expect(() => mountsAt(...prefixes)).toThrow();
});
