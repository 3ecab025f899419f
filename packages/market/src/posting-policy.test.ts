import { sampleTerms } from "@bazaar/testkit";
import { expect, test } from "vitest";
import { rejectSpam } from "./posting-policy.ts";

const RIGHT_TO_LEFT = String.fromCodePoint(0x202e);

test.each([
  { when: "an ordinary command", command: "gcc foo.c", error: "no bar", code: null },
  { when: "a here-document", command: "cat <<E\n\tone\r\nE", error: "", code: null },
  { when: "a long row of dashes in the error", command: "x", error: "-".repeat(200), code: null },
  { when: "an escape sequence", command: "ls \u001b[2J", error: "", code: "unwelcome" },
  { when: "text turned round", command: `ls ${RIGHT_TO_LEFT}fdp`, error: "", code: "unwelcome" },
  { when: "too many lines", command: "a\n".repeat(300), error: "", code: "unwelcome" },
  { when: "padding", command: "x", error: "A".repeat(3_000), code: "unwelcome" },
])("$when → $code", ({ command, error, code }) => {
  const terms = sampleTerms({
    work: { kind: "command", spec: { command } },
    document: { task: { command, error } },
  });
  expect(rejectSpam(terms)?.refusal.code ?? null).toBe(code);
});
