/** One request as the router carries it, with what this door has found out about it on the way. */
import type { Party } from "@bazaar/kernel";
import type { HttpBindings } from "@hono/node-server";
import type { Context } from "hono";
import { collect, receive } from "./receive.ts";

export interface DoorEnvironment {
  /** Absent where a request comes from a test and not from a socket. */
  Bindings: Partial<HttpBindings>;
  Variables: {
    requestId: string;
    /** For whom rates are counted. */
    address: string;
    /** Bytes of the answer, where it is JSON. */
    answerLength: number;
    party: Party | null;
    /** Why the answer is a no. */
    code: string | null;
  };
}

export type DoorContext = Context<DoorEnvironment>;

/** The path exactly as it was sent, for that is what was signed. */
export function rawPath(c: DoorContext): string {
  const target = c.env?.incoming?.url ?? new URL(c.req.url).pathname;
  const query = target.indexOf("?");
  return query === -1 ? target : target.slice(0, query);
}

/** What was sent, as this door reads it: straight from the socket where there is one. */
export interface Sent {
  readonly headers: Pick<Headers, "get">;
  /** The whole body; null where it is longer than `limit`. Throws where it breaks off. */
  readonly body: (limit: number) => Promise<Uint8Array | null>;
}

export function sentOf(c: DoorContext): Sent {
  const incoming = c.env?.incoming;
  if (incoming === undefined) return sentIn(c.req.raw);
  return {
    headers: { get: (name) => headerText(incoming.headers[name]) },
    body: (limit) => receive(incoming, limit),
  };
}

export function sentIn({ headers, body }: Request): Sent {
  return { headers, body: (limit) => collect(body ?? [], limit) };
}

function headerText(value: string | readonly string[] | undefined): string | null {
  if (value === undefined) return null;
  return typeof value === "string" ? value : value.join(", ");
}
