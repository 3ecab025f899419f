/**
 * One endpoint, as data: where it is, what it takes, what it answers. The same table mounts the
 * routes, validates input and writes the OpenAPI document.
 *
 * There are four kinds. Only the two that check who sent the request get a `caller`, so an
 * endpoint cannot read one that nobody checked.
 */
import type { Party, SignedRequest } from "@bazaar/kernel";
import type { Market, Pause } from "@bazaar/market/ports";
import type { ZodType } from "zod";
import type { BodySize } from "./body-size.ts";
import type { DoorRefused, DoorResult } from "./door-refusal.ts";
import type { Settings } from "./settings.ts";

interface EndpointInfo {
  /** With its parameter in braces: `/contracts/{id}/bond`. */
  readonly path: string;
  readonly summary: string;
  readonly tag: "contracts" | "jobs" | "acts" | "courts" | "money" | "platform";
  /** What a successful answer looks like, for the OpenAPI document and for tests. */
  readonly answer: ZodType;
  /** Whether a long answer counts as one request: strangers decide how long it is. */
  readonly countsOnce?: boolean;
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
  readonly identifiesCaller: true;
  /** Bodies are parsed without loss: integers are `bigint`, other numbers `Float`. */
  readonly body: ZodType<Body>;
  /** Short unless given. */
  readonly bodySize?: BodySize;
  /** Talk has a rate limit of its own, so that it cannot keep moving the head of a chain. */
  readonly isTalk?: boolean;
  readonly run: (call: PostCall<Body>) => Promise<Answer>;
}

/** A POST that anyone may send, because its body proves by itself what it says. */
export interface PublicPost<Body = unknown> extends EndpointInfo {
  readonly method: "POST";
  readonly identifiesCaller: false;
  readonly body: ZodType<Body>;
  readonly bodySize?: BodySize;
  readonly run: (call: PublicPostCall<Body>) => Promise<Answer>;
}

export type ReadEndpoint = PublicRead | CallerRead;
export type PostEndpoint = SignedPost | PublicPost;
export type Endpoint = ReadEndpoint | PostEndpoint;

/**
 * Runs `wait` with a signal that aborts when the time is up, the caller leaves or the door closes;
 * null if too many requests wait already. Some places are for parties to a contract alone.
 */
export type Hold = <T>(
  by: "party" | "anyone",
  timeoutMs: number,
  wait: (signal: AbortSignal) => Promise<T>,
) => Promise<T | null>;

interface Call {
  readonly market: Market;
  readonly settings: Settings;
  /** Where the request came from. */
  readonly address: string | null;
  /** The path's parameter; empty if it has none. */
  readonly name: string;
  readonly hold: Hold;
  /** To be awaited between the parts of long work, so that other requests can run. */
  readonly pause: Pause;
}

export interface ReadCall<Query> extends Call {
  readonly query: Query;
  /** To be called before the source of a long answer is read, with its length in characters. */
  readonly reserve: (length: number) => DoorRefused | null;
}

export interface CallerReadCall<Query> extends ReadCall<Query> {
  /** Null if the request has no valid signature. */
  readonly caller: Caller | null;
}

export interface PublicPostCall<Body> extends Call {
  readonly body: Body;
}

export interface PostCall<Body> extends PublicPostCall<Body> {
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
  return { ...given, method: "POST", identifiesCaller: true } as SignedPost;
}

export function publicPost<Body>(given: Given<PublicPost<Body>>): PublicPost {
  return { ...given, method: "POST", identifiesCaller: false } as PublicPost;
}
