/**
 * One request and its answer, as this door reads and writes them. They come from a socket, or from
 * this very process; what is found out about them on the way is kept here for the log.
 */
import { randomUUID } from "node:crypto";
import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Party } from "@bazaar/kernel";

export abstract class Visit {
  readonly id: string = randomUUID();
  readonly method: string;
  /** Exactly as it was sent, for that is what was signed; without the query. */
  readonly path: string;
  /** Whoever is at the other end; null where there is no socket. */
  abstract readonly socket: Socket | null;
  /** Where a stream is written; null where there is no socket. */
  abstract readonly outgoing: ServerResponse | null;
  /** For whom rates are counted. */
  address = "unknown";
  party: Party | null = null;
  /** Why the answer is a no. */
  code: string | null = null;
  /** Nought until there is an answer. */
  status = 0;
  /** Characters of the answer. */
  answerLength = 0;

  constructor(method: string, path: string) {
    this.method = method;
    this.path = path;
  }

  /** A header by its name in lower case. */
  abstract header(name: string): string | null;
  /** Of a name that stands there twice, the first is taken. */
  abstract query(): Readonly<Record<string, string>>;
  /** The whole body; null where it is longer than `limit`. Throws where it breaks off. */
  abstract body(limit: number): Promise<Uint8Array | null>;
  /** Aborts when the caller has gone before it had its answer. */
  abstract gone(): AbortSignal;

  /** Headers are names and values in turn; the id of the request and the length are added. */
  answer(status: number, headers: readonly string[], text: string | null): void {
    this.send(status, headers, text);
    this.status = status;
    this.answerLength = text?.length ?? 0;
  }

  protected abstract send(status: number, headers: readonly string[], text: string | null): void;
}

/** What `?` separates from the path; nothing where there is none. */
export function parseQuery(text: string): Readonly<Record<string, string>> {
  // The last of one name would win, so they are taken from the end.
  return text === "" ? {} : Object.fromEntries([...new URLSearchParams(text)].reverse());
}
