/**
 * Sample terms for tests: the example of the `fix` protocol, completed; every field can be overridden. The
 * market runs the court itself.
 */
import {
  type Asset,
  CREDIT,
  invariant,
  type Pot,
  parseAmount,
  potOf,
  RATING,
  type Rules,
  rulesOf,
  type Terms,
  TIERS,
  XNO,
} from "@bazaar/kernel";
import { toySigner } from "./toy-keys.ts";

/** Test XNO as the ledger counts it. */
export const TEST_XNO: Asset = { code: "XNO", decimals: 9 };

export const PRINCIPAL = toySigner("principal");
export const AGENT = toySigner("agent");
export const RIVAL = toySigner("rival");
export const SERVER = toySigner("server");
/** An external judge: it signs its rulings itself. */
export const JUDGE = toySigner("judge");

export function units(text: string, asset: Asset = TEST_XNO): bigint {
  const amount = parseAmount(text, asset);
  invariant(amount.ok, `${text} is not a valid amount of ${asset.code}`);
  return amount.value;
}

const XNO_ON = { ledger: TEST_XNO, nano: XNO } as const;

/** 0.50 XNO, judge fee 0.17, tiers 0.02, 0.05 and 0.10. */
export function samplePot(
  changes: {
    readonly rail?: keyof typeof XNO_ON;
    readonly hasCourt?: boolean;
    readonly bounty?: string;
  } = {},
): Pot {
  const { rail = "ledger", hasCourt = true, bounty = "0.5" } = changes;
  const asset = XNO_ON[rail];
  const parameters = {
    schedule: "symmetric-bond" as const,
    asset,
    rail,
    bounty: units(bounty, asset),
    judgeFee: hasCourt ? units("0.17", asset) : 0n,
    tierFees: hasCourt ? ["0.02", "0.05", "0.1"].map((fee) => units(fee, asset)) : [],
    platformFeeBps: 1_000n,
    platformFeeMinimum: units("0.002", asset),
    cancelFeeBps: 1_000n,
  };
  return potOf(parameters, hasCourt);
}

/** 1 CREDIT at most: 10 % for the platform, 15 % for an author, 5 % for a referrer. */
export function budgetPot(): Pot {
  const bounty = units("1", CREDIT);
  return {
    schedule: "pay-after-verify",
    asset: CREDIT,
    rail: "ledger",
    funds: "post",
    due: { principal: bounty, agent: 0n },
    bounty,
    platformBps: 1_000n,
    author: { party: RIVAL.party, bps: 1_500n },
    referrer: { party: SERVER.party, bps: 500n },
  };
}

/** 30 rating points of the principal and at least 10 of the agent, due when it accepts. */
export const STAKES_AT_ACCEPTANCE: Pot = {
  schedule: "stake",
  asset: RATING,
  rail: "ledger",
  funds: "accept",
  due: { principal: 30n, agent: 10n },
};

/** A court whose judge is not the server. */
export const EXTERNAL_COURT = {
  court: { kind: "tiered", judge: JUDGE.party, tiers: TIERS },
} as const;

/** A bounty without a court. */
export const NO_COURT = {
  court: { kind: "none" },
  pots: [samplePot({ hasCourt: false })],
} as const;

export function sampleTerms(
  changes: Partial<Omit<Terms, "rules">> & { readonly rules?: Partial<Rules> } = {},
): Terms {
  const { rules, ...rest } = changes;
  return {
    version: 1,
    principal: PRINCIPAL.party,
    platform: SERVER.party,
    agent: null,
    group: null,
    work: { kind: "command", spec: { command: "make test" } },
    checks: [{ method: "exit_code", expected: 0 }],
    court: { kind: "tiered", judge: SERVER.party, tiers: TIERS },
    pots: [samplePot()],
    rules: rulesOf("fix/2", rules),
    nonce: "00".repeat(32),
    document: { task: { command: "make test", error: "make: *** [test] Error 1" } },
    ...rest,
  };
}

/** Terms without money or a court. */
export function freeTerms(changes: Parameters<typeof sampleTerms>[0] = {}): Terms {
  const { rules, ...rest } = changes;
  return sampleTerms({
    court: { kind: "none" },
    pots: [],
    rules: { looksFirst: false, ...rules },
    ...rest,
  });
}
