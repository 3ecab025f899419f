import { judgeRun, type Verdict } from "@bazaar/kernel";
import { expect, test } from "vitest";
import { CHECK_METHODS } from "../../packages/kernel/src/check/kinds.ts";
import { CHECK_PLAYS, CHECK_VERDICTS, evidenceOf } from "./check-plays.ts";
import { toyKeys } from "./keys.ts";
import { Random } from "./random.ts";
import { filledJob } from "./random-documents.ts";

const AUTHOR = { principal: toyKeys().signer("pia").party, nonce: "1".padStart(64, "0") };

const SHOWN = CHECK_METHODS.flatMap((method) =>
  CHECK_VERDICTS.flatMap((verdict) =>
    CHECK_PLAYS[method].shows[verdict].map((_, at) => ({ method, verdict, at })),
  ),
);

test.each(SHOWN)(
  "the kernel finds $verdict in sample $at of $method",
  ({ method, verdict, at }) => {
    const { checks } = filledJob(CHECK_PLAYS[method].job, new Random(1), toyKeys(), AUTHOR);
    const own = checks.filter((check) => check.method === method);
    expect(own).toHaveLength(1);
    expect(judgeRun(own, CHECK_PLAYS[method].shows[verdict][at] ?? {})).toBe(verdict);
  },
);

test("evidence for several checks has the verdict that is asked for", () => {
  const { checks } = filledJob(CHECK_PLAYS.trajectory.job, new Random(1), toyKeys(), AUTHOR);
  expect(checks.length).toBeGreaterThan(1);
  for (let seed = 0; seed < 50; seed += 1) {
    const verdict = new Random(seed).pick<Verdict>(CHECK_VERDICTS);
    expect(judgeRun(checks, evidenceOf(checks, verdict, new Random(seed)))).toBe(verdict);
  }
});
