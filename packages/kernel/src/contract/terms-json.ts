/** Terms as they are written into the `post` entry: snake_case names, amounts as decimals. */
import type { JsonObject } from "../canonical/json.ts";
import { checkJson } from "../check/read-check.ts";
import { courtJson } from "../court/courts.ts";
import { unreachable } from "../invariant.ts";
import { formatAmount } from "../money/amount.ts";
import type { Cut, Pot } from "../settlement/pot.ts";
import { NUMBER_RULE_NAMES, NUMBER_RULES, type Rules } from "./rules.ts";
import type { Terms, Work } from "./terms.ts";

export function termsJson(terms: Terms): JsonObject {
  const { principal, platform, agent, group, work, checks, court, pots, rules } = terms;
  return {
    version: BigInt(terms.version),
    principal,
    platform,
    agent,
    group: group === null ? null : { ...group, size: BigInt(group.size) },
    work: workJson(work),
    checks: checks.map(checkJson),
    court: courtJson(court),
    pots: pots.map(potJson),
    rules: rulesJson(rules),
    nonce: terms.nonce,
    document: terms.document,
  };
}

function workJson(work: Work): JsonObject {
  if (work.kind !== "task") return { kind: work.kind, spec: work.spec };
  const { kind, spec, expiresSeconds } = work;
  return { kind, spec, expires_seconds: expiresSeconds === null ? null : BigInt(expiresSeconds) };
}

function rulesJson(rules: Rules): JsonObject {
  const numbers = NUMBER_RULE_NAMES.map((name) => [NUMBER_RULES[name].wire, BigInt(rules[name])]);
  return {
    profile: rules.profile,
    mode: rules.mode,
    looks_first: rules.looksFirst,
    reopens: rules.reopens,
    ...Object.fromEntries(numbers),
  };
}

function potJson(pot: Pot): JsonObject {
  const { schedule, asset, rail, funds, due } = pot;
  const print = (units: bigint): string => formatAmount(units, asset);
  const common = {
    schedule,
    asset: { code: asset.code, decimals: BigInt(asset.decimals) },
    rail,
    funds,
    deposits: { principal: print(due.principal), agent: print(due.agent) },
  };
  switch (pot.schedule) {
    case "symmetric-bond":
      return {
        ...common,
        bounty: print(pot.bounty),
        judge_fee: print(pot.judgeFee),
        tier_fees: pot.tierFees.map(print),
        platform_fee_bps: pot.platformFeeBps,
        platform_fee_minimum: print(pot.platformFeeMinimum),
        cancel_fee_bps: pot.cancelFeeBps,
      };
    case "court-fees":
      return {
        ...common,
        bounty: print(pot.bounty),
        min_bond: print(pot.minBond),
        tier_fees: pot.tierFees.map(print),
        platform_fee_bps: pot.platformFeeBps,
        cancel_fee_bps: pot.cancelFeeBps,
        restitution: pot.restitution,
      };
    case "pay-after-verify":
      return {
        ...common,
        bounty: print(pot.bounty),
        platform_bps: pot.platformBps,
        author: cutJson(pot.author),
        referrer: cutJson(pot.referrer),
      };
    case "stake":
      return common;
    default:
      return unreachable(pot);
  }
}

function cutJson(cut: Cut | null): JsonObject | null {
  return cut === null ? null : { party: cut.party, bps: cut.bps };
}
