/** A transfer through a market's own chat, with its limits and rates, over real WebSockets. */
import { randomBytes } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Clock } from "@bazaar/doors/connection";
import { afterEach, beforeEach, expect, test } from "vitest";
import { Chatting, newKey } from "../../../doors/src/chat/test/chatting.ts";
import type { Heard, Talker } from "../../../doors/src/chat/test/talker.ts";
import { PacedPort } from "./paced-port.ts";
import { PendingOffers } from "./pending-offers.ts";
import { receiveFiles } from "./receive-files.ts";
import { sendFiles } from "./send-files.ts";
import type { Delivery, Incoming, TransferPort } from "./transfer-port.ts";

const STEP_MS = 50;
const WAYS: ReadonlyMap<unknown, Incoming["way"]> = new Map([
  ["MSG", "direct"],
  ["FILE_CHUNK", "chunk"],
]);
const REFUSED: ReadonlyMap<unknown, Delivery> = new Map([
  ["RATE_LIMITED", "rate_limited"],
  ["AGENT_NOT_FOUND", "absent"],
]);

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "over-chat-"));
});

afterEach(() => rmSync(folder, { recursive: true }));

class ChatPort implements TransferPort {
  readonly errors: Heard[] = [];
  readonly #talker: Talker & { readonly id: string };
  readonly #listeners = new Set<(incoming: Incoming) => void>();
  /** Who waits for the echo of a message, or for an error in its place. */
  #said: ((delivery: Delivery) => void) | null = null;

  constructor(talker: Talker & { readonly id: string }) {
    this.#talker = talker;
    talker.client.on("message", (data) => this.#hear(JSON.parse(data.toString())));
  }

  say(to: string, text: string): Promise<Delivery> {
    const { promise, resolve } = Promise.withResolvers<Delivery>();
    this.#said = resolve;
    this.#talker.send({ type: "MSG", to, content: text });
    return promise;
  }

  async sendChunk(to: string, text: string): Promise<Delivery> {
    this.#talker.send({ type: "FILE_CHUNK", to, content: text });
    return "sent";
  }

  listen(onIncoming: (incoming: Incoming) => void): Disposable {
    this.#listeners.add(onIncoming);
    return { [Symbol.dispose]: () => void this.#listeners.delete(onIncoming) };
  }

  #hear(message: Heard): void {
    if (message.type === "ERROR") {
      this.errors.push(message);
      this.#said?.(REFUSED.get(message.code) ?? "offline");
    }
    const way = WAYS.get(message.type);
    if (way === undefined) return;
    if (message.from === this.#talker.id) {
      this.#said?.("sent");
      return;
    }
    const incoming = { from: String(message.from), text: String(message.content), way };
    for (const listener of this.#listeners) listener(incoming);
  }
}

function clockOf({ time }: Chatting): Clock {
  return {
    nowMs: () => time.nowMs(),
    sleep(ms, signal) {
      const { promise, resolve } = Promise.withResolvers<void>();
      if (signal?.aborted === true) return Promise.resolve();
      const stop = time.after(Math.max(0, ms), resolve);
      signal?.addEventListener("abort", () => {
        stop();
        resolve();
      });
      return promise;
    },
  };
}

/** Moves the time on whenever everything sent so far has arrived. */
async function played<T>(chat: Chatting, run: Promise<T>): Promise<T> {
  let isOver = false;
  const ended = run.finally(() => {
    isOver = true;
  });
  while (!isOver) {
    await chat.settle();
    chat.time.advance(STEP_MS);
  }
  return ended;
}

test("files of several chunks arrive through a market's chat within its limits", async () => {
  await using chat = await Chatting.open();
  const clock = clockOf(chat);
  const [ada, bo] = [await chat.enter("ada", newKey()), await chat.enter("bo")];
  const [sender, receiver] = [new ChatPort(ada), new ChatPort(bo)];
  const common = { clock, onStep: () => undefined, signal: new AbortController().signal };
  const received = Promise.withResolvers<unknown>();
  const receiving = { ...common, port: new PacedPort(receiver, clock), folder, replaces: false };
  using _ = new PendingOffers(receiving.port, clock, ({ from, offer }) => {
    received.resolve(receiveFiles(receiving, from, offer));
  });
  const files = [
    { path: "src/escapes.json", bytes: Buffer.from('{"a":"\\\\\\"\\n"}\t"\n'.repeat(120_000)) },
    { path: "random.bin", bytes: randomBytes(2 ** 21) },
    { path: "grüße.txt", bytes: Buffer.from("no line end") },
  ];
  const sending = {
    ...common,
    port: new PacedPort(sender, clock),
    newId: () => randomBytes(8).toString("hex"),
    senderNick: "ada",
  };
  expect(await played(chat, sendFiles(sending, bo.id, files))).toBeNull();
  expect(await received.promise).toEqual({
    ok: true,
    saved: files.map(({ path }) => path),
    skipped: [],
  });
  for (const { path, bytes } of files) {
    expect(readFileSync(join(folder, path)).equals(bytes)).toBe(true);
  }
  expect([...sender.errors, ...receiver.errors, ...chat.faults]).toEqual([]);
});
