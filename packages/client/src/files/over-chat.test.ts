/** A transfer through a market's own chat, with its limits and rates, over real WebSockets. */
import { randomBytes } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ChatAnswer, ChatClient } from "@bazaar/doors/chat/connect";
import { afterEach, beforeEach, expect, test } from "vitest";
import { Clients, clockOf } from "../../../doors/src/chat/connect/test/clients.ts";
import { Chatting } from "../../../doors/src/chat/test/chatting.ts";
import { PacedPort } from "./paced-port.ts";
import { PendingOffers } from "./pending-offers.ts";
import { receiveFiles } from "./receive-files.ts";
import { sendFiles } from "./send-files.ts";
import type { Delivery, TransferPort } from "./transfer-port.ts";

const REFUSED: ReadonlyMap<string, Delivery> = new Map([
  ["RATE_LIMITED", "rate_limited"],
  ["AGENT_NOT_FOUND", "absent"],
  ["closed", "closed"],
]);

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "over-chat-"));
});

afterEach(() => rmSync(folder, { recursive: true }));

/** A chat client as transfers use it. */
function portOf(client: ChatClient): TransferPort {
  const delivered = (answer: ChatAnswer<unknown>): Delivery =>
    answer.ok ? "sent" : (REFUSED.get(answer.problem.code) ?? "offline");
  return {
    say: async (to, content) => delivered(await client.say({ to, content })),
    sendChunk: async (to, content) => delivered(await client.sendChunk(to, content)),
    listen: (onIncoming) =>
      client.listen((event) => {
        if (event.type === "chunk") {
          onIncoming({ from: event.from, text: event.content, way: "chunk" });
        } else if (event.type === "message" && !event.message.isOwn) {
          const { from, to, content } = event.message;
          if (to.startsWith("@")) onIncoming({ from, text: content, way: "direct" });
        }
      }),
  };
}

test("files of several chunks arrive through a market's chat within its limits", async () => {
  await using chat = await Chatting.open();
  await using clients = new Clients(chat.time);
  const clock = clockOf(chat.time);
  const url = `http://127.0.0.1:${chat.main.port}`;
  const [ada, bo] = [clients.open(url), clients.open(url, { name: "bo", signer: null })];
  await clients.until(Promise.all([ada.client.connected(), bo.client.connected()]));
  const common = { clock, onStep: () => undefined, signal: new AbortController().signal };
  const received = Promise.withResolvers<unknown>();
  const port = new PacedPort(portOf(bo.client), clock);
  const receiving = { ...common, port, folder, replaces: false };
  using _ = new PendingOffers(port, clock, ({ from, offer }) => {
    received.resolve(receiveFiles(receiving, from, offer));
  });
  const files = [
    { path: "src/escapes.json", bytes: Buffer.from('{"a":"\\\\\\"\\n"}\t"\n'.repeat(120_000)) },
    { path: "random.bin", bytes: randomBytes(2 ** 21) },
    { path: "grüße.txt", bytes: Buffer.from("no line end") },
  ];
  const sending = {
    ...common,
    port: new PacedPort(portOf(ada.client), clock),
    newId: () => randomBytes(8).toString("hex"),
    senderNick: "ada",
  };
  expect(await clients.until(sendFiles(sending, bo.client.me?.id ?? "", files))).toBeNull();
  expect(await clients.until(received.promise)).toEqual({
    ok: true,
    saved: files.map(({ path }) => path),
    skipped: [],
  });
  for (const { path, bytes } of files) {
    expect(readFileSync(join(folder, path)).equals(bytes)).toBe(true);
  }
  const refused = [...ada.events, ...bo.events].filter(({ type }) => type === "refused");
  expect([...refused, ...chat.faults]).toEqual([]);
});
