/**
 * A chat server as transfers see it: direct messages once a second, ten chunks a second, frames of
 * 2 MiB, and deliveries that a test can lose, delay and repeat.
 */
import { VirtualClock } from "../../../../doors/src/http/connect/test/virtual-clock.ts";
import { MAX_DIRECT_LENGTH, MAX_FRAME_BYTES } from "../limits.ts";
import { readTransferMessage, type TransferMessage } from "../transfer-message.ts";
import type { Delivery, Incoming, TransferPort } from "../transfer-port.ts";

const LATENCY_MS = 20;
const DIRECT_EVERY_MS = 1_000;
const CHUNKS_A_SECOND = 10;

export interface Delivered extends Incoming {
  readonly to: string;
}

interface Member {
  readonly listeners: Set<(incoming: Incoming) => void>;
  readonly directAtMs: number[];
  readonly chunksAtMs: number[];
}

/** After how many milliseconds each copy of a message arrives; an empty list loses it. */
type Fate = (sent: Delivered) => readonly number[];

export class Network {
  readonly clock = new VirtualClock(0);
  /** Everything that arrived, in order. */
  readonly delivered: Delivered[] = [];
  /** Messages and chunks that were over the rate. */
  refused = 0;
  fate: Fate = () => [LATENCY_MS];
  /** Nobody has a connection. */
  isDown = false;
  readonly #members = new Map<string, Member>();

  /** One more port of an agent: all of them share its rates. */
  join(id: string): TransferPort {
    const member = this.#members.get(id) ?? {
      listeners: new Set(),
      directAtMs: [],
      chunksAtMs: [],
    };
    this.#members.set(id, member);
    const { listeners, directAtMs, chunksAtMs } = member;
    return {
      say: async (to, text) => {
        if (this.isDown) return "offline";
        if (text.length > MAX_DIRECT_LENGTH) throw new Error("a message is too long");
        const isTaken = this.#isWithin(directAtMs, 1, DIRECT_EVERY_MS);
        const delivery = isTaken
          ? this.#route({ from: id, to, text, way: "direct" })
          : "rate_limited";
        await this.clock.sleep(LATENCY_MS);
        return delivery;
      },
      sendChunk: async (to, text) => {
        if (this.isDown) return "offline";
        const frame = { type: "FILE_CHUNK", ts: Date.now(), from: id, to, content: text };
        const bytes = Buffer.byteLength(JSON.stringify(frame));
        if (bytes > MAX_FRAME_BYTES) throw new Error(`a frame has ${bytes} bytes`);
        const isTaken = this.#isWithin(chunksAtMs, CHUNKS_A_SECOND, 1_000);
        if (isTaken) this.#route({ from: id, to, text, way: "chunk" });
        return "sent";
      },
      listen: (onIncoming) => {
        listeners.add(onIncoming);
        return { [Symbol.dispose]: () => void listeners.delete(onIncoming) };
      },
    };
  }

  leave(id: string): void {
    this.#members.delete(id);
  }

  /** What arrived from one agent, as transfer messages without the data of chunks. */
  from(id: string): readonly unknown[] {
    return this.delivered
      .filter(({ from }) => from === id)
      .map(({ text }) => {
        const message = readTransferMessage(text);
        return message?.kind === "chunk" ? `chunk ${message.idx}` : (message?.kind ?? text);
      });
  }

  last(id: string): TransferMessage | null {
    return readTransferMessage(this.delivered.findLast(({ from }) => from === id)?.text ?? "");
  }

  #isWithin(atMs: number[], count: number, everyMs: number): boolean {
    const nowMs = this.clock.nowMs();
    const isTaken = atMs.filter((each) => each > nowMs - everyMs).length < count;
    if (isTaken) atMs.push(nowMs);
    else this.refused += 1;
    return isTaken;
  }

  #route(sent: Delivered): Delivery {
    if (!this.#members.has(sent.to)) return "absent";
    for (const ms of this.fate(sent)) void this.#deliver(sent, ms);
    return "sent";
  }

  async #deliver(sent: Delivered, ms: number): Promise<void> {
    await this.clock.sleep(ms);
    this.delivered.push(sent);
    for (const listener of [...(this.#members.get(sent.to)?.listeners ?? [])]) listener(sent);
  }
}
