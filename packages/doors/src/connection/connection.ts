/**
 * What principals, agents and tools need from a market, whatever carries it.
 *
 * A connection acts for one key. It signs each act as an entry of its contract's chain, verifies the
 * transcripts that it reads, and repeats what was not answered without a second effect. An expected
 * no is a value; `MarketUnavailable` and `BadAnswer` are thrown.
 */
import type {
  ContractId,
  Entry,
  JsonObject,
  Offer,
  Party,
  PartyAct,
  ProfileName,
  SignedReceipt,
  Signer,
} from "@bazaar/kernel";
import type { Clock } from "./clock.ts";
import type { Contract } from "./contract.ts";
import type {
  EventFilter,
  JobFilter,
  JobPage,
  KeyOwner,
  ListFilter,
  ListPage,
  MarketEvent,
  Payout,
  PlatformInfo,
  Reputation,
  Statement,
} from "./market-reads.ts";
import type { Answered } from "./market-refusal.ts";

/** Acts on an existing contract: all but `post`. */
export type ActName = Exclude<PartyAct, "post">;

export interface Connection {
  readonly signer: Signer;
  readonly clock: Clock;
  readonly party: Party;

  platformInfo(signal?: AbortSignal): Promise<Answered<PlatformInfo>>;
  serverKey(signal?: AbortSignal): Promise<Answered<Party>>;
  /** One contract by its id or alias, with its transcript verified, or as it is since it was read. */
  contract(from: Contract | string, signal?: AbortSignal): Promise<Answered<Contract>>;
  list(filter?: ListFilter, signal?: AbortSignal): Promise<Answered<ListPage>>;
  /** The payouts of a contract so far, not verified. */
  payouts(name: string): Promise<Answered<readonly Payout[]>>;
  /** What the market has signed about each payout, once a contract is settled; not verified. */
  receipts(name: string): Promise<Answered<readonly SignedReceipt[]>>;
  /** A key's available balances on the market's ledger, by asset; its own by default. */
  balances(party?: Party): Promise<Answered<ReadonlyMap<string, string>>>;
  statement(before?: number | null): Promise<Answered<Statement>>;
  reputation(party: Party): Promise<Answered<Reputation>>;
  /** All keys of the owner of a key, by statements that both keys of each have signed. */
  owner(party?: Party): Promise<Answered<KeyOwner>>;
  /** States that this key and another have one owner. Nothing can take that back. */
  bind(other: Signer): Promise<Answered<KeyOwner>>;
  /** Gets test money, if the market has a faucet; returns the amount. */
  faucet(asset: string): Promise<Answered<string>>;

  /**
   * Posts a contract with complete terms, filled in from the market's offer. A job that this key has
   * posted before is not posted again: that contract is the answer.
   */
  post(document: JsonObject, options?: PostOptions): Promise<Answered<Posted>>;
  /**
   * Acts on a contract, decided on what was `seen` of it. If the chain has grown since, the act is
   * signed again if it still means the same; otherwise it is refused as `stale_head`.
   */
  act(
    seen: Contract,
    act: ActName,
    data?: JsonObject,
    signal?: AbortSignal,
  ): Promise<Answered<Acted>>;

  jobs(filter?: JobFilter, signal?: AbortSignal): Promise<Answered<JobPage>>;
  /** Jobs that are posted, accepted or ended, as it happens. */
  jobEvents(
    filter: Pick<JobFilter, "provider" | "schemaId">,
    signal: AbortSignal,
  ): AsyncGenerator<MarketEvent, void, undefined>;

  /** Stores bytes for this key, and returns their hash as entries write it. */
  keepArtifact(bytes: Uint8Array, signal?: AbortSignal): Promise<Answered<string>>;
  /** The bytes of a hash as entries write it, checked against it. */
  artifact(hash: string, maxBytes: number, signal?: AbortSignal): Promise<Answered<Uint8Array>>;

  /** The market's events as they happen. */
  events(filter: EventFilter, signal: AbortSignal): AsyncGenerator<MarketEvent, void, undefined>;
  /** The entries of one contract as they are recorded: after the given contract, or all. */
  follow(from: Contract | string, signal: AbortSignal): AsyncGenerator<Followed, void, undefined>;
}

export interface PostOptions {
  /** What the document becomes. Needed only where the document does not tell. */
  readonly profile?: ProfileName;
  readonly offer?: Offer;
  readonly signal?: AbortSignal;
}

export interface Posted {
  readonly contract: Contract;
  /** False for a job that this key had posted before. */
  readonly isNew: boolean;
  /** Where to pay, on a rail that waits for deposits; null if the money is held already. */
  readonly deposit: JsonObject | null;
}

export interface Acted {
  /** The contract after the act. */
  readonly contract: Contract;
  readonly entry: Entry;
  /** The market's answer, which may have a ruling or a deposit. */
  readonly answer: JsonObject;
}

export interface Followed {
  readonly entry: Entry;
  /** The contract with all entries so far. */
  readonly contract: Contract;
}

/** What an author says in one act, without signatures and what the terms add. */
export interface Said {
  readonly contract: ContractId;
  readonly act: PartyAct;
  readonly data: JsonObject;
}
