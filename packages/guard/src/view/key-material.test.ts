import { generateKeyPairSync } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { investigate } from "../investigate/investigate.ts";
import { isPrivateKey } from "./key-material.ts";
import { privateKeysBelow } from "./private-keys-below.ts";

const RSA = generateKeyPairSync("rsa", { modulusLength: 2048 });
const EC = generateKeyPairSync("ec", { namedCurve: "P-256" });
const PEM = RSA.privateKey.export({ type: "pkcs1", format: "pem" }).toString();

test.each([
  ["PKCS#1 as text", Buffer.from(PEM)],
  ["PKCS#1 in binary", RSA.privateKey.export({ type: "pkcs1", format: "der" })],
  ["PKCS#8 in binary", EC.privateKey.export({ type: "pkcs8", format: "der" })],
  ["SEC1 in binary", EC.privateKey.export({ type: "sec1", format: "der" })],
  [
    "one inside a settings file",
    Buffer.from(`tls:\n  key: |\n    ${PEM.replaceAll("\n", "\n    ")}`),
  ],
  ["one in a line of JSON", Buffer.from(JSON.stringify({ private_key: PEM }))],
])("%s is a private key", (_, bytes) => {
  expect(isPrivateKey(bytes)).toBe(true);
});

test.each([
  ["a public key", RSA.publicKey.export({ type: "spki", format: "pem" })],
  ["a public key in binary", RSA.publicKey.export({ type: "spki", format: "der" })],
  ["code that looks for keys", 'if (text.includes("-----BEGIN PRIVATE KEY-----")) return true;'],
  ["text that starts with a zero", "0 is a number"],
  ["nothing", ""],
])("%s is none", (_, text) => {
  expect(isPrivateKey(Buffer.from(text))).toBe(false);
});

test("no line of a private key is shown, from wherever it is asked for", async () => {
  const home = mkdtempSync(join(tmpdir(), "fix-keys-"));
  onTestFinished(() => rmSync(home, { recursive: true }));
  const directory = join(home, "project");
  mkdirSync(join(directory, "tls"), { recursive: true });
  writeFileSync(join(directory, "tls/server.key"), PEM);
  writeFileSync(join(directory, "values.yaml"), `key: |\n  ${PEM.replaceAll("\n", "\n  ")}`);
  writeFileSync(join(directory, "copy.txt"), PEM.split("\n").slice(1, -2).join("\n"));
  expect(privateKeysBelow(directory)).toEqual([join(directory, "tls/server.key")]);
  const lines = PEM.split("\n").filter((line) => line.length > 60 && !line.startsWith("-"));
  for (const command of [
    "grep -n . tls/server.key",
    "tail -n 4 tls/server.key",
    "cmp tls/server.key values.yaml",
    "grep -rn . .",
    "cat -n copy.txt",
    "tail -n 5 copy.txt",
    "diff copy.txt .gitignore",
  ]) {
    const answer = await investigate({ command, directory, home, scrub: String });
    const shown = answer.ok ? answer.value.output : "";
    expect(lines.filter((line) => shown.includes(line.slice(1)))).toEqual([]);
  }
  const listed = await investigate({ command: "ls tls", directory, home, scrub: String });
  expect(listed).toMatchObject({ value: { output: "server.key\n" } });
});

test("keys are found at any depth, also where packages and build output are", () => {
  const top = mkdtempSync(join(tmpdir(), "fix-keys-"));
  onTestFinished(() => rmSync(top, { recursive: true }));
  const deep = join(top, ...Array(12).fill("d"));
  const places = [deep, ...["node_modules/x", "vendor", "zzz"].map((name) => join(top, name))];
  for (const path of places) {
    mkdirSync(path, { recursive: true });
    writeFileSync(join(path, "server.key"), PEM);
  }
  const found = privateKeysBelow(top, join(top, "state"));
  expect([...found].sort()).toEqual(places.map((path) => join(path, "server.key")).sort());
});
