/**
 * The market as a door sees it. Acts go in through `record`; everything else reads.
 *
 * A door translates between its dialect and this, and stores nothing itself.
 */
import type {
  Asset,
  Binding,
  ContractId,
  ContractState,
  Entry,
  Gap,
  JsonObject,
  Offer,
  Party,
  Phase,
  RailName,
  Result,
  SignedReceipt,
  Task,
  Transcript,
} from "@bazaar/kernel";
import type { Artifact, OpenedArtifact, Upload } from "./artifacts.ts";
import type { Posting } from "./ledger.ts";
import type {
  Census,
  History,
  HoldRecord,
  LegRecord,
  StoredContract,
  StoredEntry,
} from "./store.ts";

/**
 * An entry its author signed, a party's act with the signed message in `data.origin`, or an act of
 * the server. The server's acts say so: a door that forgets the origin is refused.
 */
export type Submission =
  | { readonly entry: Entry; readonly contract: ContractId | null }
  | {
      readonly by?: "server";
      readonly type: string;
      readonly data: JsonObject;
      readonly contract: ContractId | null;
    };

export interface Recorded {
  readonly entry: Entry;
  readonly hash: string;
  readonly receivedAtMs: number;
  /** The phase after this entry. */
  readonly phase: Phase;
  /** The contract now; after a repeated act it may have moved on. */
  readonly state: ContractState;
  /** The same entry or request was recorded before. */
  readonly isRepeated: boolean;
  /** The tasks it ordered; none for a repeated act. */
  readonly tasks: readonly Task[];
}

export interface ListQuery {
  readonly phases: readonly Phase[];
  readonly limit: number;
  /** Only contracts posted before this one. */
  readonly before: ContractId | null;
  readonly isWanted: (contract: StoredContract) => boolean;
  readonly pause?: Pause;
}

/** Awaited between the parts of a long read, so that other work can go on. */
export type Pause = () => Promise<void>;

export interface Listing {
  readonly contracts: readonly StoredContract[];
  /** Where to continue; null at the end. A short page need not be the last. */
  readonly next: ContractId | null;
}

/** What one rail owes in one asset, and what it holds. A difference is an alarm. */
export interface SolvencyLine {
  readonly rail: RailName;
  readonly asset: Asset;
  readonly owedToContracts: bigint;
  /** Free balances; only the ledger has them. */
  readonly owedToAccounts: bigint;
  readonly held: bigint;
  /** The largest contracts; `moreContracts` counts the others. */
  readonly contracts: readonly { readonly contract: ContractId; readonly owed: bigint }[];
  readonly moreContracts: number;
}

/** All keys that are bound to each other. */
export interface Owner {
  /** The smallest of its keys. */
  readonly name: Party;
  readonly keys: readonly Party[];
  /** The statements that join them. */
  readonly bindings: readonly Binding[];
}
/** Content with the hash and length that its owner states. */
export type OfferedArtifact = Pick<Upload, "owner" | "hash" | "bytes" | "content">;

export interface Market {
  /** The key of this market, which signs what only the server may write. */
  readonly party: Party;
  readonly offer: Offer;
  nowMs(): number;

  /**
   * Records one act. Under an idempotency key the same act counts once, however often it is signed
   * again; another act under the same key of the same author is refused.
   */
  record(submission: Submission, idempotencyKey?: string | null): Promise<Result<Recorded>>;

  /** What was recorded of this same act before, or null. Records nothing. */
  recall(submission: Submission): Promise<Result<Recorded> | null>;

  /** By its whole id, or by its alias. */
  find(name: string): Promise<StoredContract | null>;
  transcript(contract: ContractId, pause: Pause): Promise<Transcript | null>;
  list(query: ListQuery): Promise<Listing>;
  /** The deposits that a slow rail waits for or has had, in the order they were asked for. */
  deposits(contract: ContractId): Promise<readonly HoldRecord[]>;
  payouts(contract: ContractId): Promise<readonly LegRecord[]>;
  /** One per leg, issued together soon after the contract is settled; none before. */
  receipts(contract: ContractId): Promise<readonly SignedReceipt[]>;
  /** Waits until `isReached` or the signal aborts, and returns the contract. */
  until(
    contract: ContractId,
    isReached: (contract: StoredContract) => boolean,
    signal: AbortSignal,
  ): Promise<StoredContract>;

  feed(afterNo: number, limit: number): Promise<readonly StoredEntry[]>;
  /**
   * Hands over, in order and without gaps, every entry after the number that this gives, until
   * `stop` is called.
   */
  watch(listener: (entries: readonly StoredEntry[]) => void): Watch;

  census(): Promise<Census>;
  countAgents(): Promise<number>;
  history(party: Party): Promise<History>;
  solvency(): Promise<readonly SolvencyLine[]>;

  /** Joins the owners of two keys that have both signed it. */
  bind(binding: Binding): Promise<Result<Owner>>;
  owner(party: Party): Promise<Owner>;

  /** The outages of the market, newest first, that begin before `beforeMs`. */
  outages(beforeMs: number, limit: number): Promise<readonly Gap[]>;

  balances(party: Party): Promise<ReadonlyMap<string, bigint>>;
  statement(party: Party, beforeNo: number | null, limit: number): Promise<readonly Posting[]>;
  /** Gives a party some test money, where this market does so. */
  askFaucet(party: Party, asset: string): Promise<Result<{ readonly amount: bigint }>>;

  /** Stores bytes that entries may name. They are read only if there is room for them. */
  keepArtifact(offered: OfferedArtifact): Promise<Result<Artifact>>;
  openArtifact(hash: string): Promise<OpenedArtifact | null>;
}

export interface Watch {
  readonly afterNo: number;
  stop(): void;
}
