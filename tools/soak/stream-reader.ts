/**
 * A reader of the stream that reconnects whenever its connection ends, and continues after the last
 * id it has seen.
 */
import { type ClientRequest, get } from "node:http";
import { SseReader } from "@bazaar/doors/http/connect";

export interface StreamEvent {
  readonly no: number;
  readonly event: string;
  readonly contract: string;
}

/** What is told there: failed commands, or jobs. */
export type Stream = "contracts" | "jobs";

const RETRY_MS = 100;

export class StreamReader implements Disposable {
  /** Resolves with the first message, which says where the stream begins. */
  readonly started: Promise<void>;
  readonly #url: string;
  readonly #onEvent: (event: StreamEvent) => void;
  readonly #begin: () => void;
  #request: ClientRequest | null = null;
  #timer: NodeJS.Timeout | null = null;
  #lastId: string | null = null;
  #isClosed = false;
  #connections = 0;

  constructor(url: string, onEvent: (event: StreamEvent) => void, stream: Stream = "contracts") {
    this.#url = `${url}/${stream}/stream`;
    this.#onEvent = onEvent;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.started = promise;
    this.#begin = resolve;
    this.#connect();
  }

  /** The last number received; null before the stream has begun. */
  get at(): number | null {
    return this.#lastId === null ? null : Number(this.#lastId);
  }

  get connections(): number {
    return this.#connections;
  }

  /** Drops the connection; it reconnects by itself. */
  restart(): void {
    this.#request?.destroy();
  }

  [Symbol.dispose](): void {
    this.#isClosed = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#request?.destroy();
  }

  #connect(): void {
    this.#connections += 1;
    const headers = this.#lastId === null ? {} : { "last-event-id": this.#lastId };
    const request = get(this.#url, { headers, agent: false });
    this.#request = request;
    request.once("close", () => this.#again());
    // On any error the connection is closed, which reconnects.
    request.on("error", () => request.destroy());
    request.once("response", (response) => {
      const reader = new SseReader();
      response.on("error", () => request.destroy());
      response.on("data", (bytes: Buffer) => {
        for (const frame of reader.take(bytes)) this.#take(frame);
      });
    });
  }

  #again(): void {
    if (!this.#isClosed) this.#timer = setTimeout(() => this.#connect(), RETRY_MS);
  }

  #take({ id, data }: { readonly id: string | null; readonly data: string | null }): void {
    if (id !== null) this.#lastId = id;
    this.#begin();
    if (data === null || id === null) return;
    const { event, contract_id: contract } = JSON.parse(data);
    this.#onEvent({ no: Number(id), event, contract });
  }
}
