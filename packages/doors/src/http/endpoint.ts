/**
 * One endpoint, as data: where it is, what it takes, what it answers. The same table mounts the
 * routes, validates input and writes the OpenAPI document.
 *
 * There are three kinds. Only the two that check who sent the request get a `caller`, so an
 * endpoint cannot read one that nobody checked.
 */
import type { Party, SignedRequest } from "@bazaar/kernel";
import type { Market, Pause } from "@bazaar/market/ports";
import type { ZodType } from "zod";
import type { BodySize } from "./body-size.ts";
import type { DoorResult } from "./door-refusal.ts";
import type { HeldRequests } from "./held-requests.ts";
import type { Settings } from "./settings.ts";

interface EndpointInfo {
  /** With its parameter in braces: `/contracts/{id}/bond`. */
  readonly path: string;
  readonly summary: string;
  readonly tag: "contracts" | "acts" | "courts" | "money" | "platform";
  /** What a successful answer looks like, for the OpenAPI document and for tests. */
  readonly answer: ZodType;
}

/** A GET that is the same for all callers. */
export interface PublicRead<Query = unknown> extends EndpointInfo {
  readonly method: "GET";
  readonly identifiesCaller: false;
  readonly query?: ZodType<Query>;
  readonly run: (call: ReadCall<Query>) => Promise<Answer>;
}

/** A GET that shows more to some callers. */
export interface CallerRead<Query = unknown> extends EndpointInfo {
  readonly method: "GET";
  readonly identifiesCaller: true;
  readonly query?: ZodType<Query>;
  readonly run: (call: CallerReadCall<Query>) => Promise<Answer>;
}

/** A POST, which must be signed. */
export interface SignedPost<Body = unknown> extends EndpointInfo {
  readonly method: "POST";
  /** Bodies are parsed without loss: integers are `bigint`, other numbers `Float`. */
  readonly body: ZodType<Body>;
  /** Short unless given. */
  readonly bodySize?: BodySize;
  /** Talk has a rate limit of its own, so that it cannot keep moving the head of a chain. */
  readonly isTalk?: boolean;
  readonly run: (call: PostCall<Body>) => Promise<Answer>;
}

export type ReadEndpoint = PublicRead | CallerRead;
export type Endpoint = ReadEndpoint | SignedPost;

interface Call {
  readonly market: Market;
  readonly settings: Settings;
  /** The path's parameter; empty if it has none. */
  readonly name: string;
  /** Aborts when the caller leaves and when the door closes. */
  readonly signal: () => AbortSignal;
  readonly held: HeldRequests;
  /** To be awaited between the parts of long work, so that other requests can run. */
  readonly pause: Pause;
}

export interface ReadCall<Query> extends Call {
  readonly query: Query;
}

export interface CallerReadCall<Query> extends ReadCall<Query> {
  /** Null if the request has no valid signature. */
  readonly caller: Caller | null;
}

export interface PostCall<Body> extends Call {
  readonly body: Body;
  readonly caller: Caller;
  readonly idempotencyKey: string | null;
}

/** Who signed the request, and the request itself, which becomes the origin of an entry. */
export interface Caller {
  readonly party: Party;
  readonly request: SignedRequest;
}

/** A value that `wireText` can write, or a refusal. `null` is a value. */
export type Answer = DoorResult<unknown>;

export function answer(value: unknown): Answer {
  return { ok: true, value };
}

type Given<Kind> = Omit<Kind, "method" | "identifiesCaller">;

// Each keeps the types of one endpoint together; the table of all endpoints does not need them.

export function publicRead<Query>(given: Given<PublicRead<Query>>): PublicRead {
  return { ...given, method: "GET", identifiesCaller: false } as PublicRead;
}

export function callerRead<Query>(given: Given<CallerRead<Query>>): CallerRead {
  return { ...given, method: "GET", identifiesCaller: true } as CallerRead;
}

export function signedPost<Body>(given: Given<SignedPost<Body>>): SignedPost {
  return { ...given, method: "POST" } as SignedPost;
}
