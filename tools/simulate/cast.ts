/** The parties of one simulated world, their natures, and the terms of their contracts. */
import type { Terms } from "@bazaar/kernel";
import type { Keys } from "./keys.ts";
import { AGENTS, PARTIES, PRINCIPALS } from "./people.ts";
import { Random, subSeed } from "./random.ts";
import { randomTerms } from "./random-terms.ts";

/** A nature that is listed more often is had by more. */
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

export type PrincipalNature = (typeof PRINCIPAL_NATURES)[number];
export type AgentNature = (typeof AGENT_NATURES)[number];
export type JudgeNature = (typeof JUDGE_NATURES)[number];

export interface Plan {
  readonly principal: string;
  readonly judge: JudgeNature;
  readonly terms: Terms;
}

export interface Cast {
  readonly plans: readonly Plan[];
  readonly principals: Readonly<Record<string, PrincipalNature>>;
  readonly agents: Readonly<Record<string, AgentNature>>;
  /** Keys with one owner, which will say so. */
  readonly bindings: readonly (readonly [string, string])[];
}

export function castOf(seed: number, contracts: number, keys: Keys): Cast {
  const random = new Random(subSeed(seed, 0));
  const plans: Plan[] = [];
  for (let index = 0; index < contracts; index += 1) {
    const principal = random.pick(PRINCIPALS);
    const judge = random.pick(JUDGE_NATURES);
    const author = { principal: keys.signer(principal).party, nonce: nonceOf(seed, index) };
    plans.push({ principal, judge, terms: randomTerms(random, keys, author) });
  }
  return {
    plans,
    principals: natures(PRINCIPALS, PRINCIPAL_NATURES, random),
    agents: natures(AGENTS, AGENT_NATURES, random),
    bindings: bindingsOf(random),
  };
}

/** Few enough that most can still deal with each other. */
function bindingsOf(random: Random): readonly (readonly [string, string])[] {
  const anyone = (): string => random.pick([...PARTIES, "judge"]);
  const count = random.below(4);
  const pairs = Array.from({ length: count }, () => [anyone(), anyone()] as const);
  return pairs.filter(([one, other]) => one !== other);
}

function natures<T>(
  names: readonly string[],
  options: readonly [T, ...T[]],
  random: Random,
): Readonly<Record<string, T>> {
  return Object.fromEntries(names.map((name) => [name, random.pick(options)]));
}

function nonceOf(seed: number, index: number): string {
  return (BigInt(seed) * 1_000_003n + BigInt(index)).toString(16).padStart(64, "0");
}
