import {
  type Check,
  judgeRun,
  type RulingOutcome,
  TIER_RULINGS,
  type Verdict,
} from "@bazaar/kernel";
import type { Checked, Opinion, PanelCall } from "@bazaar/market/ports";
import type { JudgeNature } from "./cast.ts";
import { evidenceOf } from "./check-plays.ts";
import type { Keys } from "./keys.ts";
import { AGENTS, ARBITERS } from "./people.ts";
import type { Random } from "./random.ts";

/** The answer of a judge of this nature; null if it does not answer. */
export function opinionOf(nature: JudgeNature, random: Random): Opinion | null {
  const say = (answer: Opinion["answer"]): Opinion => ({ answer, reasoning: nature, details: {} });
  switch (nature) {
    case "dead":
      return null;
    case "refusing":
      return say(random.chance(0.7) ? "refused" : "canceled");
    case "unreadable":
      return say(random.chance(0.7) ? "unreadable" : "fulfilled");
    case "hostile":
      return say(random.pick(["evil_agent", "evil_principal", "evil_both"]));
    default:
      return say(random.pick(TIER_RULINGS));
  }
}

/** How often the checker itself fails. */
const FAILED_CHECKS = 0.05;

/** The checks, run again on a result that deserves this: what they show decides. */
export function checkedOf(checks: readonly Check[], result: Verdict, random: Random): Checked {
  if (random.chance(FAILED_CHECKS))
    return { verdict: "no_verdict", evidence: { reason: "broken" } };
  const evidence = evidenceOf(checks, result, random);
  return { verdict: judgeRun(checks, evidence), evidence };
}

/** The outcome that a judge of this nature signs by itself, or null. */
export function rulingOf(nature: JudgeNature, random: Random): RulingOutcome | null {
  const answer = opinionOf(nature, random)?.answer;
  return TIER_RULINGS.find((ruling) => ruling === answer) ?? null;
}

/** Agents sit on panels too; sometimes too few of them are there. */
export function panelCallOf(keys: Keys, random: Random): PanelCall {
  const all = [...AGENTS, ...ARBITERS];
  const size = random.pick([2, all.length, all.length, all.length]);
  const nonce = random.below(1_000_000).toString(16);
  return {
    dispute: "a case",
    proposal: "a contract",
    serverNonce: nonce.padStart(32, "0"),
    pool: all.slice(0, size).map((name) => ({ id: name, party: keys.signer(name).party })),
  };
}
