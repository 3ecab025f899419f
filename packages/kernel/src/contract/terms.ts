/**
 * What was agreed at posting, and never changes.
 *
 * The four dials (work, check, money, court) and the rules are plain data here; nothing in the
 * terms says through which door they came. The hash of the terms is the contract's id, so that no
 * entry of one contract can be moved to another.
 */
import type { JsonObject } from "../canonical/json.ts";
import type { Check } from "../check/kinds.ts";
import type { CourtTerms } from "../court/courts.ts";
import type { Party } from "../identity/party.ts";
import type { Pot } from "../settlement/pot.ts";
import type { Rules } from "./rules.ts";

declare const contractId: unique symbol;
/** SHA-256 of the terms in the chain's canonical form, 64 hex. */
export type ContractId = string & { readonly [contractId]: true };

/** Work whose result a buyer checks; `schema`: as the job's schema says. */
export const JOB_KINDS = ["patch", "review", "index", "run", "text", "schema"] as const;

export const WORK_KINDS = ["command", ...JOB_KINDS, "task"] as const;

export type Work =
  | {
      readonly kind: "command" | (typeof JOB_KINDS)[number];
      /** What is to be done; the fields depend on the kind. */
      readonly spec: JsonObject;
    }
  | {
      /** Whatever two sides agree on in words. */
      readonly kind: "task";
      readonly spec: JsonObject;
      /** From posting: whether accepted by then or not, it ends. Null: the usual windows. */
      readonly expiresSeconds: number | null;
    };

/** The longest that a task may wait, and then the longest that it may take. */
export const MAX_TASK_SECONDS = 30 * 86_400;

/** Several contracts on one job: the first to finish wins, or all answers are compared. */
export interface Group {
  readonly id: string;
  readonly size: number;
  readonly kind: "race" | "redundancy";
}

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
