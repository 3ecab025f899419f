import { makeScrubber } from "@bazaar/guard/scrub";
import { expect, test } from "vitest";
import { Redactions } from "./redactions.ts";

const HOME = ["", "home"].join("/");
const TOKEN = `ghp_${"a1B2c3D4e5F6".repeat(3)}`;
const OTHER = `ghp_${"Z9y8X7w6V5u4".repeat(3)}`;

const redactions = (command: string) => new Redactions(makeScrubber(), command);

test.each([
  {
    what: "the name in a home directory",
    command: "node a.js",
    text: `x\nCannot find module '${HOME}/ada/p/a.js'`,
  },
  { what: "an address", command: "make", text: "no reply of ada@firma.de at 93.184.215.14\n" },
  { what: "a token that was typed", command: `crul ${TOKEN}`, text: `crul: bad ${TOKEN}` },
])("$what comes back", ({ command, text }) => {
  const { scrub, restore } = redactions(command);
  const scrubbed = scrub(text);
  expect(scrubbed).toContain("[REDACTED:");
  expect(restore(scrubbed)).toBe(text);
});

test.each([
  { what: "a secret that was not typed", command: "make", texts: [`token ${TOKEN}`] },
  {
    what: "one of two secrets",
    command: `curl ${TOKEN}`,
    texts: [`token ${OTHER}`],
  },
  { what: "one of two names", command: "make", texts: [`${HOME}/ada/x: no`, `${HOME}/bob/x: no`] },
  {
    what: "a placeholder that was printed",
    command: `curl ${TOKEN}`,
    texts: ["say [REDACTED:github-token]"],
  },
])("$what stays redacted", ({ command, texts }) => {
  const { scrub, restore } = redactions(command);
  const scrubbed = texts.map((text) => scrub(text));
  expect(scrubbed.join("\n")).toContain("[REDACTED:");
  expect(scrubbed.map((text) => restore(text))).toEqual(scrubbed);
});

test.each([
  { what: "sed's escapes", spelled: (text: string) => text.replace(/[./]/g, "\\$&") },
  { what: "escapes of escapes", spelled: (text: string) => text.replace(/[./]/g, "\\\\\\$&") },
  { what: "a word of the shell", spelled: (text: string) => text.replace(/[./@-]/g, "\\$&") },
])("names and addresses do not leave in the spelling of $what", ({ spelled }) => {
  const { scrub, restore } = redactions("python3 report.py");
  const plain = `${HOME}/kim-li/q1/data jane.doe@acme.com 93.184.215.14 O'Hara`;
  scrub(`bad value ${plain}`);
  const fix = `sed -i '4s/^reprrt("${spelled(plain).replaceAll("'", "'\\''")}")/report()/' report.py`;
  const sent = scrub(fix);
  expect(sent).not.toMatch(/kim|li|jane|doe|acme|184|215/);
  expect(sent).toContain("4s/^reprrt(");
  expect(restore(sent)).toContain("jane.doe@acme.com");
});

test("text without names keeps its escapes", () => {
  const { scrub } = redactions("make");
  const text = `sed -i 's/\\(["'\\'']\\)\\.\\/sum/\\1.\\/sum.js/g' test.mjs`;
  expect(scrub(text)).toBe(text);
});
