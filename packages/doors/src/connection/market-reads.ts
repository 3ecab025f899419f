/** What a market shows when it is asked. None of it is verified, unlike `Contract`. */
import type { JsonObject, Offer, Party, Phase } from "@bazaar/kernel";

export interface PlatformInfo {
  /** Complete terms are built from this. */
  readonly offer: Offer;
  /** The judge that decides contracts on failed commands where they name no other; null: nobody. */
  readonly judge: Party | null;
  /** The whole answer. */
  readonly whole: JsonObject;
}

/** A contract in a list, not verified. */
export interface Listed {
  readonly id: string;
  readonly status: string;
  readonly phase: string;
  readonly document: JsonObject;
  readonly principal: Party;
  readonly agent: Party | null;
}

export interface ListPage {
  readonly contracts: readonly Listed[];
  /** Where the next page starts; null at the end. */
  readonly next: string | null;
}

export interface ListFilter {
  readonly status?: string;
  readonly phase?: Phase;
  readonly minBounty?: string;
  readonly capability?: readonly string[];
  readonly limit?: number;
  readonly before?: string;
}

export interface Posting {
  readonly no: number;
  readonly direction: "in" | "out";
  readonly from: string;
  readonly to: string;
  readonly asset: string;
  readonly amount: string;
  readonly key: string;
}

export interface Statement {
  readonly postings: readonly Posting[];
  readonly next: number | null;
}

export interface Payout {
  /** The role that is paid: principal, agent, platform, charity, … */
  readonly to: string;
  readonly party: Party | null;
  readonly amount: string;
  readonly currency: string;
  readonly status: string;
}

export interface Reputation {
  readonly balances: ReadonlyMap<string, string>;
  readonly asPrincipal: ReadonlyMap<string, number>;
  readonly asAgent: ReadonlyMap<string, number>;
}

/** A job in a list, not verified. */
export interface ListedJob {
  readonly id: string;
  readonly schemaId: string;
  readonly phase: string;
  /** The state of its payment. */
  readonly payment: string;
  readonly buyer: Party;
  readonly provider: Party | null;
  readonly document: JsonObject;
}

export interface JobPage {
  readonly jobs: readonly ListedJob[];
  readonly next: string | null;
}

/** Jobs for one provider, of one schema or of one buyer. */
export interface JobFilter {
  readonly provider?: Party;
  readonly buyer?: Party;
  readonly schemaId?: string;
  readonly phase?: Phase;
  readonly limit?: number;
  readonly before?: string;
}

/** Not verified: it only tells that there is something to look at. */
export interface MarketEvent {
  readonly no: number;
  readonly event: (typeof EVENT_NAMES)[number];
  readonly contract: string;
  readonly status: string;
  readonly bounty: string;
  readonly currency: string | null;
}

export const EVENT_NAMES = ["contract_posted", "contract_accepted", "contract_resolved"] as const;

export type EventFilter = Pick<ListFilter, "status" | "minBounty" | "capability">;

/** The keys that belong together. */
export interface KeyOwner {
  /** The smallest of its keys. */
  readonly name: Party;
  readonly keys: readonly Party[];
}
