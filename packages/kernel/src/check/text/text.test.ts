import { expect, test } from "vitest";
import { fields } from "../../canonical/fields.ts";
import { sha256Hex } from "../../canonical/hash.ts";
import type { JsonObject } from "../../canonical/json.ts";
import { type TextCheck, text } from "./text.ts";

const check: TextCheck = { method: "text", minLength: 2, maxLength: 8, outputSchema: null };
const json: TextCheck = { ...check, maxLength: 100, outputSchema: { type: "object" } };
const given = (words: string): JsonObject => ({ text: words, claimed_sha256: sha256Hex(words) });

test.each<{ what: string; of?: TextCheck; evidence: JsonObject; is: string }>([
  { what: "the least length", evidence: given("ab"), is: "pass" },
  { what: "the greatest length", evidence: given("abcdefgh"), is: "pass" },
  { what: "a text that is too short", evidence: given("a"), is: "fail" },
  { what: "a text that is too long", evidence: given("abcdefghi"), is: "fail" },
  {
    what: "another hash",
    evidence: { ...given("abc"), claimed_sha256: sha256Hex("abd") },
    is: "fail",
  },
  { what: "no hash in the result", evidence: { text: "abc", claimed_sha256: null }, is: "fail" },
  { what: "no word of a hash", evidence: { text: "abc" }, is: "no_verdict" },
  { what: "half a character", evidence: given("a\ud83d"), is: "fail" },
  { what: "a result without a text", evidence: { text: null, claimed_sha256: null }, is: "fail" },
  { what: "no text", evidence: { claimed_sha256: "" }, is: "no_verdict" },
  {
    what: "a text that is a number",
    evidence: { text: 12n, length: 3n, claimed_sha256: "" },
    is: "fail",
  },
  {
    what: "the length and hash of a text",
    evidence: { length: 8n, text_sha256: "ab", claimed_sha256: "ab" },
    is: "pass",
  },
  {
    what: "a length that is too long",
    evidence: { length: 9n, text_sha256: "ab", claimed_sha256: "ab" },
    is: "fail",
  },
  { what: "JSON of the form", of: json, evidence: given('{"a":1}'), is: "pass" },
  { what: "JSON of another form", of: json, evidence: given("[1]"), is: "fail" },
  { what: "text that is not JSON", of: json, evidence: given("{a:1}"), is: "fail" },
  { what: "a key twice", of: json, evidence: given('{"a":1,"a":2}'), is: "fail" },
  {
    what: "JSON that is too deep",
    of: json,
    evidence: given(`{"a":${"[".repeat(40)}${"]".repeat(40)}}`),
    is: "fail",
  },
  {
    what: "a form that cannot be seen",
    of: json,
    evidence: { length: 9n, text_sha256: "ab", claimed_sha256: "ab" },
    is: "no_verdict",
  },
  {
    what: "a form that cannot be seen because the text is too long",
    of: { ...json, maxLength: 100_000 },
    evidence: { length: 30_000n, text_sha256: "ab", claimed_sha256: "ab" },
    is: "fail",
  },
  {
    what: "a text that would fit, of a form that is not shown",
    of: { ...json, maxLength: 100_000 },
    evidence: { length: 29_999n, text_sha256: "ab", claimed_sha256: "ab" },
    is: "no_verdict",
  },
])("$what: $is", ({ of = check, evidence, is }) => {
  expect(text.judge(of, evidence)).toBe(is);
});

test.each<{ what: string; changes: JsonObject; field: string | null }>([
  { what: "as they are written", changes: {}, field: null },
  { what: "a schema", changes: { output_schema: { type: "string" } }, field: null },
  {
    what: "a least length above the greatest",
    changes: { min_length: 9n },
    field: "check.min_length",
  },
  { what: "a length of 0", changes: { max_length: 0n, min_length: 0n }, field: "check.max_length" },
  { what: "an endless length", changes: { max_length: 1_000_001n }, field: "check.max_length" },
  {
    what: "a schema with a pattern",
    changes: { output_schema: { pattern: "(a+)+$" } },
    field: "check.output_schema",
  },
])("terms with $what: $field", ({ changes, field }) => {
  const read = fields({ ...text.json(check), ...changes }, "check");
  text.read(read, "terms", () => null);
  expect(read.problem?.field ?? null).toBe(field);
});

test("a text that is too long is not read as JSON", () => {
  const steps = text.named?.(json, given(`{"a":"${"x".repeat(100)}"}`)) ?? [];
  expect(steps.map(({ name, verdict }) => [name, verdict])).toEqual([
    ["hash_matches", "pass"],
    ["length_within", "fail"],
    ["schema_valid", "no_verdict"],
  ]);
});
