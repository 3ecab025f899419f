/**
 * What was agreed at posting, and never changes.
 *
 * The four dials (work, check, money, court) and the rules are plain data here; nothing in the
 * terms says through which door they came. The hash of the terms is the contract's id, so that no
 * entry of one contract can be moved to another.
 */
import type { JsonObject } from "../canonical/json.ts";
import type { Check } from "../check/check.ts";
import type { TierName } from "../court/ruling.ts";
import type { Party } from "../identity/party.ts";
import type { Pot } from "../settlement/pot.ts";
import type { Rules } from "./rules.ts";

declare const contractId: unique symbol;
/** SHA-256 of the terms in the chain's canonical form, 64 hex. */
export type ContractId = string & { readonly [contractId]: true };

export const WORK_KINDS = ["command", "patch", "review", "index", "run", "text"] as const;

export interface Work {
  readonly kind: (typeof WORK_KINDS)[number];
  /** What is to be done; the fields depend on the kind. */
  readonly spec: JsonObject;
}

/** Several contracts on one job: the first to finish wins, or all answers are compared. */
export interface Group {
  readonly id: string;
  readonly size: number;
  readonly kind: "race" | "redundancy";
}

export type CourtTerms =
  | { readonly kind: "none" }
  | {
      readonly kind: "tiered";
      /** The party whose rulings count. */
      readonly judge: Party;
      /** The lowest tiers, in order; the last is final. */
      readonly tiers: readonly TierName[];
    };

/** The version of the terms that this program writes. Each version that it reads has its parser. */
export const TERMS_VERSION = 1;

export interface Terms {
  readonly version: typeof TERMS_VERSION;
  readonly principal: Party;
  /** The market that keeps this contract; its key signs what only the server may write. */
  readonly platform: Party;
  /** If named, nobody else may take the seat. */
  readonly agent: Party | null;
  readonly group: Group | null;
  readonly work: Work;
  /** All must pass. */
  readonly checks: readonly Check[];
  readonly court: CourtTerms;
  readonly pots: readonly Pot[];
  readonly rules: Rules;
  /** Distinguishes contracts with otherwise equal terms. */
  readonly nonce: string;
  /** The posted document as it was sent, including unknown fields. */
  readonly document: JsonObject;
}
