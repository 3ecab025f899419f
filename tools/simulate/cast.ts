/** The parties of one simulated world, their natures, and the terms of their contracts. */
import {
  type Asset,
  type Party,
  type Pot,
  potOf,
  RATING,
  type RailName,
  rulesOf,
  type Signer,
  type Terms,
  TIERS,
  XNO,
} from "@bazaar/kernel";
import { TEST_XNO } from "@bazaar/testkit";
import type { Keys } from "./keys.ts";
import { Random, subSeed } from "./random.ts";

export const PRINCIPALS = ["pia", "paul", "petra", "poor-pat"] as const;
export const AGENTS = ["ada", "abe", "amy", "alf", "ann", "poor-art"] as const;

/** The market's own court, or a judge that signs its rulings itself. */
const JUDGES = ["server", "judge"] as const;

export type PrincipalNature = "honest" | "silent" | "denier" | "leaver" | "hostile";
export type AgentNature = "honest" | "silent seat" | "silent work" | "greedy" | "hostile";
export type JudgeNature =
  | "honest"
  | "dead"
  | "refusing"
  | "unreadable"
  | "hostile"
  | "a second late"
  | "slow";

export interface Plan {
  readonly principal: string;
  readonly judge: JudgeNature;
  readonly terms: Terms;
}

export interface Cast {
  readonly plans: readonly Plan[];
  readonly principals: Readonly<Record<string, PrincipalNature>>;
  readonly agents: Readonly<Record<string, AgentNature>>;
}

const PRINCIPAL_NATURES = [
  "honest",
  "honest",
  "honest",
  "silent",
  "denier",
  "leaver",
  "hostile",
] as const;
const AGENT_NATURES = [
  "honest",
  "honest",
  "honest",
  "silent seat",
  "silent work",
  "greedy",
  "hostile",
] as const;
const JUDGE_NATURES = [
  "honest",
  "honest",
  "honest",
  "dead",
  "refusing",
  "unreadable",
  "hostile",
  "a second late",
  "slow",
] as const;

export function castOf(seed: number, contracts: number, keys: Keys): Cast {
  const random = new Random(subSeed(seed, 0));
  const plans: Plan[] = [];
  for (let index = 0; index < contracts; index += 1) {
    const principal = random.pick(PRINCIPALS);
    const judge = random.pick(JUDGE_NATURES);
    plans.push({ principal, judge, terms: randomTerms(random, keys, principal, seed, index) });
  }
  return {
    plans,
    principals: natures(PRINCIPALS, PRINCIPAL_NATURES, random),
    agents: natures(AGENTS, AGENT_NATURES, random),
  };
}

function natures<T>(
  names: readonly string[],
  options: readonly [T, ...T[]],
  random: Random,
): Readonly<Record<string, T>> {
  return Object.fromEntries(names.map((name) => [name, random.pick(options)]));
}

function randomTerms(
  random: Random,
  keys: Keys,
  principal: string,
  seed: number,
  index: number,
): Terms {
  const kind = random.pick(KINDS);
  const hasCourt = kind !== "free" && kind !== "no court";
  const tiers = TIERS.slice(0, 1 + random.below(TIERS.length));
  const isReplayable = random.chance(0.15);
  return {
    version: 1,
    principal: keys.signer(principal).party,
    platform: keys.signer("server").party,
    agent: random.chance(0.1) ? keys.signer(random.pick(AGENTS)).party : null,
    group: null,
    work: { kind: isReplayable ? "run" : "command", spec: { command: "make test" } },
    checks: [{ method: "exit_code", expected: 0 }],
    court: hasCourt
      ? { kind: "tiered", judge: keys.signer(random.pick(JUDGES)).party, tiers }
      : { kind: "none" },
    pots: randomPots(kind, random, tiers.length, keys.signer),
    rules: rulesOf(kind === "court-fees" ? "escrow/1" : "fix/2", {
      mode: random.chance(0.3) ? "autonomous" : "supervised",
      looksFirst: kind === "free" ? false : random.chance(0.85),
      maxAttempts: 1 + random.below(3),
      maxAgents: 1 + random.below(5),
      // Small enough that looking is over in some contracts.
      maxFreeSeats: 1 + random.below(4),
      seatLookSeconds: random.pick([20, 180]),
      lookingSeconds: random.pick([40, 600]),
      investigationRateSeconds: random.below(3),
      reopens: kind !== "court-fees" && random.chance(0.8),
    }),
    nonce: (BigInt(seed) * 1_000_003n + BigInt(index)).toString(16).padStart(64, "0"),
    document: { task: { command: "make test" } },
  };
}

const KINDS = [
  "ledger",
  "ledger",
  "ledger",
  "nano",
  "nano",
  "no court",
  "free",
  "court-fees",
  "pay-after-verify",
  "pay and stake",
] as const;

type Kind = (typeof KINDS)[number];

function randomPots(
  kind: Kind,
  random: Random,
  tiers: number,
  signer: (name: string) => Signer,
): readonly Pot[] {
  switch (kind) {
    case "free":
      return [];
    case "court-fees":
      return [courtFeesPot(random, tiers)];
    case "pay-after-verify":
      return [payAfterVerifyPot(random, signer(random.pick(AGENTS)).party)];
    case "pay and stake":
      return [bondPot(kind, random, tiers), stakePot(random)];
    default:
      return [bondPot(kind, random, tiers)];
  }
}

/** Odd amounts, so that every division has a remainder. */
function oddAmount(random: Random, digits: number): bigint {
  return (
    1n +
    BigInt(random.uint32()) * 10n ** BigInt(Math.max(0, digits - 9)) +
    BigInt(random.below(997))
  );
}

function tierFees(random: Random, tiers: number, digits: number): readonly bigint[] {
  return Array.from({ length: tiers }, () => oddAmount(random, digits - 1));
}

function bondPot(kind: Kind, random: Random, tiers: number): Pot {
  const hasCourt = kind !== "no court";
  const money = xnoOn(kind === "nano" ? "nano" : "ledger");
  const { asset } = money;
  const fees = hasCourt ? tierFees(random, tiers, asset.decimals) : [];
  const parameters = {
    schedule: "symmetric-bond" as const,
    ...money,
    bounty: oddAmount(random, asset.decimals),
    judgeFee: fees.reduce((sum, fee) => sum + fee, 0n),
    tierFees: fees,
    platformFeeBps: 1_000n,
    platformFeeMinimum: 10n ** BigInt(asset.decimals - 3) * 2n,
    cancelFeeBps: 1_000n,
  };
  return potOf(parameters, hasCourt);
}

function courtFeesPot(random: Random, tiers: number): Pot {
  const parameters = {
    schedule: "court-fees" as const,
    ...xnoOn("ledger"),
    bounty: oddAmount(random, TEST_XNO.decimals),
    minBond: oddAmount(random, TEST_XNO.decimals),
    tierFees: tierFees(random, tiers, TEST_XNO.decimals),
    platformFeeBps: BigInt(random.below(3_000)),
    cancelFeeBps: 1_000n,
    restitution: random.chance(0.5),
  };
  return potOf(parameters, true);
}

function payAfterVerifyPot(random: Random, author: Party): Pot {
  const money = xnoOn(random.pick(["ledger", "nano"]));
  const parameters = {
    schedule: "pay-after-verify" as const,
    ...money,
    bounty: oddAmount(random, money.asset.decimals),
    platformBps: 1_000n,
    author: random.chance(0.5) ? { party: author, bps: 1_500n } : null,
    referrer: null,
  };
  return potOf(parameters, true);
}

function xnoOn(rail: "ledger" | "nano"): { readonly asset: Asset; readonly rail: RailName } {
  return { asset: rail === "ledger" ? TEST_XNO : XNO, rail };
}

function stakePot(random: Random): Pot {
  const stakes = { principal: BigInt(random.below(50)), agent: BigInt(random.below(50)) };
  return { schedule: "stake", asset: RATING, rail: "ledger", due: stakes };
}
