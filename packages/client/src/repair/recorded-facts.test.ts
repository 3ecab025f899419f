import type { Contract } from "@bazaar/doors/connection";
import { type JsonObject, TEXT_LIMITS } from "@bazaar/kernel";
import { expect, test } from "vitest";
import { recordedFacts } from "./recorded-facts.ts";

const PRINCIPAL = "fix_principal";
const EVIDENCE = {
  exit_code: 1n,
  duration_ms: 20n,
  stdout_sha256: "aa",
  output_sha256: "bb",
  tail: "line 3: wrong\n",
};

/** As much of a contract as a record is read from. */
function contractWith(...acts: readonly (readonly [string, JsonObject])[]): Contract {
  const entries = acts.map(([type, data], seq) => ({ type, data, seq, author: PRINCIPAL }));
  const terms = { principal: PRINCIPAL };
  return { transcript: { entries }, state: { terms } } as unknown as Contract;
}

test.each<{ what: string; act: readonly [string, JsonObject]; says: string }>([
  {
    what: "an answered look",
    act: ["result", { command: "cat Makefile", output: "all:" }],
    says: "Entry 0: answered the investigation (cat Makefile).",
  },
  {
    what: "a failed check",
    act: ["verify", { success: false, evidence: EVIDENCE }],
    says: "Entry 0: the fix failed; exit code 1, 20 ms, stdout sha256 aa, output sha256 bb.",
  },
  {
    what: "a check without a run",
    act: ["verify", { success: false, explanation: "No sandbox here." }],
    says: "Entry 0: the fix failed; no run was recorded. No sandbox here.",
  },
  {
    what: "a run that did not end",
    act: ["verify", { success: false, evidence: { stopped_by: "time" } }],
    says: "Entry 0: the fix failed; stopped by time.",
  },
  {
    what: "a rejection without a reason",
    act: ["review_reject", {}],
    says: "Entry 0: the fix was rejected: no reason given.",
  },
])("$what is told as it was recorded", ({ act, says }) => {
  expect(recordedFacts(contractWith(act)).split("\n")).toContain(says);
});

test("the output of the last check ends the answer", () => {
  const facts = recordedFacts(
    contractWith(
      ["verify", { success: false, evidence: { ...EVIDENCE, tail: "an earlier one" } }],
      ["verify", { success: false, evidence: EVIDENCE }],
    ),
  );
  expect(facts).toMatch(/The output ended with:\nline 3: wrong$/);
  expect(facts).not.toContain("an earlier one");
});

test("what was seen here and never reported is told before the court too", () => {
  const facts = recordedFacts(contractWith(["fix", { fix: "x" }]), {
    fixSeq: 0,
    evidence: { ...EVIDENCE, exit_code: 0n, tail: "passed" },
  });
  expect(facts).toContain("The fix of entry 0, run in a sandbox here: exit code 0, 20 ms");
  expect(facts).toMatch(/The output ended with:\npassed$/);
});

test("a long story stays within what an argument may be", () => {
  const long: readonly [string, JsonObject] = ["result", { command: "x".repeat(2_000) }];
  const facts = recordedFacts(contractWith(...Array.from({ length: 100 }, () => long)));
  expect(facts.length).toBeLessThanOrEqual(TEXT_LIMITS.argument);
});
