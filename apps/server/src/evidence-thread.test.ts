import type { Check } from "@bazaar/kernel";
import { expect, test } from "vitest";
import { EvidenceThread } from "./evidence-thread.ts";

const USUAL: readonly Check[] = [
  { method: "exit_code", expected: 0 },
  { method: "output_match", pattern: "[0-9]+ passed" },
];
/** It costs the length of the text times its own. */
const COSTLY: readonly Check[] = [{ method: "output_match", pattern: ".*".repeat(190) }];
const LONG = { output: "a".repeat(4_000_000) };

test.each([
  { evidence: { exit_code: 0n, output: "3 passed" }, is: "pass" },
  { evidence: { exit_code: 0n, output: "none" }, is: "fail" },
  { evidence: { exit_code: 0n, output: "none", is_cut: true }, is: "no_verdict" },
  { evidence: { exit_code: 1n, output: "3 passed" }, is: "fail" },
])("$evidence is judged as anywhere else: $is", async ({ evidence, is }) => {
  await using thread = new EvidenceThread();
  expect(await thread.judge(USUAL, evidence)).toBe(is);
});

test("a match that takes too long has no verdict, does not block this thread, and ends", async () => {
  await using thread = new EvidenceThread(200);
  let turns = 0;
  const ticking = setInterval(() => {
    turns += 1;
  }, 5);
  expect(await thread.judge(COSTLY, LONG)).toBe("no_verdict");
  clearInterval(ticking);
  expect(turns).toBeGreaterThan(5);
});

test("a question after one that took too long is answered", async () => {
  await using thread = new EvidenceThread(1_000);
  const answers = [thread.judge(COSTLY, LONG), thread.judge(USUAL, { exit_code: 1n })];
  expect(await Promise.all(answers)).toEqual(["no_verdict", "fail"]);
});
