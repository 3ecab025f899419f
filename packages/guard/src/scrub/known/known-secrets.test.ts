import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { makeScrubber } from "../scrubber.ts";
import { nearbyDotenv, parseDotenv } from "./dotenv.ts";
import { knownSecrets } from "./known-secrets.ts";

test.each([
  { when: "its name says so", env: { DB_PASSWORD: "pa55-word" }, secret: ["pa55-word"] },
  {
    when: "it looks like a token",
    env: { SOMETHING: "x7Rk2mQ9vT4wZ1nB8yLc" },
    secret: ["x7Rk2mQ9vT4wZ1nB8yLc"],
  },
  {
    when: "it is the password of an address",
    env: { CACHE: "redis://u:r3d1s-pw@h:1/0" },
    secret: ["r3d1s-pw"],
  },
])("a value is secret when $when", ({ env, secret }) => {
  expect(knownSecrets(env).map(({ value }) => value)).toEqual(secret);
});

test.each([
  {
    when: "a safe name",
    env: { SSH_AUTH_SOCK: "/run/user/1000/keyring/ssh", PWD: "x7Rk2mQ9vT4wZ1nB8yLc" },
  },
  {
    when: "a common word",
    env: { API_TOKEN: "disabled", SECRET: "true", DB_PASSWORD: "localhost" },
  },
  { when: "a short value", env: { DB_PASSWORD: "abc", PIN_TOKEN: "1234" } },
  { when: "a path", env: { TOKEN_FILE: "/run/secrets/t", AUTH_TOKEN: "/var/lib/token" } },
  { when: "a plain setting", env: { NODE_ENV: "production", PORT: "3000", LANG: "en_US.UTF-8" } },
  { when: "a hash of a commit", env: { BUILD: "5f2c9a1e7b3d8046f1a2c3e4d5b6978801234abc" } },
])("$when is not a secret", ({ env }) => {
  expect(knownSecrets(env)).toEqual([]);
});

test("a known secret is found plain, encoded, escaped and inside something longer", () => {
  const value = 'pa55/wörd+"7"';
  const scrubber = makeScrubber({ secrets: knownSecrets({ MY_PASSWORD: value }) });
  const json = JSON.stringify({ note: value });
  for (const text of [
    `x${value}y`,
    json,
    encodeURIComponent(value),
    Buffer.from(value).toString("hex"),
    Buffer.from(value).toString("hex").toUpperCase(),
    ...["", "a", "ab"].map((before) => Buffer.from(`${before}${value}`).toString("base64")),
    ...["", "a", "ab"].map((before) => Buffer.from(`${before}${value}!`).toString("base64url")),
  ]) {
    expect(scrubber.scrub(text).text, text).toContain("[REDACTED:password]");
  }
});

test("hundreds of known secrets are each found", () => {
  const values = Array.from(
    { length: 500 },
    (_, index) => `prefix-shared-${index}-Q${index * 7919}`,
  );
  const env = Object.fromEntries(values.map((value, index) => [`TOKEN_${index}_SECRET`, value]));
  const scrubber = makeScrubber({ secrets: knownSecrets(env) });
  for (const value of values) expect(scrubber.scrub(`(${value})`).text).toBe("([REDACTED:secret])");
});

test("a known secret that reaches out of what a rule finds is redacted whole", () => {
  const scrubber = makeScrubber({ secrets: [{ value: "abc def,ghi", category: "password" }] });
  expect(scrubber.scrub("password=abc def,ghi x").text).toBe("password=[REDACTED:password] x");
});

test("files are read with comments, quotes and values of several lines", () => {
  const text = "A=1\nexport B = two # note\nC='th#ree'\nD=\"x\ny\"\n# E=5\nF=\n";
  expect(parseDotenv(text)).toEqual([
    ["A", "1"],
    ["B", "two"],
    ["C", "th#ree"],
    ["D", "x\ny"],
    ["F", ""],
  ]);
});

test("a password with a # in a file is known whole", () => {
  const file = { path: ".env", text: "DB_PASSWORD=hunter#22-x9 # note\n" };
  const scrubber = makeScrubber({ secrets: knownSecrets({}, [file]) });
  expect(scrubber.scrub("login with hunter#22-x9").text).toBe("login with [REDACTED:password]");
});

test("files are found from the directory up to the root of its repository", () => {
  const home = mkdtempSync(join(tmpdir(), "bazaar-dotenv-"));
  onTestFinished(() => rmSync(home, { recursive: true }));
  const inner = join(home, "repository", "packages", "shop");
  mkdirSync(join(home, "repository", ".git"), { recursive: true });
  mkdirSync(inner, { recursive: true });
  writeFileSync(join(home, ".env"), "OUTSIDE=1");
  writeFileSync(join(home, "repository", ".env.local"), "ROOT=1");
  writeFileSync(join(home, "repository", ".env.example"), "EXAMPLE=1");
  writeFileSync(join(inner, ".env"), "INNER=1");
  mkdirSync(join(inner, ".env.d"));
  expect(nearbyDotenv(inner, home).map(({ text }) => text)).toEqual(["INNER=1", "ROOT=1"]);
  expect(nearbyDotenv(home, home).map(({ text }) => text)).toEqual(["OUTSIDE=1"]);
});
