import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { redactUnreadable } from "./redact-unreadable.ts";

const BLOCK = "MIIEowIBAAKCAQEAykk+ojiqahJHfoFXQ1Cqz5tTXvaMVSjRxtiw7wfVn02eoPO8";

test.each([
  ["", ""],
  ["12:", ""],
  ["a/server.txt:12:", ""],
  ["a/server.txt-12-", ""],
  ["    12\t", ""],
  ["> ", ""],
  ["+", ""],
  ["  tls.key: ", ""],
  ["", "$"],
  ['  "', '",'],
])("a block of base64 behind %j is left out", (before, after) => {
  expect(redactUnreadable(`${before}${BLOCK}${after}`)).toBe(`${before}[REDACTED:private-key]`);
});

test("a line of a key with hardly a digit is left out", () => {
  const line = "APsx+MUtwJzMLzolWSvg/G7iNPGqhnmqlpa+Uy2LlRmwpdJmKyjDL/GglGH+quTP";
  expect(redactUnreadable(line)).toBe("[REDACTED:private-key]");
});

test.each([
  ["a digest", "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"],
  ["a path", "/usr/share/javascript/library/modules/something/deeper/and/deeper/still"],
  ["a long name", "AuthenticationProviderFactoryConfigurationManagerIntegrationSuite"],
  ["a lock file", `"integrity": "sha512-${BLOCK}${BLOCK.slice(0, 22)}=="`],
  ["a public ssh key", `ssh-rsa ${BLOCK} me@here`],
  ["a word with umlauts, as cat -A shows it", "GrM-CM-<M-CM-^_e aus KM-CM-6ln$"],
  ["a byte order mark, as cat -A shows it", "M-oM-;M-?#include <stdio.h>^M$"],
  ["colours", "\u001b[31merror\u001b[0m: not found"],
])("%s stays", (_, line) => {
  expect(redactUnreadable(line)).toBe(line);
});

test("bytes that are not text are left out, raw and as cat -v shows them", () => {
  const bytes = randomBytes(4_000);
  const shown = [...bytes].map((byte) => (byte >= 128 ? `M-^${byte % 10}` : "x")).join("");
  for (const text of [bytes.toString("utf8").replaceAll("\n", ""), shown]) {
    expect(redactUnreadable(text)).toBe(`[a line of ${text.length} characters that is not text]`);
  }
});
