/** One HTTP request, over a socket or from this process, and the response to it. */
import type { Writable } from "node:stream";
import type { Party } from "@bazaar/kernel";
import type { Turn } from "./turns.ts";

export interface HttpRequest {
  readonly id: string;
  readonly method: string;
  /** As sent, without the query: the signature covers these characters. */
  readonly path: string;
  /** What rate limits count by: the client's IPv4 address or IPv6 network. */
  readonly address: string;
  /** A header by its lower-case name. */
  header(name: string): string | null;
  /** If a name is repeated, its first value. */
  query(): Readonly<Record<string, string>>;
  /** The whole body; null if it is longer than `limit` bytes. Rejects if the sender stops early. */
  body(limit: number): Promise<Uint8Array | null>;
  /** Aborts if the client leaves before it has its response. */
  aborted(): AbortSignal;
  /** Who signed the request, once verified; for the log. */
  party: Party | null;
  /** Once it may run. */
  turn: Turn | null;
}

export interface HttpResponse {
  readonly status: number;
  /** The request's id and the length of the body are added when it is sent. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | StreamedBody | null;
  /** The refusal's code, for the log. */
  readonly code?: string;
}

/** Writes an open-ended body. It is called once, even if the client has already left. */
export type StreamedBody = (out: Writable) => void;

export function parseQuery(text: string): Readonly<Record<string, string>> {
  // `fromEntries` keeps the last value of a name.
  return text === "" ? {} : Object.fromEntries([...new URLSearchParams(text)].reverse());
}
