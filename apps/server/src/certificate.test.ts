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
const [certificate, key] = [pem("cert"), pem("key")];
const NOW_MS = Date.UTC(2030, 0, 1);
const OTHER = "other-key.pem";

test("a certificate and its key are read", () => {
  expect(readCertificate({ certificate, key }, NOW_MS)).toEqual({
    cert: expect.stringContaining("BEGIN CERTIFICATE"),
    key: expect.stringContaining("BEGIN PRIVATE KEY"),
  });
  expect(readCertificate(null, NOW_MS)).toBeNull();
});

test.each([
  [{ certificate: "none.pem", key }, /tls.certificate: cannot read none.pem: ENOENT/],
  [{ certificate: key, key }, /tls.certificate: .*key.pem is not a certificate in PEM/],
  [{ certificate, key: certificate }, /tls.key: .*cert.pem is not a private key in PEM/],
  [{ certificate, key: OTHER }, /the key in .* does not belong to the certificate in/],
  [{ certificate, key, nowMs: Date.UTC(2200, 0, 1) }, /expired on .* 2126/],
])("%j cannot be used", ({ nowMs = NOW_MS, ...given }: Given, says) => {
  const folder = mkdtempSync(join(tmpdir(), "bazaar-certificate-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const pair = generateKeyPairSync("ed25519");
  const other = join(folder, OTHER);
  writeFileSync(other, pair.privateKey.export({ type: "pkcs8", format: "pem" }));
  const paths = given.key === OTHER ? { ...given, key: other } : given;
  const read = () => readCertificate(paths, nowMs);
  expect(read).toThrow(BadInput);
  expect(read).toThrow(says);
});

interface Given {
  readonly certificate: string;
  readonly key: string;
  readonly nowMs?: number;
}
