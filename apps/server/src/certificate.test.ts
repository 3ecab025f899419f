import { generateKeyPairSync } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { BadInput } from "@bazaar/terminal";
import { expect, onTestFinished, test } from "vitest";
import { readCertificate } from "./certificate.ts";

const pem = (name: string) =>
  fileURLToPath(
    new URL(`../../../packages/doors/src/listen/test/certificate/${name}.pem`, import.meta.url),
  );
const certPath = pem("cert");
const keyPath = pem("key");
const NOW_MS = Date.UTC(2030, 0, 1);
const OTHER = "other-key.pem";

test("a certificate and its key are read, and neither is none", () => {
  expect(readCertificate({ certPath, keyPath }, NOW_MS)).toEqual({
    cert: expect.stringContaining("BEGIN CERTIFICATE"),
    key: expect.stringContaining("BEGIN PRIVATE KEY"),
  });
  expect(readCertificate({ certPath: null, keyPath: null }, NOW_MS)).toBeNull();
});

test.each([
  [{ certPath }, "BAZAAR_TLS_CERT is set, but not BAZAAR_TLS_KEY"],
  [{ keyPath }, "BAZAAR_TLS_KEY is set, but not BAZAAR_TLS_CERT"],
  [{ certPath: "none.pem", keyPath }, /BAZAAR_TLS_CERT: cannot read none.pem: ENOENT/],
  [{ certPath: keyPath, keyPath }, /BAZAAR_TLS_CERT: .*key.pem is not a certificate in PEM/],
  [{ certPath, keyPath: certPath }, /BAZAAR_TLS_KEY: .*cert.pem is not a private key in PEM/],
  [{ certPath, keyPath: OTHER }, /the key in .* does not belong to the certificate in/],
  [{ certPath, keyPath, nowMs: Date.UTC(2200, 0, 1) }, /expired on .* 2126/],
])("%j cannot be used", ({ nowMs = NOW_MS, ...given }: Given, says) => {
  const folder = mkdtempSync(join(tmpdir(), "bazaar-certificate-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const pair = generateKeyPairSync("ed25519");
  const other = join(folder, OTHER);
  writeFileSync(other, pair.privateKey.export({ type: "pkcs8", format: "pem" }));
  const paths = { certPath: null, keyPath: null, ...given };
  if (paths.keyPath === OTHER) paths.keyPath = other;
  const read = () => readCertificate(paths, nowMs);
  expect(read).toThrow(BadInput);
  expect(read).toThrow(says);
});

interface Given {
  readonly certPath?: string;
  readonly keyPath?: string;
  readonly nowMs?: number;
}
