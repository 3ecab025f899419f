/**
 * The market's storage.
 *
 * `commit` is the only way anything about a contract changes: entry, state, deadline, tasks, legs,
 * ledger deposits and ledger payouts go in together or not at all, and only if the contract still
 * is as it was for the decision: no entry was stored and no leg was signed since. Feed numbers
 * are given inside the same transaction, so they have no gaps and follow the order of commits.
 *
 * Asking for more than the maxima below is a bug and crashes, because a shorter answer would look
 * like the end of the list. Every store must pass `storeConformance` from the testkit.
 */
import type {
  ChainHead,
  ContractId,
  ContractState,
  Entry,
  Gap,
  LedgerHold,
  Leg,
  OpenHold,
  Party,
  Phase,
  RailName,
  Task,
} from "@bazaar/kernel";
import type { Artifacts } from "./artifacts.ts";
import type { Cursors } from "./cursors.ts";
import type { Ledger, LedgerTransfer } from "./ledger.ts";
import type { Notes } from "./notes.ts";
import type { Owners } from "./owners.ts";

/** The most writes that share one transaction. */
export const MAX_WRITES = 256;
/** The most rows that one call answers with. */
export const MAX_PAGE = 256;
/** More than an hourly gap for a year; the oldest are removed. */
export const MAX_GAPS = 10_000;

export interface StoredContract {
  readonly state: ContractState;
  readonly chain: ChainHead;
  /** Parties with a payout that is signed already. */
  readonly signedPayees: readonly Party[];
  /** How many of its legs have been signed so far. */
  readonly signedLegs: number;
  readonly postedMs: number;
}

export interface StoredEntry {
  /** The feed number. */
  readonly no: number;
  readonly contract: ContractId;
  /** May be parsed on first access, so copy it by name, not by spreading. */
  readonly entry: Entry;
  readonly hash: string;
  readonly receivedAtMs: number;
  /** The phase before this entry, null for the first, and after it. */
  readonly phaseBefore: Phase | null;
  readonly phase: Phase;
}

/** An act that counts against a limit: at most `limit` contracts of this party's owner are open. */
export interface Share {
  readonly party: Party;
  readonly as: OpenSide;
  readonly limit: number;
}

/** A party's side of an open contract: it posted it, or has the seat. */
export type OpenSide = "principal" | "agent";

/** One act, decided and ready to be stored. */
export interface Step {
  /** The chain length the decision was made on; 0 posts a new contract. */
  readonly expectedSeq: number;
  /** How many legs were signed then: an account may have been fixed since. */
  readonly expectedSignedLegs: number;
  readonly entry: Entry;
  /** The canonical entry, as it is stored. */
  readonly text: string;
  /** The SHA-256 of `text`. */
  readonly hash: string;
  readonly receivedAtMs: number;
  readonly state: ContractState;
  readonly tasks: readonly Task[];
  readonly holds: readonly LedgerHold[];
  /** What the ledger pays at once, each for the leg of its key, which is confirmed by that. */
  readonly payouts: readonly LedgerTransfer[];
  /** Null if no limit applies. */
  readonly share: Share | null;
}

export interface Write {
  readonly contract: ContractId;
  /** Null for a refund of an undue deposit: it changes no contract. */
  readonly step: Step | null;
  readonly legs: readonly Leg[];
  /** A short name to claim at posting. */
  readonly alias: string | null;
  /** A second write under any of these keys changes nothing and gets the first as its answer. */
  readonly onceKeys: readonly string[];
}

/** What was written under a once key: the entry at `seq`, or null for a refund. */
export interface WrittenOnce {
  readonly contract: ContractId;
  readonly seq: number | null;
}

export type CommitAnswer =
  | { readonly is: "stored"; readonly no: number }
  | { readonly is: "head_moved" }
  | { readonly is: "duplicate"; readonly of: WrittenOnce }
  | { readonly is: "alias_taken" }
  | { readonly is: "share_used_up"; readonly share: Share }
  | {
      readonly is: "insufficient";
      readonly hold: LedgerHold;
      readonly available: bigint;
    };

export interface ClaimedTask {
  readonly task: Task;
  /** Fences off an earlier owner whose lease ran out. */
  readonly attempt: number;
}

/** `unknown` does not mean failed: the network is asked. */
export type LegStatus = "ordered" | "signed" | "sent" | "unknown" | "confirmed";

export interface LegRecord {
  /** In the order the legs were written. */
  readonly no: number;
  readonly leg: Leg;
  /** An act ordered it. Otherwise it is a refund of an undue deposit. */
  readonly isFromAct: boolean;
  readonly status: LegStatus;
  /** It has no account yet: nothing to do before the contract's next entry. */
  readonly isWaiting: boolean;
  readonly message: string | null;
  readonly proof: string | null;
}

export interface LegMove {
  readonly status: LegStatus;
  readonly message?: string;
  readonly proof?: string;
  /** Moves only if nothing was stored for, and no leg signed of, its contract since. */
  readonly asOf?: AsOf;
}

/** Where a contract stood when it was loaded. */
export type AsOf = Pick<StoredContract, "chain" | "signedLegs">;

export interface HoldRecord {
  readonly key: string;
  readonly hold: OpenHold;
  readonly address: string;
}

/** In the order in which deposits were asked for. */
export interface NumberedHold extends HoldRecord {
  readonly no: number;
}

/** Deposits of one rail that expire after `expiresAfterMs`, and were asked for after `afterNo`. */
export interface HoldQuery {
  readonly rail: RailName;
  readonly expiresAfterMs: number;
  readonly afterNo: number;
  readonly limit: number;
}

export interface ContractQuery {
  readonly phases: readonly Phase[];
  readonly limit: number;
  /** Only contracts posted before this one. */
  readonly before: ContractId | null;
}

/** The contracts of a party by phase, on either side. */
export interface History {
  /** Failures that it reported as principal without evidence. */
  readonly unsupported: number;
  readonly principal: Census;
  /** Only contracts whose seat it holds, or held last. */
  readonly agent: Census;
}

export type Census = ReadonlyMap<Phase, number>;

/** The latest time at which some process was there. */
export interface Beat {
  readonly atMs: number;
  /** When the newest gap ended; 0 before the first. */
  readonly lastGapMs: number;
}

/** Gaps that end after `afterMs` and begin before `beforeMs`. */
export interface GapQuery {
  readonly afterMs: number;
  readonly beforeMs: number;
  readonly limit: number;
}

export interface Store {
  readonly ledger: Ledger;
  readonly owners: Owners;
  readonly cursors: Cursors;
  readonly notes: Notes;
  readonly artifacts: Artifacts;

  /** The platform that owns this store. The first to call becomes the owner. */
  claim(platform: Party): Promise<Party>;

  load(contract: ContractId): Promise<StoredContract | null>;
  contractOf(alias: string): Promise<ContractId | null>;
  /** Newest first; empty when `before` is not stored. */
  list(query: ContractQuery): Promise<readonly StoredContract[]>;
  /** A contract's entries from `fromSeq` on, in order; at most `MAX_PAGE`. */
  entries(contract: ContractId, fromSeq?: number, limit?: number): Promise<readonly StoredEntry[]>;
  /** The feed after `no`, in order. */
  feed(afterNo: number, limit: number): Promise<readonly StoredEntry[]>;
  /** The number of the newest entry; 0 before the first. */
  lastNo(): Promise<number>;
  /** How many contracts are in each phase. */
  census(): Promise<Census>;
  countAgents(): Promise<number>;
  history(party: Party): Promise<History>;
  /** One answer per write, in order; a failed one does not affect the others. */
  commit(writes: readonly Write[]): Promise<readonly CommitAnswer[]>;
  writtenOnce(onceKey: string): Promise<WrittenOnce | null>;

  /** Contracts whose deadline has passed, the longest overdue first, equals in the order of ids. */
  overdue(nowMs: number, limit: number): Promise<readonly ContractId[]>;
  nextDeadlineMs(): Promise<number | null>;

  /** Tasks that are due, by time, then in the order they were written. */
  claimTasks(claim: {
    readonly nowMs: number;
    readonly leaseMs: number;
    readonly limit: number;
  }): Promise<readonly ClaimedTask[]>;
  /** False when another process has claimed it since. */
  finishTask(key: string, attempt: number): Promise<boolean>;
  retryTask(key: string, attempt: number, runAtMs: number): Promise<boolean>;

  /** Legs that are neither confirmed nor waiting, oldest first. */
  openLegs(afterNo: number, limit: number): Promise<readonly LegRecord[]>;
  /** Legs that are not confirmed, whether or not they wait for an account, oldest first. */
  unpaidLegs(afterNo: number, limit: number): Promise<readonly LegRecord[]>;
  /** The legs that a contract's acts have ordered, oldest first: as many as the rules allow. */
  legsOf(contract: ContractId): Promise<readonly LegRecord[]>;
  /** Whether a leg of this pot is on its way: signed, and not yet confirmed. */
  isPotBusy(contract: ContractId, pot: number): Promise<boolean>;
  /** Moves a leg on if it still has the given status. */
  moveLeg(key: string, from: LegStatus, to: LegMove): Promise<boolean>;
  /**
   * Takes an ordered leg out of `openLegs` until the next entry of its contract is stored. False
   * when that has happened since `asOf`: what it would wait for may be there.
   */
  letLegWait(key: string, asOf: AsOf): Promise<boolean>;
  /**
   * Ended contracts whose acts ordered legs, all confirmed, without a `settled` entry yet, in the
   * order they were posted.
   */
  settleable(limit: number): Promise<readonly ContractId[]>;

  /**
   * Notes that the market is there. If the last beat of any process is more than `MIN_GAP_MS` ago,
   * the time between is stored as a gap. A beat before the last one changes nothing.
   */
  beat(nowMs: number): Promise<Beat>;
  /** Null before the first. */
  lastBeat(): Promise<Beat | null>;
  /** Newest first. */
  gaps(query: GapQuery): Promise<readonly Gap[]>;

  saveHold(record: HoldRecord): Promise<void>;
  /** The deposits that were asked for, in the order they were. */
  holdsOf(contract: ContractId): Promise<readonly HoldRecord[]>;
  holdAt(rail: string, address: string): Promise<HoldRecord | null>;
  openHolds(query: HoldQuery): Promise<readonly NumberedHold[]>;
}

/** The store could not be reached; whether the write happened is unknown. */
export class StoreUnavailable extends Error {
  override name: string = "StoreUnavailable";
}

/** Part of the store cannot be read, and trying again will not help. */
export class StoreDamaged extends StoreUnavailable {
  override name = "StoreDamaged";
}
