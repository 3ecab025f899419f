import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { findMasks, isSecretPath } from "./masks.ts";

const HOME = join("/home", "ada");

describe("found secrets", () => {
  let home = "";
  beforeEach(() => {
    home = mkdtempSync(join(tmpdir(), "guard-masks-"));
  });
  afterEach(() => rmSync(home, { recursive: true }));

  const put = (...names: readonly string[]) => {
    for (const name of names) {
      mkdirSync(dirname(join(home, name)), { recursive: true });
      writeFileSync(join(home, name), "secret");
    }
  };
  const found = (directory: string | null = null) => {
    const { directories, files } = findMasks({ homes: [home], directory, hidesAccounts: false });
    const own = (paths: readonly string[]) =>
      paths
        .filter((path) => path.startsWith(home))
        .map((path) => path.slice(home.length + 1))
        .sort();
    return { directories: own(directories), files: own(files) };
  };

  test("are directories and files that exist, each once", () => {
    put(".ssh/id", ".aws/credentials", ".netrc", ".config/gh/hosts.yml", ".bash_history", "plain");
    expect(found()).toEqual({
      directories: [".aws", ".config/gh", ".ssh"],
      files: [".bash_history", ".netrc"],
    });
  });

  test("behind a link are hidden where they really are", () => {
    put("elsewhere/keys/id");
    symlinkSync(join(home, "elsewhere/keys"), join(home, ".ssh"));
    symlinkSync(join(home, "nowhere"), join(home, ".netrc"));
    expect(found()).toEqual({ directories: ["elsewhere/keys"], files: [] });
  });

  test("are the environment files of a working tree, but not its examples or dependencies", () => {
    put("p/.env", "p/.env.local", "p/a/b/.env.production", "p/.envrc");
    put("p/prod.env", "p/.env~", "p/.env_local");
    put(
      "p/.env.example",
      "p/.env.sample",
      "p/node_modules/x/.env",
      "p/.environment",
      "p/my.envelope",
    );
    expect(found(join(home, "p")).files).toEqual([
      "p/.env",
      "p/.env.local",
      "p/.env_local",
      "p/.envrc",
      "p/.env~",
      "p/a/b/.env.production",
      "p/prod.env",
    ]);
    expect(found().files).toEqual([]);
  });
});

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
