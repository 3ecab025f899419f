import type { RailName, TierName } from "@bazaar/kernel";

/** What whoever runs this door has decided. Everything has a default in `DEFAULT_SETTINGS`. */
export interface Settings {
  readonly limits: Limits;
  /** Addresses of proxies whose X-Forwarded-For is believed. */
  readonly trustedProxies: readonly string[];
  /** What `/platform_info` says beyond the offer. */
  readonly notices: Notices;
}

export interface Limits {
  readonly bodyBytes: number;
  readonly headerBytes: number;
  readonly requestMs: number;
  /** Of all requests from one address, before any signature is looked at. */
  readonly perAddress: Rate;
  /** Of requests that carry a signature from one address: those cost a verification. */
  readonly signedPerAddress: Rate;
  /** Of acts by one key, after its signature was good. */
  readonly perIdentity: Rate;
  /**
   * Of talk by one key. Every message moves the head of a chain, and whoever signs an entry for a
   * head that moved must sign again: talk must not crowd out a dispute in its short window.
   */
  readonly talkPerIdentity: Rate;
  /** Connections at once; more are closed at the socket. */
  readonly connections: number;
  /** Of them from one address; those of trusted proxies are not counted. */
  readonly connectionsPerAddress: number;
  readonly streams: number;
  readonly streamsPerAddress: number;
  /** What a slow reader may have waiting before it is dropped. */
  readonly streamBufferBytes: number;
  /** How many requests may wait for a ruling, and for how long. */
  readonly heldRequests: number;
  readonly holdMs: number;
  readonly holdReviewMs: number;
  /** How long running requests get to finish when the door closes. */
  readonly closeMs: number;
}

export interface Rate {
  readonly requests: number;
  readonly seconds: number;
}

export interface Notices {
  readonly version: string;
  /** Which models each tier asks; empty where a judge rules on recorded facts alone. */
  readonly tierModels: Readonly<Record<TierName, readonly string[]>>;
  readonly rails: readonly RailName[];
  /** Starting balance and faucet, as decimal strings by asset; what a newcomer should know. */
  readonly grants: readonly {
    readonly asset: string;
    readonly starting: string;
    readonly faucet: string;
  }[];
}

export const DEFAULT_SETTINGS: Settings = {
  limits: {
    bodyBytes: 512 * 1024,
    headerBytes: 16 * 1024,
    requestMs: 30_000,
    perAddress: { requests: 1_200, seconds: 60 },
    signedPerAddress: { requests: 600, seconds: 60 },
    perIdentity: { requests: 300, seconds: 60 },
    talkPerIdentity: { requests: 30, seconds: 60 },
    connections: 10_000,
    connectionsPerAddress: 256,
    streams: 5_000,
    streamsPerAddress: 50,
    streamBufferBytes: 256 * 1024,
    heldRequests: 1_000,
    holdMs: 60_000,
    holdReviewMs: 90_000,
    closeMs: 10_000,
  },
  trustedProxies: [],
  notices: {
    version: "0.1.0",
    tierModels: { district: [], appeals: [], supreme: [] },
    rails: ["ledger"],
    grants: [],
  },
};
