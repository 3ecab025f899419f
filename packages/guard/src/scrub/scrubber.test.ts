import { expect, test } from "vitest";
import { MAX_HELD, makeScrubber } from "./scrubber.ts";

const scrub = (text: string): string => makeScrubber().scrub(text).text;
const TOKEN = `ghp_${"a1B2c3D4e5".repeat(4)}`;
const HEX = "9f1c3e5a7b2d4f60".repeat(4);

test.each([
  {
    when: "a name calls it a password",
    text: "password=hunter22",
    becomes: "password=[REDACTED:password]",
  },
  {
    when: "it is quoted in JSON",
    text: '{"password": "a, b"}',
    becomes: '{"password": "[REDACTED:password]"}',
  },
  {
    when: "JSON is escaped in JSON",
    text: '{\\"token\\":\\"t0k3n-x\\"}',
    becomes: '{\\"token\\":\\"[REDACTED:token]\\"}',
  },
  {
    when: "more pairs follow",
    text: "pwd=s3cr3t,user=ada",
    becomes: "pwd=[REDACTED:password],user=ada",
  },
  { when: "a comma is part of it", text: "pwd=s3c,r3t;x", becomes: "pwd=[REDACTED:password]" },
  {
    when: "it stands in a query",
    text: "?token=t0k3n-x&page=2",
    becomes: "?token=[REDACTED:token]&page=2",
  },
  {
    when: "a flag names it",
    text: "run --api-key k3y-12 -v",
    becomes: "run --api-key [REDACTED:api-key] -v",
  },
  {
    when: "the value says more than its name",
    text: `KEY_TOKEN=${TOKEN}`,
    becomes: "KEY_TOKEN=[REDACTED:github-token]",
  },
  {
    when: "the password holds an @",
    text: "redis://:p@ss@h:1",
    becomes: "redis://:[REDACTED:database-url]@h:1",
  },
  {
    when: "the name before it is an address",
    text: "login ada@corp.io password x-93kd",
    becomes: "login [REDACTED:email] password [REDACTED:password]",
  },
  {
    when: "64 hex digits stand alone",
    text: `got ${HEX}`,
    becomes: "got [REDACTED:high-entropy-hex]",
  },
  {
    when: "a placeholder stands in the middle of 64 hex digits",
    text: `got ${HEX.slice(0, 32)}[REDACTED:phone]${HEX.slice(32)}.`,
    becomes: "got [REDACTED:high-entropy-hex].",
  },
  {
    when: "64 hex digits stand right before a placeholder",
    text: `got ${HEX}[REDACTED:x] ok`,
    becomes: "got [REDACTED:high-entropy-hex] ok",
  },
  {
    when: "thousands of hex digits stand right behind a placeholder",
    text: `got [REDACTED:x]${HEX.repeat(100)} ok`,
    becomes: "got [REDACTED:high-entropy-hex] ok",
  },
  {
    when: "few hex digits stand beside a placeholder",
    text: "id deadbeef[REDACTED:phone]c0ffee",
    becomes: "id deadbeef[REDACTED:phone]c0ffee",
  },
  {
    when: "they are escaped into a string",
    text: `"a\\n${HEX}"`,
    becomes: '"a\\n[REDACTED:high-entropy-hex]"',
  },
])("a secret goes when $when", ({ text, becomes }) => {
  expect(scrub(text)).toBe(becomes);
});

test.each([
  {
    when: "a variable stands for it",
    text: "password=$DB_PASSWORD token=$(cat t) secret={{ s }} pwd=%s",
  },
  { when: "it is masked already", text: "password=******** token=xxxxxxxx" },
  { when: "code computes it", text: "const token = readToken(text); password = user.password;" },
  { when: "it is a type", text: "password: string; token: Uint8Array, apiKey: ApiKey" },
  { when: "a sentence mentions it", text: "Error: password: required, secret: missing" },
  { when: "it is a path", text: "password=/run/secrets/db" },
  { when: "its digits are a digest", text: `sha256:${HEX} and image ${HEX}` },
  { when: "its digits are an identity", text: `fix_${HEX}` },
  { when: "it is a version", text: "foo 1.2.3.4, v10.20.30.40" },
])("a text stays as it is when $when", ({ text }) => {
  expect(scrub(text)).toBe(text);
});

test("a program is noticed although a secret is found at its name", () => {
  const once = scrub("mysqli('a', 'b', 'hunter2x -phunter3x");
  expect(once).toBe("mysqli('a', 'b', '[REDACTED:password] -p[REDACTED:password]");
});

test("a value that a name gave away is redacted without the name afterwards", () => {
  const scrubber = makeScrubber();
  expect(scrubber.scrub("AUTH_TOKEN=zk29-qqa8-x1").text).toBe("AUTH_TOKEN=[REDACTED:token]");
  expect(scrubber.scrub("sent zk29-qqa8-x1, ok").text).toBe("sent [REDACTED:token], ok");
});

test("a value keeps its first category, whatever its name is later", () => {
  const scrubber = makeScrubber();
  expect(scrubber.scrub(`got ${HEX}`).text).toBe("got [REDACTED:high-entropy-hex]");
  expect(scrubber.scrub(`password=${HEX}`).text).toBe("password=[REDACTED:high-entropy-hex]");
});

test("findings say where a secret stood, not what it was", () => {
  const text = `one\n  token=\u001b[31m${TOKEN}\u001b[0m\nlast`;
  expect(makeScrubber().scrub(text).found).toEqual([
    { category: "github-token", line: 2, column: 14, length: TOKEN.length },
  ]);
});

test("colours and zero-width characters do not hide a secret, and stay where nothing is redacted", () => {
  const broken = `${TOKEN.slice(0, 9)}\u001b[1;31m${TOKEN.slice(9, 20)}\u200b${TOKEN.slice(20)}`;
  expect(scrub(`\u001b[32ma\u200bb ${broken}\u001b[0m`)).toBe(
    "\u001b[32ma\u200bb [REDACTED:github-token]\u001b[0m",
  );
});

test("a key without an end is redacted to any length, and a stream holds back at most MAX_HELD", () => {
  const stream = makeScrubber().stream();
  const line = `${"Ab3+".repeat(16)}\n`;
  const shown = [stream.push("before\n-----BEGIN RSA PRIVATE KEY-----\n")];
  let given = 0;
  for (let lines = 0; lines < 20_000; lines += 1) shown.push(stream.push(line));
  shown.push(stream.push(`-----END RSA PRIVATE KEY-----\nafter\n`));
  const text = "x y z\n".repeat(4_000);
  for (let from = 0; from < text.length; from += 1_000) {
    given += 1_000;
    shown.push(stream.push(text.slice(from, from + 1_000)));
  }
  const before = shown.map((part) => part.text).join("");
  expect(before.length).toBeGreaterThan(given - MAX_HELD);
  const whole = before + stream.end().text;
  expect(whole).toBe(`before\n[REDACTED:private-key]\nafter\n${text}`);
});

test("a token of any length is redacted to its end", () => {
  const long = `${TOKEN}${"x".repeat(50_000)}`;
  expect(scrub(`a ${long} b`)).toBe("a [REDACTED:github-token] b");
  expect(scrub(`a ${"ab12".repeat(5_000)} b`)).toBe("a [REDACTED:high-entropy-hex] b");
});

test("positions behind a redaction count the hidden characters inside it", () => {
  const key = `-----BEGIN PRIVATE KEY-----\n${"A".repeat(48)}\n-----END PRI\u200bVATE KEY-----`;
  expect(makeScrubber().scrub(`${key} token=${TOKEN}`).found).toEqual([
    { category: "private-key", line: 1, column: 1, length: key.length },
    { category: "github-token", line: 3, column: 34, length: TOKEN.length },
  ]);
});

test("RegExp.input holds nothing of the text after scrubbing", () => {
  scrub(`Authorization: Bearer ${TOKEN}\n`);
  // Any code of the process could read it there.
  expect(RegExp.input).toBe("");
});

test.each([
  ["the token of a Telegram bot", `12345678:${"aB3".repeat(11)}cD`],
  ["a recovery phrase", `${"abandon ".repeat(11)}about`],
])("%s right behind a known secret is redacted in the first pass", (_what, secret) => {
  const secrets = [{ value: "known-Secret-1", category: "environment" }] as const;
  const once = makeScrubber({ secrets }).scrub(`known-Secret-1${secret}`).text;
  expect(once).toMatch(/^\[REDACTED:environment\]\[REDACTED:[a-z-]+\]$/);
});

test.each([16, 48])("a known secret of %i hex digits takes the longer run with it", (length) => {
  const secrets = [{ value: HEX.slice(8, 8 + length), category: "environment" }] as const;
  const text = `dump ${HEX.slice(0, 20)}${HEX.slice(8, 8 + length)}${HEX.slice(0, 20)}`;
  expect(makeScrubber({ secrets }).scrub(text).text).toBe("dump [REDACTED:environment]");
});
