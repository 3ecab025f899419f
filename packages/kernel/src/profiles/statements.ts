/** What a signed document states, compared with the terms that a market made of it. */
import { chainJson } from "../canonical/chain-json.ts";
import type { Json } from "../canonical/json.ts";
import type { Terms } from "../contract/terms.ts";
import { termsJson } from "../contract/terms-json.ts";
import { judgeOf } from "../court/courts.ts";
import { parseAmount } from "../money/amount.ts";
import type { StatedMoney } from "./offered-money.ts";

export interface Statement<Document> {
  readonly what: string;
  readonly holds: (terms: Terms, document: Document) => boolean;
}

/** The first statement that the terms contradict; null if there is none. */
export function firstContradiction<Document>(
  statements: readonly Statement<Document>[],
  terms: Terms,
  document: Document,
): string | null {
  const broken = statements.find(({ holds }) => !holds(terms, document));
  return broken === undefined ? null : broken.what;
}

export function areStatedRules(terms: Terms, rules: Readonly<Record<string, unknown>>): boolean {
  return Object.entries(rules).every(([name, value]) => Reflect.get(terms.rules, name) === value);
}

export function areStatedChecks(terms: Terms, checks: Terms["checks"]): boolean {
  const print = (stated: Terms): Json => termsJson(stated).checks ?? null;
  return isSameJson(print(terms), print({ ...terms, checks }));
}

export function isSameJson(one: Json, other: Json): boolean {
  return chainJson(one) === chainJson(other);
}

/** The judge as the document writes it, in either case; null states that nobody judges. */
export function isStatedJudge({ court }: Terms, judge: string | null): boolean {
  return judge === null ? court.kind === "none" : judge.toLowerCase() === judgeOf(court);
}

/** The currency's name and the amount; which rail carries it is the market's offer. */
export function isStatedBounty(
  { pots }: Terms,
  schedule: Terms["pots"][number]["schedule"],
  money: StatedMoney | null,
): boolean {
  const [pot, ...others] = pots;
  if (money === null) return pot === undefined;
  if (pot?.schedule !== schedule || others.length > 0 || !("bounty" in pot)) return false;
  const bounty = parseAmount(money.bounty, pot.asset);
  return pot.asset.code === money.currency && bounty.ok && bounty.value === pot.bounty;
}
