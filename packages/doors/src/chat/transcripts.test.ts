/** What another server said to its clients, beside what this door says to the same. */
import { expect, test } from "vitest";
import { DEFAULT_CHAT_SETTINGS } from "./settings.ts";
import { Chatting, type ChattingOptions } from "./test/chatting.ts";
import { Comparison, Met } from "./test/comparison.ts";
import { Play, readTranscript } from "./test/transcript.ts";

const { rates } = DEFAULT_CHAT_SETTINGS;

/** How that server was set up. */
const USUAL: ChattingOptions = {
  serverName: "agentchat",
  replay: 3,
  challengeMs: 60_000,
  idleMs: 0,
  rates: { ...rates, messages: { requests: 1_000, seconds: 1 } },
};

const TRANSCRIPTS: readonly (readonly [string, ChattingOptions])[] = [
  ["01-identify-ephemeral", {}],
  ["02-identify-pubkey", {}],
  ["03-identify-badsig", {}],
  ["04-challenge-expiry", { challengeMs: 600 }],
  ["05-takeover", {}],
  ["06-join-replay-msg", {}],
  ["07-dm", {}],
  ["08-errors", {}],
  ["09-ratelimits", { rates }],
  ["10-iplimit", { connectionsPerAddress: 1 }],
  ["11-presence-nick-typing-channels", { allowlist: "on", adminKey: "adminkey-123" }],
  ["12-allowlist-strict", { allowlist: "strict" }],
  ["13-verify-request", { proofMs: 700 }],
  ["14-skills", {}],
  ["15-idle-prompt", { idleMs: 150 }],
  ["16-http", { serverName: "srv" }],
];

const met = new Met();

test.each(TRANSCRIPTS)("%s is as recorded but for decided differences", async (name, settings) => {
  await using chat = await Chatting.open({ ...USUAL, ...settings });
  const comparison = new Comparison(name, met);
  await new Play(chat, comparison).run(readTranscript(name));
  expect(comparison.problems).toEqual([]);
  expect(chat.faults).toEqual([]);
});

test("every decided difference is met, as often as it says", () => {
  expect(met.unmet()).toEqual([]);
});
