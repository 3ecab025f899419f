/**
 * One request to one endpoint, check by check, the cheap ones first: shape, headers, rate limits,
 * freshness, signature; then the endpoint itself.
 */
import { isJsonObject, type Verify } from "@bazaar/kernel";
import type { Market } from "@bazaar/market/ports";
import type { ZodType } from "zod";
import { checkSignature, readSignature } from "./authenticate.ts";
import { bodyLimit } from "./body-size.ts";
import { type DoorResult, type FieldProblem, refuseAtDoor } from "./door-refusal.ts";
import type { Answer, Caller, Endpoint, ReadEndpoint, SignedPost } from "./endpoint.ts";
import { fieldProblems } from "./field-problems.ts";
import type { HeldRequests } from "./held-requests.ts";
import type { HttpRequest } from "./http-request.ts";
import type { Rates } from "./rates.ts";
import { readBody, readJson } from "./read-body.ts";
import type { Settings } from "./settings.ts";
import type { Turn, Turns } from "./turns.ts";

/** What all requests share. */
export interface Dispatcher {
  readonly market: Market;
  readonly settings: Settings;
  readonly verify: Verify;
  readonly wallMs: () => number;
  readonly rates: Rates;
  readonly turns: Turns;
  readonly held: HeldRequests;
  /** Aborts when the door closes. */
  readonly closing: AbortSignal;
}

const IDEMPOTENCY_KEY = /^[\x21-\x7e]{1,200}$/;

export function dispatch(
  door: Dispatcher,
  endpoint: Endpoint,
  request: HttpRequest,
  name: string,
): Promise<Answer> {
  return endpoint.method === "POST"
    ? dispatchPost(door, endpoint, request, name)
    : dispatchGet(door, endpoint, request, name);
}

async function dispatchGet(
  door: Dispatcher,
  endpoint: ReadEndpoint,
  request: HttpRequest,
  name: string,
): Promise<Answer> {
  const turn = await takeTurn(door, request);
  if (!turn.ok) return turn;
  const query = parse(endpoint.query, endpoint.query === undefined ? null : request.query());
  if (!query.ok) return refuseAtDoor({ code: "malformed_query", problems: query.problems });
  const isSigned = request.header("x-fix-signature") !== null;
  const limited = isSigned ? door.rates.count("signedPerAddress", request.address) : null;
  if (limited !== null) return limited;
  const call = { ...shared(door, request, name, turn.value), query: query.value };
  if (!endpoint.identifiesCaller) return endpoint.run(call);
  return endpoint.run({ ...call, caller: isSigned ? callerOf(door, request) : null });
}

/** Null if the signature is not valid: the caller still sees what is public. */
function callerOf({ wallMs, verify }: Dispatcher, request: HttpRequest): Caller | null {
  const signed = readSignature({ method: "GET", path: request.path, body: "" }, request);
  const checked = signed.ok ? checkSignature(signed.value, wallMs(), verify) : signed;
  return checked.ok ? checked.value : null;
}

async function dispatchPost(
  door: Dispatcher,
  endpoint: SignedPost,
  request: HttpRequest,
  name: string,
): Promise<Answer> {
  const { settings, rates } = door;
  const { path, address } = request;
  const text = await readBody(request, bodyLimit(endpoint.bodySize, settings.limits.bodyBytes));
  if (!text.ok) return text;
  const tooLong = rates.countLength(address, text.value.length);
  if (tooLong !== null) return tooLong;
  const turn = await takeTurn(door, request);
  if (!turn.ok) return turn;
  const json = readJson(text.value);
  if (!json.ok) return json;
  const body = parse(endpoint.body, json.value);
  if (!body.ok || !isJsonObject(json.value)) {
    const problems = body.ok ? [{ field: "", problem: "expected an object" }] : body.problems;
    return refuseAtDoor({ code: "malformed_body", problems });
  }
  const idempotencyKey = request.header("idempotency-key");
  if (idempotencyKey !== null && !IDEMPOTENCY_KEY.test(idempotencyKey)) {
    const problem = "Idempotency-Key must be 1 to 200 visible ASCII characters";
    return refuseAtDoor({ code: "malformed_request", problem });
  }

  const signed = readSignature({ method: "POST", path, body: text.value }, request);
  if (!signed.ok) return signed;
  const addressLimited = rates.count("signedPerAddress", address);
  if (addressLimited !== null) return addressLimited;
  const caller = checkSignature(signed.value, door.wallMs(), door.verify);
  if (!caller.ok) return caller;
  request.party = caller.value.party;
  const rate = endpoint.isTalk === true ? "talkPerIdentity" : "perIdentity";
  const identityLimited = rates.count(rate, request.party);
  if (identityLimited !== null) return identityLimited;

  return endpoint.run({
    ...shared(door, request, name, turn.value),
    body: body.value,
    idempotencyKey,
    caller: caller.value,
  });
}

/** Waits for it; meanwhile the address may have used up its time with other requests. */
async function takeTurn(door: Dispatcher, request: HttpRequest): Promise<DoorResult<Turn>> {
  const turn = await door.turns.begin(request.address);
  request.turn = turn;
  return door.rates.spentTime(request.address) ?? { ok: true, value: turn };
}

function shared(
  { market, settings, held, closing }: Dispatcher,
  request: HttpRequest,
  name: string,
  turn: Turn,
) {
  const signal = (): AbortSignal => AbortSignal.any([request.aborted(), closing]);
  return { market, settings, held, name, signal, pause: turn.pause };
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
