import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { isSecretPath } from "./masks.ts";

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
