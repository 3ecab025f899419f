import { outputCommitment } from "@bazaar/kernel";
import { PRINCIPAL, rule } from "@bazaar/testkit";
import { expect, test } from "vitest";
import { caseOf, disputed } from "../../test/cases.ts";
import { factLines } from "./fact-lines.ts";

const salt = "5e".repeat(32);
const failed = { success: false };
const matches = { checks: [{ method: "output_match", pattern: "ok" }] } as const;
const committed = { is_cut: true, output_commitment: outputCommitment(salt, "no") };

test.each([
  {
    when: "a failure came without evidence",
    told: disputed({ verify: failed }),
    line: "- Entry 4: the principal reported failure without evidence for the agreed checks.",
  },
  {
    when: "evidence speaks of something else",
    told: disputed({ verify: { ...failed, evidence: { mood: "bad" } } }),
    line: "- Entry 4: the principal reported failure without evidence for the agreed checks.",
  },
  {
    when: "output was withheld",
    told: disputed({ terms: matches, verify: { ...failed, evidence: committed } }),
    line: "- Entry 4: the principal reported failure; by the agreed checks, its evidence does not decide the checks.",
  },
  {
    when: "withheld output is shown",
    told: disputed({
      terms: matches,
      verify: { ...failed, evidence: committed },
      shown: { output: "no", salt },
    }),
    line: "- Entry 6: the principal shows an output that entry 4 had committed to; with it the agreed checks give fail.",
  },
  {
    when: "withheld output is shown in an appeal",
    told: rule(
      disputed({ terms: matches, verify: { ...failed, evidence: committed } }),
      "fulfilled",
    ).act(PRINCIPAL, "appeal", { argument: "see", evidence: { output: "no", salt } }),
    line: "- Entry 8: the principal shows an output that entry 4 had committed to; with it the agreed checks give fail.",
  },
  {
    when: "another output is shown",
    told: disputed({
      terms: matches,
      verify: { ...failed, evidence: committed },
      shown: { output: "never", salt },
    }),
    line: "- Entry 6: the principal shows an output that no verification has committed to: it proves nothing.",
  },
])("the court is told when $when", ({ told, line }) => {
  expect(factLines(caseOf(told)).split("\n")).toContain(line);
});
