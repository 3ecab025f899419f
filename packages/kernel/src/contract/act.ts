/** Acts and decisions. */
import type { JsonObject } from "../canonical/json.ts";
import type { Bench } from "../court/ruling.ts";
import type { Party } from "../identity/party.ts";
import type { Asset } from "../money/asset.ts";
import type { Result } from "../refusal.ts";
import type { Side } from "../settlement/outcome.ts";
import type { RailName } from "../settlement/pot.ts";
import type { Role } from "../settlement/shares.ts";
import type { ActType } from "./act-rules.ts";
import type { ContractState, Phase } from "./state.ts";
import type { ContractId } from "./terms.ts";

/** A request to change a contract. Its signature has been checked before. */
export interface Act {
  readonly type: ActType;
  readonly by: Party | "server";
  readonly data: JsonObject;
}

/** Work to do after the act is stored. It may run twice; `key` makes it count once. */
export type Task =
  | { readonly kind: "open_hold"; readonly key: string; readonly payload: OpenHold }
  | { readonly kind: "ask_judge"; readonly key: string; readonly payload: AskJudge }
  | { readonly kind: "run_check"; readonly key: string; readonly payload: RunCheck };

/** Asks a slow rail for the address where a deposit is to arrive. */
export interface OpenHold {
  readonly contract: ContractId;
  readonly pot: number;
  readonly side: Side;
  /** The agent's seat; 0 for the principal. */
  readonly seat: number;
  readonly party: Party;
  readonly rail: RailName;
  readonly asset: Asset;
  readonly amount: bigint;
  readonly expiresMs: number;
}

export interface AskJudge {
  readonly contract: ContractId;
  readonly judge: Party;
  readonly bench: Bench;
  readonly question: number;
  readonly byMs: number;
}

export interface RunCheck {
  readonly contract: ContractId;
  readonly question: number;
  readonly byMs: number;
}

/** A deposit taken from a ledger balance in the transaction that stores the act. */
export interface LedgerHold {
  readonly contract: ContractId;
  readonly pot: number;
  readonly side: Side | "arbiter";
  readonly party: Party;
  readonly asset: Asset;
  readonly amount: bigint;
}

/** One transfer of a payout, ordered here and executed under its key exactly once. */
export interface Leg {
  readonly key: string;
  readonly contract: ContractId;
  readonly pot: number;
  readonly rail: RailName;
  readonly asset: Asset;
  readonly amount: bigint;
  readonly to: Payee;
}

/** `sender`: money that was not due and goes back to the account it came from. */
export interface Payee {
  readonly role: Role | "arbiter" | "sender";
  readonly party: Party | null;
  readonly account: string | null;
}

export interface Decision {
  readonly state: ContractState;
  readonly tasks: readonly Task[];
  readonly holds: readonly LedgerHold[];
  readonly legs: readonly Leg[];
}

/** What a decision needs beyond the transcript; a replay uses `NO_FACTS`. */
export interface Facts {
  /** Whether two keys belong to one owner. */
  readonly isSameOwner: (a: Party, b: Party) => boolean;
  /** Whether a payout to this party is already signed. */
  readonly isPayoutSigned: (party: Party) => boolean;
}

export type Author = "principal" | "agent" | "either" | "arbiter" | "anyone" | "judge" | "server";

/** What everybody who handles an act needs to know of it. */
export interface ActTraits<By extends Author = Author> {
  readonly by: By;
  /** Their names in the entry's data, which `reading` takes from the readers. */
  readonly fields: readonly string[];
  /** It carries documents, outputs or whole reports, so its entry may be longer than others. */
  readonly isLong?: true;
  /** Its number has no small limit, so it is refused when its side has written too much. */
  readonly isUnlimited?: true;
  /** What it does with the one seat, if it succeeds. */
  readonly seat?: "takes" | "leaves";
  /** Parties in its data whose owners the rule compares. */
  readonly compares?: (data: JsonObject) => readonly Party[];
}

/** The rule of one act: who may send it, in which phases, with which fields, and what it does. */
export interface ActRule<By extends Author = Author> extends ActTraits<By> {
  readonly from: readonly Phase[];
  /** Phases where the refusal is that a fix waits for its verification. */
  readonly barredByFix?: readonly Phase[];
  /** Talk and accounts are accepted after a deadline too. */
  readonly ignoresClock?: boolean;
  readonly apply: (input: ActInput) => Result<Decision>;
}

export type PartyRule = ActRule<Exclude<Author, "judge" | "server">>;
export type JudgeRule = ActRule<"judge">;
export type ServerRule = ActRule<"server">;

/** The first act has no contract before it. */
export interface PostRule extends ActTraits<"principal"> {
  readonly apply: (act: Act, nowMs: number) => Result<Decision>;
}

export interface ActInput {
  readonly state: ContractState;
  readonly act: Act;
  readonly nowMs: number;
  readonly facts: Facts;
}
