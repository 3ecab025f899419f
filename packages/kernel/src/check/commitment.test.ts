import { createHmac } from "node:crypto";
import { expect, test } from "vitest";
import type { JsonObject } from "../canonical/json.ts";
import { MAX_COMMITTED, openedCommitment, outputCommitment } from "./commitment.ts";

const salt = "5e".repeat(32);

test("the commitment is the HMAC-SHA256 of the output in UTF-8, keyed with the salt's bytes", () => {
  const output = "make: *** [all] Fehler 2 \u{1f600}\n";
  const expected = createHmac("sha256", Buffer.from(salt, "hex")).update(output).digest("hex");
  expect(outputCommitment(salt, output)).toBe(expected);
  expect(openedCommitment({ output, salt, exit_code: 2n })).toBe(expected);
});

test.each<{ what: string; evidence: JsonObject }>([
  { what: "no output", evidence: { salt } },
  { what: "no salt", evidence: { output: "a" } },
  { what: "a salt in capitals", evidence: { output: "a", salt: salt.toUpperCase() } },
  { what: "a short salt", evidence: { output: "a", salt: "5e" } },
  { what: "a longer output", evidence: { output: "a".repeat(MAX_COMMITTED + 1), salt } },
])("$what opens nothing", ({ evidence }) => {
  expect(openedCommitment(evidence)).toBeNull();
});
