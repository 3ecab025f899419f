/** What the settings file says about agents that talk. */
import {
  CHANNEL,
  type ChatSettings,
  DEFAULT_CHANNELS,
  DEFAULT_CHAT_SETTINGS,
} from "@bazaar/doors/chat";
import { MAX_REPLAY } from "@bazaar/market";
import { z } from "zod";
import type { Config } from "./config.ts";
import { count, keys } from "./settings-keys.ts";

const MAX_CHANNELS = 100;
const MAX_SECONDS = 3_600;
const MAX_KEPT_SECONDS = 2_592_000;
const MAX_IDLE_MINUTES = 10_080;
/** Each is remembered for as long as it counts. */
const MAX_COUNTED = 10_000;

const channel = z.string().regex(CHANNEL, "expected a channel such as #general");

/** Each once: the second of two would be another channel of the same name. */
const channels = z
  .array(channel)
  .max(MAX_CHANNELS)
  .refine((list) => new Set(list).size === list.length, "expected each channel once")
  .prefault([...DEFAULT_CHANNELS]);

const { challengeMs, proofMs, idleMs, rates } = DEFAULT_CHAT_SETTINGS;

export const chatKeys = keys({
  serverName: z
    .string()
    .regex(/^[\x20-\x7e]{1,64}$/, "expected up to 64 printable ASCII characters")
    .default(DEFAULT_CHAT_SETTINGS.serverName),
  /** Those that are always there; agents can create others. */
  channels,
  /** How many lines of a channel an agent gets that joins it. */
  replay: z.int().min(0).max(MAX_REPLAY).default(20),
  allowlist: z.enum(["off", "on", "strict"]).default(DEFAULT_CHAT_SETTINGS.allowlist),
  challengeSeconds: count.max(MAX_SECONDS).default(challengeMs / 1_000),
  proofSeconds: count.max(MAX_SECONDS).default(proofMs / 1_000),
  greetings: z.boolean().default(DEFAULT_CHAT_SETTINGS.hasGreetings),
  /** After so long a silent channel gets a question; 0 is never. */
  idleMinutes: z
    .int()
    .min(0)
    .max(MAX_IDLE_MINUTES)
    .default(idleMs / 60_000),
  specCodesFirst: z.boolean().default(DEFAULT_CHAT_SETTINGS.specCodesFirst),
  /** Of chat alone, beside `limits.streamsPerAddress`; 0 is no limit of its own. */
  connectionsPerAddress: z.int().min(0).default(DEFAULT_CHAT_SETTINGS.connectionsPerAddress),
  rates: keys({
    unidentified: rate(rates.unidentified),
    identified: rate(rates.identified),
    messages: rate(rates.messages),
    chunks: rate(rates.chunks),
    nicks: rate(rates.nicks),
    changes: rate(rates.changes),
    kept: rate(rates.kept, MAX_KEPT_SECONDS),
  }).prefault({}),
});

function rate(
  usual: { readonly requests: number; readonly seconds: number },
  maxSeconds = MAX_SECONDS,
) {
  return keys({ requests: count.max(MAX_COUNTED), seconds: count.max(maxSeconds) }).default(usual);
}

export function chatSettings({ settings: { chat }, chatAdminKey }: Config): ChatSettings {
  return {
    serverName: chat.serverName,
    allowlist: chat.allowlist,
    adminKey: chatAdminKey,
    hasGreetings: chat.greetings,
    idleMs: chat.idleMinutes * 60_000,
    specCodesFirst: chat.specCodesFirst,
    connectionsPerAddress: chat.connectionsPerAddress,
    challengeMs: chat.challengeSeconds * 1_000,
    proofMs: chat.proofSeconds * 1_000,
    rates: chat.rates,
  };
}
