/**
 * One request to one endpoint, check by check, the cheap ones first: shape, headers, rates, time,
 * signature, and only then whatever the endpoint does.
 */
import { isJsonObject, type Verify } from "@bazaar/kernel";
import type { Market } from "@bazaar/market/ports";
import type { ZodType } from "zod";
import { checkSignature, readSignature } from "./authenticate.ts";
import { bodyLimit } from "./body-size.ts";
import { type FieldProblem, refuseAtDoor } from "./door-refusal.ts";
import type { Answer, Caller, Endpoint } from "./endpoint.ts";
import { fieldProblems } from "./field-problems.ts";
import type { HeldRequests } from "./held-requests.ts";
import type { Rates } from "./rates.ts";
import { readBody, readJson } from "./read-body.ts";
import type { Settings } from "./settings.ts";
import type { Turnstile } from "./turnstile.ts";
import type { Visit } from "./visit.ts";

/** What all requests share. */
export interface Dispatcher {
  readonly market: Market;
  readonly settings: Settings;
  readonly verify: Verify;
  readonly rates: Rates;
  readonly turnstile: Turnstile;
  readonly held: HeldRequests;
  /** Aborts when the door closes. */
  readonly closing: AbortSignal;
}

const IDEMPOTENCY_KEY = /^[\x21-\x7e]{1,200}$/;

export function dispatch(
  door: Dispatcher,
  endpoint: Endpoint,
  visit: Visit,
  name: string,
): Promise<Answer> {
  return endpoint.method === "POST"
    ? dispatchPost(door, endpoint, visit, name)
    : dispatchGet(door, endpoint, visit, name);
}

async function dispatchGet(
  door: Dispatcher,
  endpoint: Endpoint,
  visit: Visit,
  name: string,
): Promise<Answer> {
  const query = parse(endpoint.query, endpoint.query === undefined ? null : visit.query());
  if (!query.ok) return refuseAtDoor({ code: "malformed_query", problems: query.problems });
  const { market, settings, held, rates } = door;
  const { address } = visit;
  const isSigned = visit.header("x-fix-signature") !== null;
  const flood = isSigned ? rates.count("signedPerAddress", address) : null;
  if (flood !== null) return flood;
  return endpoint.run({
    market,
    settings,
    held,
    name,
    address,
    signal: () => signalOf(door, visit),
    query: query.value,
    body: undefined,
    idempotencyKey: null,
    caller: isSigned && endpoint.asksWho === true ? readerOf(door, visit) : null,
  });
}

/** Null where the signature is not good: what everybody may read is shown anyway. */
function readerOf({ market, verify }: Dispatcher, visit: Visit): Caller | null {
  const signed = readSignature({ method: "GET", path: visit.path, body: "" }, visit);
  const checked = signed.ok ? checkSignature(signed.value, market.nowMs(), verify) : signed;
  return checked.ok ? checked.value : null;
}

async function dispatchPost(
  door: Dispatcher,
  endpoint: Endpoint,
  visit: Visit,
  name: string,
): Promise<Answer> {
  const { market, settings, held, rates, turnstile } = door;
  const { path, address } = visit;
  const text = await readBody(visit, bodyLimit(endpoint.bodySize, settings.limits.bodyBytes));
  if (!text.ok) return text;
  await turnstile.pass();
  const weight = rates.countLength(address, text.value.length);
  if (weight !== null) return weight;
  const json = readJson(text.value);
  if (!json.ok) return json;
  const body = parse(endpoint.body, json.value);
  if (!body.ok || !isJsonObject(json.value)) {
    const problems = body.ok ? [{ field: "", problem: "expected an object" }] : body.problems;
    return refuseAtDoor({ code: "malformed_body", problems });
  }
  const idempotencyKey = visit.header("idempotency-key");
  if (idempotencyKey !== null && !IDEMPOTENCY_KEY.test(idempotencyKey)) {
    const problem = "Idempotency-Key must be 1 to 200 visible ASCII characters";
    return refuseAtDoor({ code: "malformed_request", problem });
  }

  const signed = readSignature({ method: "POST", path, body: text.value }, visit);
  if (!signed.ok) return signed;
  const flood = rates.count("signedPerAddress", address);
  if (flood !== null) return flood;
  const caller = checkSignature(signed.value, market.nowMs(), door.verify);
  if (!caller.ok) return caller;
  visit.party = caller.value.party;
  const isTalk = endpoint.isTalk === true;
  const haste = rates.count(isTalk ? "talkPerIdentity" : "perIdentity", visit.party);
  if (haste !== null) return haste;

  return endpoint.run({
    market,
    settings,
    held,
    name,
    address,
    signal: () => signalOf(door, visit),
    query: undefined,
    body: body.value,
    idempotencyKey,
    caller: caller.value,
  });
}

function signalOf({ closing }: Dispatcher, visit: Visit): AbortSignal {
  return AbortSignal.any([visit.gone(), closing]);
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
