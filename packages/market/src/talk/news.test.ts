import { PRINCIPAL } from "@bazaar/testkit";
import { agentNamed } from "@bazaar/testkit/conformance";
import { expect, test } from "vitest";
import { messageText, type News, parseMessage } from "./news.ts";

const claim = {
  agent: { ...agentNamed("ada"), key: { text: "-----BEGIN\nKEY-----", party: PRINCIPAL.party } },
  channels: ["#general", "#help"],
  sinceMs: 5,
  address: "10.0.0.1",
};

const all: readonly News[] = [
  { type: "here", claims: [claim, { ...claim, agent: agentNamed("bob"), address: null }] },
  { type: "gone", id: "ada" },
  { type: "line", channel: "#general", no: 7, text: '{"a":"\\n"}\n\nsecond' },
  { type: "line", channel: "#general", no: 7, text: "" },
  { type: "frame", to: { id: "ada" }, text: "{}" },
  { type: "frame", to: { channels: ["#general"], except: "ada" }, text: "{}" },
  { type: "frame", to: { channels: ["#general", "#help"], except: null }, text: "😀" },
  { type: "end", id: "ada", ending: { type: "displaced", address: null } },
  { type: "end", id: "ada", ending: { type: "banned", reason: "spam" } },
  { type: "note", space: "chat-key", key: "ada" },
  { type: "beat" },
  { type: "ask", process: null },
  { type: "ask", process: "b" },
  { type: "roster", sinceNo: 3, ids: ["ada", "bob"] },
];

test.each(all.map((news) => [news.type, news] as const))("%s is read as it was sent", (_, news) => {
  const message = { process: "a", no: 1, news };
  expect(parseMessage(messageText(message))).toEqual(message);
});

const beat = { process: "a", no: 1, news: { type: "beat" } };

test.each([
  ["nothing", ""],
  ["not JSON", "{"],
  ["no object", "null"],
  ["a list", "[]"],
  ["no news", JSON.stringify({ process: "a", no: 1 })],
  ["unknown news", JSON.stringify({ ...beat, news: { type: "constructor" } })],
  ["a process without a name", JSON.stringify({ ...beat, process: "" })],
  ["a long name", JSON.stringify({ ...beat, process: "a".repeat(257) })],
  ["no number", JSON.stringify({ ...beat, no: "1" })],
  ["a number below 1", JSON.stringify({ ...beat, no: 0 })],
  ["a fraction", JSON.stringify({ ...beat, no: 1.5 })],
  ["text that does not belong there", `${JSON.stringify(beat)}\ntext`],
  [
    "a line without text",
    JSON.stringify({ ...beat, news: { type: "line", channel: "#general", no: 1 } }),
  ],
  ["claims that are no list", JSON.stringify({ ...beat, news: { type: "here", claims: {} } })],
  [
    "more claims than one message has",
    JSON.stringify({ ...beat, news: { type: "here", claims: Array(17).fill(claim) } }),
  ],
  [
    "an unknown presence",
    JSON.stringify({
      ...beat,
      news: { type: "here", claims: [{ ...claim, agent: { ...claim.agent, presence: "x" } }] },
    }),
  ],
  [
    "a key of nobody",
    JSON.stringify({
      ...beat,
      news: {
        type: "here",
        claims: [{ ...claim, agent: { ...claim.agent, key: { text: "", party: "x" } } }],
      },
    }),
  ],
  ["deep nesting", "[".repeat(100_000)],
  ["the longest message and one more", " ".repeat(4 * 1_048_576 + 1)],
])("%s is not a message", (_, text) => {
  expect(parseMessage(text)).toEqual(expect.any(String));
});
