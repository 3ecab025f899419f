import { EMPTY_CHAIN } from "@bazaar/kernel";
import { AGENT, accepted, PRINCIPAL, SERVER, toyVerify } from "@bazaar/testkit";
import { expect, test } from "vitest";
import { historyLines } from "./contract-history.ts";

test("a check that was not run again is shown with the reason, and an agreed pattern on one line", () => {
  const told = accepted({
    work: { kind: "run", spec: { command: "make" } },
    checks: [
      { method: "exit_code", expected: 0 },
      { method: "output_match", pattern: "a\nb" },
    ],
  })
    .act(AGENT, "fix", { fix: "make" })
    .act(PRINCIPAL, "dispute_filed", { argument: "no" })
    .act(AGENT, "dispute_response", { argument: "yes" });
  const question = BigInt(told.state.case?.question ?? 0);
  const reason = "This server has no sandbox to run the check again in.";
  told.act(SERVER, "checked", { verdict: "no_verdict", evidence: { reason }, question });
  const transcript = told.transcript();
  const contract = { id: transcript.id, transcript, state: told.state, chain: EMPTY_CHAIN };
  const lines = historyLines(contract, null, toyVerify, 0);
  expect(lines.join("\n")).toMatch(
    /the market: checked \(no_verdict\)\n.*This server has no sandbox/,
  );
  expect(lines.join("\n")).toContain('checked by exit code 0, output that matches "a\\nb"');
});
