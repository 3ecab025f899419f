import { generateKeyPairSync } from "node:crypto";
import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { BadInput } from "@bazaar/terminal";
import { afterAll, expect, test } from "vitest";
import { openKeyFile, readKeyFile } from "./key-file.ts";

const folder = mkdtempSync(join(tmpdir(), "bazaar-keys-"));
afterAll(() => rmSync(folder, { recursive: true }));

function file(name: string, text: string, mode = 0o600): string {
  const path = join(folder, name);
  writeFileSync(path, text, { mode });
  return path;
}

test("a missing key is created once, readable by its owner only", () => {
  const path = join(folder, "deep/er/server.key");
  const { signer, isNew } = openKeyFile(path);
  expect(isNew).toBe(true);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  const again = openKeyFile(path);
  expect(again.isNew).toBe(false);
  expect(again.signer.party).toBe(signer.party);
  expect(readdirSync(join(folder, "deep/er"))).toEqual(["server.key"]);
});

test.skipIf(process.platform !== "linux")(
  "a directory that cannot be created is reported (needs Linux)",
  () => {
    expect(() => openKeyFile("/proc/absent/server.key")).toThrow(BadInput);
    expect(() => openKeyFile("/proc/absent/server.key")).toThrow("cannot create /proc/absent: ");
  },
);

test("a directory is not a key", () => {
  chmodSync(folder, 0o700);
  expect(() => readKeyFile(folder)).toThrow(BadInput);
  expect(() => readKeyFile(folder)).toThrow(`${folder}: is a directory, not a key`);
});

test("an Ed25519 key is read from PEM too", () => {
  const pem = (key: { export(options: object): unknown }) =>
    String(key.export({ format: "pem", type: "pkcs8" }));
  const { privateKey } = generateKeyPairSync("ed25519");
  expect(readKeyFile(file("good.pem", pem(privateKey))).party).toMatch(/^fix_/);
  const { privateKey: other } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  expect(() => readKeyFile(file("other.pem", pem(other)))).toThrow("expected an Ed25519 key");
});

test.each(["", "secret", `${"a".repeat(63)}`, "-----BEGIN PRIVATE KEY-----\nnope\n"])(
  "%j is not a key, and is not repeated in the message",
  (text) => {
    const path = file("bad.key", text);
    expect(() => readKeyFile(path)).toThrow(BadInput);
    expect(() => readKeyFile(path)).toThrow(
      `${path}: expected an Ed25519 key, as 64 hex digits or PEM`,
    );
  },
);

test.each([0o640, 0o604, 0o660, 0o644])("a key with mode %o is refused", (mode) => {
  const path = file("open.key", "ab".repeat(32));
  chmodSync(path, mode);
  expect(() => readKeyFile(path)).toThrow("others can read this key");
});
