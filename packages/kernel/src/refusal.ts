/**
 * Every way the market says no.
 *
 * A refusal is a value with the facts that a person or a program needs to react to it. The codes
 * are public API; each door owns one total table from codes to its own status. Amounts inside
 * refusals are decimal strings.
 */
import type { Verdict } from "./check/verdict.ts";

export type Refusal =
  // What arrived could not be read.
  | { readonly code: "malformed_json"; readonly problem: string; readonly at: number }
  | { readonly code: "malformed_amount"; readonly text: string; readonly problem: string }
  | { readonly code: "malformed_party"; readonly text: string; readonly problem: string }
  | { readonly code: "malformed_entry"; readonly field: string; readonly problem: string }
  | { readonly code: "malformed_terms"; readonly field: string; readonly problem: string }
  | {
      readonly code: "malformed_act";
      readonly act: string;
      readonly field: string;
      readonly problem: string;
    }
  | { readonly code: "entry_too_long"; readonly length: number; readonly limit: number }
  | { readonly code: "not_hashable"; readonly problem: string }
  | {
      readonly code: "malformed_trajectory";
      /** Counted from 1; 0 if no line is at fault. */
      readonly line: number;
      readonly field: string;
      readonly problem: string;
    }
  /** A trajectory is not the one that was signed, reported or asked for. */
  | {
      readonly code: "trajectory_differs";
      readonly field: string;
      readonly stated: string;
      readonly actual: string;
    }
  // Terms that this market does not accept.
  | {
      readonly code: "unsupported_terms";
      readonly dial: "work" | "check" | "money" | "court" | "rules";
      readonly value: string;
      readonly because: string;
    }
  | { readonly code: "terms_differ"; readonly field: string }
  // Who is asking, and where in the chain.
  | { readonly code: "bad_signature"; readonly author: string }
  | { readonly code: "bad_origin"; readonly problem: string }
  /** A signed request about money that any market could take for its own. */
  | { readonly code: "market_not_named"; readonly platform: string }
  | {
      readonly code: "stale_request";
      readonly timestampSeconds: number;
      readonly nowSeconds: number;
    }
  | { readonly code: "stale_head"; readonly head: string; readonly seq: number }
  /** A signed request was sent again after its contract had moved on. */
  | { readonly code: "already_recorded"; readonly seq: number }
  | {
      readonly code: "broken_chain";
      readonly seq: number;
      readonly problem: string;
      /** The refusal of the rules, if the entry breaks one. */
      readonly refusal?: Refusal;
    }
  | { readonly code: "unknown_contract"; readonly contract: string }
  | { readonly code: "alias_taken"; readonly alias: string }
  | { readonly code: "contract_exists"; readonly contract: string }
  | { readonly code: "server_only"; readonly act: string }
  | { readonly code: "not_a_party"; readonly author: string; readonly act: string }
  // The contract's life.
  | { readonly code: "wrong_phase"; readonly phase: string; readonly act: string }
  | { readonly code: "contract_ended"; readonly phase: string; readonly act: string }
  | {
      readonly code: "deadline_passed";
      readonly deadlineMs: number;
      readonly receivedAtMs: number;
    }
  | { readonly code: "too_early"; readonly readyAtMs: number; readonly receivedAtMs: number }
  | { readonly code: "own_contract"; readonly author: string }
  | { readonly code: "conflict_of_interest"; readonly author: string }
  | { readonly code: "reserved_for"; readonly agent: string }
  | { readonly code: "held_before"; readonly author: string }
  | { readonly code: "seats_exhausted"; readonly limit: number }
  | { readonly code: "bond_first"; readonly due: string }
  | { readonly code: "price_not_allowed"; readonly because: string }
  | { readonly code: "stake_not_allowed"; readonly because: string }
  | { readonly code: "fix_pending"; readonly act: string }
  | {
      readonly code: "evidence_contradicts";
      /** What was reported. */
      readonly reported: Verdict;
      /** What the checks say about the evidence. */
      readonly verdict: Verdict;
    }
  | { readonly code: "rounds_exhausted"; readonly limit: number }
  | { readonly code: "command_not_allowed"; readonly command: string; readonly problem: string }
  | { readonly code: "no_such_command"; readonly expected: string | null }
  | { readonly code: "nobody_to_talk_to"; readonly act: string }
  | { readonly code: "too_much_talk"; readonly limit: number }
  | {
      readonly code: "said_too_much";
      readonly said: number;
      readonly length: number;
      readonly limit: number;
    }
  | { readonly code: "transcript_full"; readonly length: number; readonly limit: number }
  | { readonly code: "account_fixed"; readonly author: string }
  | { readonly code: "too_many_changes"; readonly limit: number }
  | { readonly code: "deposit_not_due"; readonly problem: string }
  // The court.
  | { readonly code: "no_court"; readonly act: string }
  | { readonly code: "not_yours_to_dispute"; readonly phase: string; readonly side: string }
  | { readonly code: "not_yours_to_appeal"; readonly against: string }
  | { readonly code: "not_yours_to_answer"; readonly side: string }
  | { readonly code: "already_answered"; readonly side: string }
  | { readonly code: "stale_answer"; readonly expected: number | null; readonly got: number | null }
  | { readonly code: "halts_exhausted"; readonly limit: number }
  /** A panel has the case, but is at another stage of it. */
  | { readonly code: "wrong_stage"; readonly stage: string; readonly act: string }
  | { readonly code: "filing_lapsed"; readonly side: string }
  | { readonly code: "not_yours_to_reveal"; readonly side: string }
  | { readonly code: "nonces_exhausted"; readonly limit: number }
  | { readonly code: "already_voted"; readonly author: string }
  // Money.
  | {
      readonly code: "insufficient_funds";
      /** Whose balance it is: at acceptance both sides may owe. */
      readonly party: string;
      readonly asset: string;
      readonly needed: string;
      readonly available: string;
    }
  | { readonly code: "no_faucet"; readonly asset: string }
  // Limits of this market per party.
  | { readonly code: "unwelcome"; readonly because: string }
  | { readonly code: "too_many_contracts"; readonly limit: number }
  | { readonly code: "too_many_seats"; readonly limit: number }
  | { readonly code: "seat_too_soon"; readonly secondsLeft: number }
  | { readonly code: "too_many_keys"; readonly limit: number }
  | { readonly code: "artifact_too_large"; readonly bytes: number; readonly limit: number }
  | {
      readonly code: "no_room";
      readonly quota: "ownerBytes" | "ownerCount" | "totalBytes";
      readonly limit: number;
    }
  /** The content is not what was stated. */
  | { readonly code: "artifact_differs"; readonly hash: string; readonly bytes: number }
  | { readonly code: "key_reused"; readonly key: string };

export type RefusalCode = Refusal["code"];

export type Refused = { readonly ok: false; readonly refusal: Refusal };
export type Result<T> = { readonly ok: true; readonly value: T } | Refused;

export function accept<T>(value: T): Result<T> {
  return { ok: true, value };
}

export function refuse(refusal: Refusal): Refused {
  return { ok: false, refusal };
}
