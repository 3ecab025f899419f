/** The certificate with which the server's ports speak TLS. */
import { createPrivateKey, X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import type { Certificate } from "@bazaar/doors/listen";
import { BadInput } from "@bazaar/terminal";
import type { SettingsFile } from "./settings-file.ts";

const CERT = "tls.certificate";
const KEY = "tls.key";

/** Null if none is set. @throws BadInput when it cannot be used. */
export function readCertificate(paths: SettingsFile["tls"], nowMs: number): Certificate | null {
  if (paths === null) return null;
  const { certificate: certPath, key: keyPath } = paths;
  const cert = textOf(CERT, certPath);
  const key = textOf(KEY, keyPath);
  const first = parsed(CERT, certPath, "a certificate in PEM", () => new X509Certificate(cert));
  const secret = parsed(KEY, keyPath, "a private key in PEM without a passphrase", () =>
    createPrivateKey(key),
  );
  if (!first.checkPrivateKey(secret)) {
    throw new BadInput(`the key in ${keyPath} does not belong to the certificate in ${certPath}`);
  }
  if (Date.parse(first.validTo) < nowMs) {
    throw new BadInput(`${CERT}: the certificate in ${certPath} expired on ${first.validTo}`);
  }
  return { cert, key };
}

function textOf(setting: string, path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    throw new BadInput(`${setting}: cannot read ${path}: ${(error as Error).message}`);
  }
}

function parsed<T>(setting: string, path: string, expected: string, parse: () => T): T {
  try {
    return parse();
  } catch {
    // The parser's own message may quote the key.
    throw new BadInput(`${setting}: ${path} is not ${expected}`);
  }
}
