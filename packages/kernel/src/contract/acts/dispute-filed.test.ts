import {
  AGENT,
  accepted,
  bonded,
  contested,
  deliberating,
  filed,
  fixed,
  halted,
  NO_COURT,
  PRINCIPAL,
  RIVAL,
  rechecked,
  reviewed,
  ruled,
  story,
} from "@bazaar/testkit";
import { expect, test } from "vitest";
import { actTable, textLimit } from "../test/act-table.ts";

actTable("dispute_filed", AGENT, [
  {
    when: "the principal files while the agent works",
    told: accepted(),
    by: PRINCIPAL,
    to: "awaiting_response",
  },
  { when: "the agent files while it works", told: accepted(), to: "awaiting_response" },
  {
    when: "the principal files while verifying",
    told: fixed(),
    by: PRINCIPAL,
    to: "awaiting_response",
  },
  { when: "the agent files while its fix is verified", told: fixed(), to: "awaiting_response" },
  {
    when: "the principal files in the review",
    told: reviewed(),
    by: PRINCIPAL,
    to: "awaiting_response",
  },
  { when: "the agent files in the review", told: reviewed(), to: "not_yours_to_dispute" },
  { when: "the agent contests a rejection", told: contested(), to: "awaiting_response" },
  {
    when: "the principal contests its own rejection",
    told: contested(),
    by: PRINCIPAL,
    to: "not_yours_to_dispute",
  },
  { when: "the agent investigates", told: bonded(), by: PRINCIPAL, to: "wrong_phase" },
  { when: "a case is filed already", told: filed(), to: "wrong_phase" },
  { when: "the court deliberates", told: deliberating(), to: "wrong_phase" },
  { when: "the court has ruled", told: ruled(), by: PRINCIPAL, to: "wrong_phase" },
  { when: "the contract is halted", told: halted(), to: "wrong_phase" },
  { when: "the contract has ended", told: story().lapse(), by: PRINCIPAL, to: "contract_ended" },
  { when: "a stranger files", told: accepted(), by: RIVAL, to: "not_a_party" },
  {
    when: "the agent contests at the deadline",
    told: contested().wait(360),
    to: "awaiting_response",
  },
  { when: "the agent contests too late", told: contested().wait(360.001), to: "deadline_passed" },
  { when: "there is no court and the agent works", told: accepted(NO_COURT), to: "no_court" },
  {
    when: "there is no court and a fix is verified",
    told: fixed(NO_COURT),
    by: PRINCIPAL,
    to: "no_court",
  },
  {
    when: "there is no court and the review runs",
    told: reviewed(NO_COURT),
    by: PRINCIPAL,
    to: "no_court",
  },
]);

textLimit("dispute_filed", AGENT, {
  field: "argument",
  max: 20_000,
  isOptional: false,
  told: accepted,
  to: "awaiting_response",
});

test.each([
  { work: "command", check: { method: "exit_code", expected: 0 }, bench: "district" },
  { work: "run", check: { method: "exit_code", expected: 0 }, bench: "replay" },
  { work: "run", check: { method: "output_match", pattern: "ok" }, bench: "replay" },
  { work: "patch", check: { method: "exit_code", expected: 0 }, bench: "district" },
  { work: "text", check: { method: "principal" }, bench: "district" },
] as const)("$work with $check.method begins at $bench", ({ work, check, bench }) => {
  const told = fixed({ work: { kind: work, spec: { command: "make test" } }, checks: [check] });
  expect(told.act(PRINCIPAL, "dispute_filed").state.case?.bench).toBe(bench);
});

test("a court that can run the check itself does that first", () => {
  const told = rechecked();
  expect(told.state.case?.bench).toBe("replay");
  expect(told.tasks).toMatchObject([{ kind: "run_check", payload: { question: 0 } }]);
});
