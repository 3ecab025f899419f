/**
 * One request to one endpoint, check by check, the cheap ones first: shape, headers, rate limits,
 * freshness, signature; then the endpoint itself.
 */
import { isJsonObject, type Verify } from "@bazaar/kernel";
import type { Market } from "@bazaar/market/ports";
import type { ZodType } from "zod";
import type { AnswerLimit } from "../listen/answer-limit.ts";
import type { HeldRequests } from "../listen/held-requests.ts";
import type { HttpRequest } from "../listen/http-request.ts";
import type { Rates } from "../listen/rates.ts";
import { readBody, readJson } from "../listen/read-body.ts";
import { TimeSpent } from "../listen/time-spent.ts";
import type { Turn, Turns } from "../listen/turns.ts";
import { admitSigner, checkSignature, readSignature } from "./authenticate.ts";
import { bodyLimit } from "./body-size.ts";
import { type DoorResult, type FieldProblem, refuseAtDoor } from "./door-refusal.ts";
import type {
  Answer,
  Caller,
  Endpoint,
  Hold,
  PostEndpoint,
  PublicPostCall,
  ReadEndpoint,
  SignedPost,
} from "./endpoint.ts";
import { fieldProblems } from "./field-problems.ts";
import type { Settings } from "./settings.ts";

/** What all requests share. */
export interface Dispatcher {
  readonly market: Market;
  readonly settings: Settings;
  readonly verify: Verify;
  readonly wallMs: () => number;
  readonly rates: Rates;
  readonly turns: Turns;
  readonly answers: AnswerLimit;
  readonly held: HeldRequests;
  /** Aborts when the door closes. */
  readonly closing: AbortSignal;
}

const NO_QUERY = { ok: true, value: undefined } as const;

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
  const query = endpoint.query === undefined ? NO_QUERY : parse(endpoint.query, request.query());
  if (!query.ok) return refuseAtDoor({ code: "malformed_query", problems: query.problems });
  const isSigned = request.header("x-fix-signature") !== null;
  const limited = isSigned ? door.rates.count("signedPerAddress", request.address) : null;
  if (limited !== null) return limited;
  const call = {
    ...shared(door, request, name, turn.value),
    query: query.value,
    reserve: (length: number) => door.answers.reserve(request, length),
    pause: async () => {
      await turn.value.pause();
      const spent = door.rates.spentTime(request.address);
      if (spent !== null) throw new TimeSpent(spent);
    },
  };
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
  endpoint: PostEndpoint,
  request: HttpRequest,
  name: string,
): Promise<Answer> {
  const { settings, rates } = door;
  const { address } = request;
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
  const call = { ...shared(door, request, name, turn.value), body: body.value };
  if (endpoint.identifiesCaller) return runSigned(door, endpoint, request, text.value, call);
  // Its body has signatures too, which cost as much to check.
  return rates.count("signedPerAddress", address) ?? endpoint.run(call);
}

async function runSigned(
  door: Dispatcher,
  endpoint: SignedPost,
  request: HttpRequest,
  body: string,
  call: PublicPostCall<unknown>,
): Promise<Answer> {
  const idempotencyKey = request.header("idempotency-key");
  if (idempotencyKey !== null && !IDEMPOTENCY_KEY.test(idempotencyKey)) {
    const problem = "Idempotency-Key must be 1 to 200 visible ASCII characters";
    return refuseAtDoor({ code: "malformed_request", problem });
  }

  const rate = endpoint.isTalk === true ? "talkPerIdentity" : "perIdentity";
  const caller = admitSigner(door, request, { method: "POST", path: request.path, body }, rate);
  if (!caller.ok) return caller;
  return endpoint.run({ ...call, idempotencyKey, caller: caller.value });
}

/** Waits for it; meanwhile the address may have used up its time with other requests. */
export async function takeTurn(door: Dispatcher, request: HttpRequest): Promise<DoorResult<Turn>> {
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
  const { address } = request;
  const hold: Hold = (by, timeoutMs, wait) => {
    const signal = AbortSignal.any([request.aborted(), closing]);
    return held.hold({ address, isParty: by === "party", signal, timeoutMs }, wait);
  };
  return { market, settings, address, name, hold, pause: turn.pause };
}

type Parsed<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly problems: readonly FieldProblem[] };

export function parse<T>(schema: ZodType<T>, value: unknown): Parsed<T> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return { ok: true, value: parsed.data };
  return { ok: false, problems: fieldProblems(parsed.error) };
}
