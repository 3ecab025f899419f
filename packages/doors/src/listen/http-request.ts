/** One HTTP request, over a socket or from this process, and the response to it. */
import type { Writable } from "node:stream";
import type { Party } from "@bazaar/kernel";
import type { Turn } from "./turns.ts";

export interface HttpRequest {
  readonly id: string;
  readonly method: string;
  /** As sent, without the query: the signature covers these characters. */
  readonly path: string;
  /**
   * What limits count by: the client's IPv4 address or IPv6 network. Null for a request from this
   * process, which no limit of an address holds for.
   */
  readonly address: string | null;
  /** A header by its lower-case name. */
  header(name: string): string | null;
  /** If a name is repeated, its first value. */
  query(): Readonly<Record<string, string>>;
  /** The whole body; null if it is longer than `limit` bytes. Rejects if the sender stops early. */
  body(limit: number): Promise<Uint8Array | null>;
  /**
   * The body as it arrives, no faster than it is read. What it throws, a handler need not catch.
   *
   * @throws BodyTooLarge after `limit` bytes, or before the first if it is declared longer.
   * @throws BodyEndedEarly if the sender stops before the end.
   */
  chunks(limit: number): AsyncIterable<Uint8Array>;
  /** Aborts if the client leaves before it has its response. */
  aborted(): AbortSignal;
  /** Calls `run` when the client has its whole response, or has left. */
  whenSent(run: () => void): void;
  /** Who signed the request, once verified; for the log. */
  party: Party | null;
  /** The pattern of the route that serves it, once found; for metrics. */
  route: string | null;
  /** Once it may run. */
  turn: Turn | null;
}

export interface HttpResponse {
  readonly status: number;
  /** The request's id and the length of a text are added when it is sent. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | AsyncIterable<Uint8Array> | StreamedBody | null;
  /** Whether it counts as one request, however long; the time that it takes is charged anyway. */
  readonly countsOnce?: boolean;
  /** The refusal's code, for the log. */
  readonly code?: string;
}

/** Writes an open-ended body. It is called once, even if the client has already left. */
export type StreamedBody = (out: Writable) => void;

export function parseQuery(text: string): Readonly<Record<string, string>> {
  // `fromEntries` keeps the last value of a name.
  return text === "" ? {} : Object.fromEntries([...new URLSearchParams(text)].reverse());
}
