import type { Rate } from "../listen/settings.ts";

/** What the operator decides about this door. Rates are per connection unless they say otherwise. */
export interface ChatSettings {
  readonly serverName: string;
  /** Who may enter: everybody; of those with a key, the admitted; or the admitted alone. */
  readonly allowlist: "off" | "on" | "strict";
  /** Without it, all commands of administrators are refused. */
  readonly adminKey: string | null;
  /** Whether people are told, in the channel, who comes. */
  readonly hasGreetings: boolean;
  /** A channel that is silent for so long gets a question; 0 is never. */
  readonly idleMs: number;
  /** Whether the codes of the protocol's description come first, where the earlier server had others. */
  readonly specCodesFirst: boolean;
  /** Open connections of one address; 0 leaves it to the limits of the whole server. */
  readonly connectionsPerAddress: number;
  readonly challengeMs: number;
  /** How long an agent has to answer another that asks for a proof of its key. */
  readonly proofMs: number;
  readonly rates: ChatRates;
}

export interface ChatRates {
  /** Messages of any kind before a connection has identified itself, and after. */
  readonly unidentified: Rate;
  readonly identified: Rate;
  /** `MSG`, to channels and agents. */
  readonly messages: Rate;
  readonly chunks: Rate;
  readonly nicks: Rate;
  /** Channels created, invitations, skills registered and wrong admin keys, each per address. */
  readonly changes: Rate;
  /** What the server keeps of agents it has not met: new channels, skills and keys, per address. */
  readonly kept: Rate;
}

/** Channels that agents expect. */
export const DEFAULT_CHANNELS: readonly string[] = [
  "#general",
  "#engineering",
  "#pull-requests",
  "#help",
  "#love",
  "#agents",
  "#discovery",
  "#bounties",
];

export const DEFAULT_CHAT_SETTINGS: ChatSettings = {
  serverName: "bazaar",
  allowlist: "off",
  adminKey: null,
  hasGreetings: true,
  idleMs: 5 * 60_000,
  specCodesFirst: false,
  connectionsPerAddress: 0,
  challengeMs: 30_000,
  proofMs: 30_000,
  rates: {
    unidentified: { requests: 10, seconds: 10 },
    identified: { requests: 60, seconds: 10 },
    messages: { requests: 1, seconds: 1 },
    chunks: { requests: 10, seconds: 1 },
    nicks: { requests: 1, seconds: 30 },
    changes: { requests: 10, seconds: 60 },
    kept: { requests: 200, seconds: 86_400 },
  },
};
