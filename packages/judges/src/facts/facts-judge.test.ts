import { type JsonObject, outputCommitment } from "@bazaar/kernel";
import {
  AGENT,
  accepted,
  checkedData,
  halted,
  PRINCIPAL,
  rechecked,
  SERVER,
  type Story,
} from "@bazaar/testkit";
import { expect, test } from "vitest";
import { disputed, fileOf } from "../../test/cases.ts";
import { factsJudge } from "./facts-judge.ts";

const failed = { success: false };

function checkedAs(verdict: "pass" | "fail"): Story {
  const told = rechecked();
  const question = BigInt(told.state.case?.question ?? 0);
  return told
    .act(SERVER, "checked", checkedData(verdict, question))
    .act(verdict === "pass" ? PRINCIPAL : AGENT, "appeal");
}

const SALT = "5e".repeat(32);

/** The principal had committed to "all ok" and shows this in court. */
function withheld(shown: JsonObject): Story {
  return disputed({
    terms: { checks: [{ method: "output_match", pattern: "ok" }] },
    verify: {
      ...failed,
      evidence: { is_cut: true, output_commitment: outputCommitment(SALT, "all ok") },
    },
    shown,
  });
}

test.each<{ when: string; told: Story; is: string; on?: readonly bigint[] }>([
  {
    when: "the principal admits that the fix passed which it calls failed",
    told: disputed({ verify: { ...failed, evidence: { passed: true } } }),
    is: "fulfilled",
    on: [3n, 4n],
  },
  {
    when: "the output that the principal had withheld passes",
    told: withheld({ output: "all ok", salt: SALT }),
    is: "fulfilled",
    on: [4n, 6n],
  },
  {
    when: "the output that the principal shows is not the one it had withheld",
    told: withheld({ output: "it is ok", salt: SALT }),
    is: "impossible",
  },
  {
    when: "the output is shown without what proves it",
    told: withheld({ output: "all ok" }),
    is: "impossible",
  },
  {
    when: "the principal's evidence shows a failure, on its own word",
    told: disputed({ verify: { ...failed, evidence: { exit_code: 2n } } }),
    is: "impossible",
  },
  { when: "there is no evidence", told: disputed({ verify: failed }), is: "impossible" },
  {
    when: "one of two checks has no evidence",
    told: disputed({
      terms: { checks: [{ method: "exit_code", expected: 0 }, { method: "principal" }] },
      verify: { ...failed, evidence: { exit_code: 0n } },
    }),
    is: "impossible",
  },
  {
    when: "only the agent says that it works",
    told: disputed({ verify: failed, filed: "all checks pass, exit code 0" }),
    is: "impossible",
  },
  { when: "the court's re-run passed", told: checkedAs("pass"), is: "fulfilled", on: [6n] },
  { when: "the court's re-run failed", told: checkedAs("fail"), is: "canceled", on: [6n] },
  {
    when: "the court's re-run had no verdict",
    told: rechecked().act(SERVER, "checked"),
    is: "impossible",
  },
  {
    when: "the agent goes to court without a fix",
    told: accepted().act(AGENT, "dispute_filed").act(PRINCIPAL, "dispute_response"),
    is: "canceled",
  },
  {
    when: "the agent has no fix and no answer",
    told: accepted().act(PRINCIPAL, "dispute_filed").lapse(),
    is: "canceled",
  },
  {
    when: "the principal stops the work before a fix, and the agent answers",
    told: accepted().act(PRINCIPAL, "dispute_filed").act(AGENT, "dispute_response"),
    is: "impossible",
  },
  { when: "the principal halts before a fix", told: halted(), is: "impossible" },
  {
    when: "the principal never answered the agent's command",
    told: accepted().act(AGENT, "investigate").act(AGENT, "dispute_filed").lapse(),
    is: "impossible",
  },
])("$when: $is", async ({ told, is, on = [] }) => {
  const { answer, reasoning, details } = await factsJudge().opine(fileOf(told));
  expect(answer).toBe(is);
  expect(details).toEqual({ judge_kind: "facts", rests_on: on });
  expect(reasoning).toMatch(/^Ruled by the facts judge: no model/);
  for (const seq of on) expect(reasoning).toContain(`${seq}`);
});

test("only the last verification is judged", async () => {
  const fix = (shell: string) => ({ fix: shell, explanation: "again" });
  const told = accepted({ rules: { maxAttempts: 3 } })
    .act(AGENT, "fix", fix("one"))
    .act(PRINCIPAL, "verify", { ...failed, evidence: { passed: true } })
    .act(AGENT, "fix", fix("two"))
    .act(PRINCIPAL, "verify", { ...failed, evidence: { exit_code: 1n } })
    .act(AGENT, "dispute_filed")
    .act(PRINCIPAL, "dispute_response");
  expect((await factsJudge().opine(fileOf(told))).answer).toBe("impossible");
});
