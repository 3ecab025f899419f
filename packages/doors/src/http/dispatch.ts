/**
 * One request to one endpoint, check by check, the cheap ones first: shape, headers, rates, time,
 * signature, and only then whatever the endpoint does.
 */
import { isJsonObject, type Party, type Verify } from "@bazaar/kernel";
import type { Market } from "@bazaar/market/ports";
import type { ZodType } from "zod";
import { checkSignature, readSignature } from "./authenticate.ts";
import { bodyLimit } from "./body-size.ts";
import type { Sent } from "./door-context.ts";
import { type DoorRefused, type FieldProblem, refuseAtDoor } from "./door-refusal.ts";
import type { Answer, Call, Caller, Endpoint } from "./endpoint.ts";
import { fieldProblems } from "./field-problems.ts";
import type { HeldRequests } from "./held-requests.ts";
import type { Rates } from "./rates.ts";
import { readBody, readJson } from "./read-body.ts";
import type { Settings } from "./settings.ts";

/** What all requests share. */
export interface Dispatcher {
  readonly market: Market;
  readonly settings: Settings;
  readonly verify: Verify;
  readonly rates: Rates;
  readonly held: HeldRequests;
  /** Aborts when the door closes. */
  readonly closing: AbortSignal;
}

export interface Incoming {
  readonly sent: Sent;
  /** Aborts when the caller has gone; made when it is asked for. */
  readonly gone: () => AbortSignal;
  /** As it was sent, without the query. */
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly name: string;
  readonly address: string;
}

export interface Dispatched {
  readonly answer: Answer;
  readonly party: Party | null;
}

type Base = Omit<Call<unknown, unknown>, "query" | "body" | "caller" | "idempotencyKey">;

const IDEMPOTENCY_KEY = /^[\x21-\x7e]{1,200}$/;

export async function dispatch(
  door: Dispatcher,
  endpoint: Endpoint,
  incoming: Incoming,
): Promise<Dispatched> {
  return endpoint.method === "POST"
    ? await dispatchPost(door, endpoint, incoming)
    : { answer: await dispatchGet(door, endpoint, incoming), party: null };
}

async function dispatchGet(
  door: Dispatcher,
  endpoint: Endpoint,
  incoming: Incoming,
): Promise<Answer> {
  const query = parse(endpoint.query, incoming.query);
  if (!query.ok) return refuseAtDoor({ code: "malformed_query", problems: query.problems });
  const { market, verify, rates } = door;
  const { sent, path, address } = incoming;
  const isSigned = sent.headers.get("x-fix-signature") !== null;
  const flood = isSigned ? await rates.count("signedPerAddress", address) : null;
  if (flood !== null) return flood;
  let caller: Caller | null | undefined;
  const call = {
    ...baseOf(door, incoming),
    query: query.value,
    body: undefined,
    idempotencyKey: null,
    get caller(): Caller | null {
      if (caller !== undefined) return caller;
      const signed = readSignature({ method: "GET", path, body: "" }, sent.headers);
      const checked = signed.ok ? checkSignature(signed.value, market.nowMs(), verify) : signed;
      caller = checked.ok ? checked.value : null;
      return caller;
    },
  };
  return endpoint.run(call);
}

async function dispatchPost(
  door: Dispatcher,
  endpoint: Endpoint,
  incoming: Incoming,
): Promise<Dispatched> {
  const { sent, path, address } = incoming;
  const limit = bodyLimit(endpoint.bodySize, door.settings.limits.bodyBytes);
  const text = await readBody(sent, limit);
  if (!text.ok) return { answer: text, party: null };
  const weight = await door.rates.countLength(address, text.value.length);
  if (weight !== null) return { answer: weight, party: null };
  const json = readJson(text.value);
  if (!json.ok) return { answer: json, party: null };
  const body = parse(endpoint.body, json.value);
  if (!body.ok || !isJsonObject(json.value)) {
    const problems = body.ok ? [{ field: "", problem: "expected an object" }] : body.problems;
    return { answer: refuseAtDoor({ code: "malformed_body", problems }), party: null };
  }
  const key = idempotencyKeyOf(sent.headers);
  if (key !== null && typeof key !== "string") return { answer: key, party: null };

  const signed = readSignature({ method: "POST", path, body: text.value }, sent.headers);
  if (!signed.ok) return { answer: signed, party: null };
  const flood = await door.rates.count("signedPerAddress", address);
  if (flood !== null) return { answer: flood, party: null };
  const checked = checkSignature(signed.value, door.market.nowMs(), door.verify);
  if (!checked.ok) return { answer: checked, party: null };
  const { party } = checked.value;
  const isTalk = endpoint.isTalk === true;
  const haste = await door.rates.count(isTalk ? "talkPerIdentity" : "perIdentity", party);
  if (haste !== null) return { answer: haste, party };

  const call = {
    ...baseOf(door, incoming),
    query: undefined,
    body: body.value,
    caller: checked.value,
    idempotencyKey: key,
  };
  return { answer: await endpoint.run(call), party };
}

function baseOf({ market, settings, held, closing }: Dispatcher, incoming: Incoming): Base {
  const { gone, name, address } = incoming;
  const signal = () => AbortSignal.any([gone(), closing]);
  return { market, settings, name, address, held, signal };
}

type Parsed =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly problems: readonly FieldProblem[] };

function parse(schema: ZodType | undefined, value: unknown): Parsed {
  if (schema === undefined) return { ok: true, value: undefined };
  const parsed = schema.safeParse(value);
  if (parsed.success) return { ok: true, value: parsed.data };
  return { ok: false, problems: fieldProblems(parsed.error) };
}

function idempotencyKeyOf(headers: Sent["headers"]): string | DoorRefused | null {
  const key = headers.get("idempotency-key");
  if (key === null || IDEMPOTENCY_KEY.test(key)) return key;
  const problem = "Idempotency-Key must be 1 to 200 visible ASCII characters";
  return refuseAtDoor({ code: "malformed_request", problem });
}
