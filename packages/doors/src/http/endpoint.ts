/**
 * One endpoint, as data: where it is, what it takes, what it answers. The same table mounts the
 * routes, validates what comes in, and writes the OpenAPI document.
 */
import type { Party, SignedRequest } from "@bazaar/kernel";
import type { Market } from "@bazaar/market/ports";
import type { ZodType } from "zod";
import type { BodySize } from "./body-size.ts";
import type { DoorResult } from "./door-refusal.ts";
import type { HeldRequests } from "./held-requests.ts";
import type { Settings } from "./settings.ts";

export interface Endpoint<Query = unknown, Body = unknown> {
  readonly method: "GET" | "POST";
  /** With its parameter in braces: `/contracts/{id}/bond`. */
  readonly path: string;
  readonly summary: string;
  readonly tag: "contracts" | "acts" | "courts" | "money" | "platform";
  readonly query?: ZodType<Query>;
  /** Bodies are read without loss: their integers are `bigint`, other numbers `Float`. */
  readonly body?: ZodType<Body>;
  /** Short unless told otherwise. */
  readonly bodySize?: BodySize;
  /** What a good answer looks like, for the document and for the tests that hold it to it. */
  readonly answer: ZodType;
  /** Talk is counted apart and more slowly, so that it cannot keep a chain moving. */
  readonly isTalk?: boolean;
  /** A GET that shows more to some; every POST is signed by somebody. */
  readonly asksWho?: boolean;
  readonly run: (call: Call<Query, Body>) => Promise<Answer>;
}

export interface Call<Query, Body> {
  readonly market: Market;
  readonly settings: Settings;
  /** What stands in the braces of the path; empty where there are none. */
  readonly name: string;
  readonly query: Query;
  readonly body: Body;
  /** Never null for a POST; for a GET only where its endpoint asks. */
  readonly caller: Caller | null;
  readonly idempotencyKey: string | null;
  /** Aborts when the caller has gone, and when the door closes. Few calls wait and need one. */
  readonly signal: () => AbortSignal;
  /** For whom rates are counted: the caller's address, or its network's. */
  readonly address: string;
  readonly held: HeldRequests;
}

/** Who signed the request, and the request itself, which becomes the origin of an entry. */
export interface Caller {
  readonly party: Party;
  readonly request: SignedRequest;
}

/** A value that `wireText` can write, or a no. `null` is an answer too. */
export type Answer = DoorResult<unknown>;

export function answer(value: unknown): Answer {
  return { ok: true, value };
}

/** Keeps the types of one endpoint together; the table forgets them. */
export function endpoint<Query, Body>(definition: Endpoint<Query, Body>): Endpoint {
  return definition as Endpoint;
}
