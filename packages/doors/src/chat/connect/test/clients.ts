/** Clients of a chat door in this process. Their time is the door's, and moves while a test waits. */
import { setTimeout as realTime } from "node:timers/promises";
import { generateSigner } from "@bazaar/keys";
import type { Clock } from "../../../connection/clock.ts";
import type { VirtualTime } from "../../test/virtual-time.ts";
import { ChatClient, type ChatClientNeeds } from "../chat-client.ts";
import type { ChatEvent, ChatMessage } from "../chat-event.ts";

/**
 * How far time moves in each millisecond: the messages of real sockets, which a busy server holds back
 * for up to 20, must come long before the time limits of client and server are over.
 */
const STEP_MS = 20;
/** Where nothing is said meanwhile but pings. */
export const LONG_STEP_MS = 200;

export class Clients implements AsyncDisposable {
  readonly #time: VirtualTime;
  readonly #open: ChatClient[] = [];

  constructor(time: VirtualTime) {
    this.#time = time;
  }

  /** Connected unless `url` leads nowhere. */
  open(url: string, needs: Partial<ChatClientNeeds> = {}): Spoken {
    const signer = generateSigner();
    const clock = clockOf(this.#time);
    const client = ChatClient.open({ url, name: "ada", signer, clock, random: () => 1, ...needs });
    this.#open.push(client);
    const events: ChatEvent[] = [];
    client.listen((event) => events.push(event));
    return { client, events };
  }

  /** Lets time pass until then. */
  async until<T>(promise: Promise<T>): Promise<T> {
    let isDone = false;
    const done = promise.finally(() => {
      isDone = true;
    });
    await this.untilTrue(() => isDone);
    return done;
  }

  async untilTrue(isTrue: () => boolean, stepMs = STEP_MS): Promise<void> {
    while (!isTrue()) {
      await realTime(1);
      this.#time.advance(stepMs);
    }
  }

  async pass(ms: number): Promise<void> {
    const endMs = this.#time.nowMs() + ms;
    await this.untilTrue(() => this.#time.nowMs() >= endMs, LONG_STEP_MS);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.until(Promise.all(this.#open.map((client) => client.close())));
  }
}

export interface Spoken {
  readonly client: ChatClient;
  /** Everything that it was told. */
  readonly events: ChatEvent[];
}

/** The lines of agents. */
export function lines({ events }: Spoken): readonly ChatMessage[] {
  return events.flatMap((event) =>
    event.type === "message" && event.message.from !== "@server" ? [event.message] : [],
  );
}

export function contents(spoken: Spoken): readonly string[] {
  return lines(spoken).map(({ content }) => content);
}

export function clockOf(time: VirtualTime): Clock {
  return {
    nowMs: () => time.nowMs(),
    sleep(ms, signal) {
      const { promise, resolve } = Promise.withResolvers<void>();
      if (signal?.aborted === true) return Promise.resolve();
      const stop = time.after(ms, resolve);
      const wake = (): void => {
        stop();
        resolve();
      };
      signal?.addEventListener("abort", wake, { once: true });
      return promise;
    },
  };
}
