import { join, relative } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isBelow, isSecretPath } from "./masks.ts";

const HOME = join("/home", "ada");

describe("a named path", () => {
  test.each([
    "~/.ssh/id_rsa",
    "~/.ssh",
    "~/.config/gh/hosts.yml",
    "~/x/../.ssh/id",
    "~/../somebody/.aws/credentials",
    "/srv/anybody/.gnupg/private-keys-v1.d",
    "~/project/.env",
    "project/.env.local",
    "/etc/shadow",
    "/etc/ssl/private/key.pem",
    "/proc/1/environ",
    "/proc/self/environ",
    "/proc/self/task/1/environ",
    "/proc/1/root/proc/1/environ",
    "/proc/1/root/etc/shadow",
  ])("%s is a secret", (path) => {
    expect(isSecretPath(path.replace(/^~/, HOME), HOME)).toBe(true);
  });

  test.each([
    "~/project/src/main.ts",
    "~/.bashrc",
    "~/.config/nvim/init.lua",
    "/etc/passwd",
    "/etc/ssl/certs/ca.pem",
    "~/project/.env.example",
    "~/sshd/config",
    "/proc/cpuinfo",
    "/proc/self/status",
  ])("%s is not", (path) => {
    expect(isSecretPath(path.replace(/^~/, HOME), HOME)).toBe(false);
  });
});

test("a path is below another exactly if the way to it does not go up", () => {
  const parts = fc.constantFrom("a", "b", "..", ".", "", "...", "..a", ".a");
  const path = fc.array(parts, { maxLength: 5 }).map((each) => each.join("/"));
  const anywhere = fc.tuple(fc.constantFrom("/", ""), path).map((each) => each.join(""));
  fc.assert(
    fc.property(anywhere, anywhere, (one, other) => {
      const goesUp = relative(other, one).split("/")[0] === "..";
      expect(isBelow(one, other)).toBe(!goesUp);
    }),
    { numRuns: 2_000 },
  );
});
