/**
 * Every refusal as HTTP: a status, and a sentence that says what was wrong and what to do. The
 * refusal's facts are further fields of the body.
 */
import type { Refusal } from "@bazaar/kernel";
import type { DoorRefusal, FieldProblem } from "./door-refusal.ts";
import { durationText } from "./duration-text.ts";

type AnyRefusal = Refusal | DoorRefusal;
type Facts<Code> = Extract<AnyRefusal, { readonly code: Code }>;

interface Line<Code> {
  readonly status: number;
  /** A sentence, or what fix/2 clients expect instead. */
  readonly detail: (facts: Facts<Code>) => unknown;
}

function line<Code>(status: number, detail: (facts: Facts<Code>) => unknown): Line<Code> {
  return { status, detail };
}

function nextStep(act: string, phase: string): string {
  if (act === "bond")
    return phase === "unfunded" ? " Wait for its deposit." : " The seat is taken.";
  if (act === "accept" && phase === "open") return " Bond first.";
  if (act === "fix" && (phase === "open" || phase === "investigating")) return " Accept first.";
  return "";
}

const QUOTAS = {
  ownerBytes: (limit: number) => `yours may have ${limit} bytes together`,
  ownerCount: (limit: number) => `you may have ${limit}`,
  totalBytes: (limit: number) => `this server stores ${limit} bytes in all`,
};

const TABLE: { readonly [Code in AnyRefusal["code"]]: Line<Code> } = {
  malformed_json: line(400, (f) => `The body is not JSON: ${f.problem} at character ${f.at}.`),
  malformed_amount: line(400, (f) => `"${f.text}" is not a valid amount: ${f.problem}.`),
  malformed_party: line(400, (f) => `"${f.text}" is not a valid key: ${f.problem}.`),
  malformed_entry: line(400, (f) => `Bad chain entry: ${f.field}: ${f.problem}.`),
  malformed_terms: line(400, (f) => `Invalid contract: ${f.field}: ${f.problem}.`),
  malformed_act: line(400, (f) => `Bad ${f.act}: ${f.field}: ${f.problem}.`),
  entry_too_long: line(
    413,
    (f) => `The entry has ${f.length} characters; the limit is ${f.limit}.`,
  ),
  not_hashable: line(400, (f) => `This cannot be hashed: ${f.problem}.`),
  malformed_trajectory: line(
    400,
    (f) => `Invalid trajectory: line ${f.line}: ${f.field}: ${f.problem}.`,
  ),
  trajectory_differs: line(
    400,
    (f) => `The trajectory differs: ${f.field} is ${f.actual}, not ${f.stated}.`,
  ),
  unsupported_terms: line(
    400,
    (f) => `Invalid contract: ${f.dial} "${f.value}": ${f.because}. See GET /platform_info.`,
  ),
  terms_differ: line(
    400,
    (f) =>
      `The signed terms differ from those of this server: ${f.field}. Rebuild them from GET /platform_info.`,
  ),
  bad_signature: line(
    401,
    (f) =>
      `Invalid signature: ${f.author} did not sign this. A request is signed as METHOD|PATH|BODY|TIMESTAMP: the path without host and query, the body exactly as sent.`,
  ),
  bad_origin: line(400, (f) => `The signed original does not match: ${f.problem}.`),
  market_not_named: line(
    400,
    (f) =>
      `A signed request about money, or for an upload, must name its market: "platform" is "${f.platform}" here, the key of this one.`,
  ),
  stale_request: line(
    401,
    (f) =>
      `Request timestamp ${f.timestampSeconds} is too far from ${f.nowSeconds}: at most 60 s old and 30 s ahead. Sign the request again.`,
  ),
  stale_head: line(409, (f) => ({ error: "chain_conflict", chain_head: f.head, seq: f.seq })),
  already_recorded: line(
    409,
    (f) =>
      `This request was recorded before, as entry ${f.seq}, and the contract has moved on. To act again, sign the request again in another second.`,
  ),
  broken_chain: line(400, (f) => `The chain breaks at entry ${f.seq}: ${f.problem}.`),
  unknown_contract: line(404, () => "Contract not found. Check the id."),
  alias_taken: line(409, () => "The short id of this contract is taken. Post it again."),
  contract_exists: line(409, () => "This contract was posted before. Change its nonce."),
  server_only: line(403, (f) => `Only the server may write ${f.act}.`),
  not_a_party: line(403, (f) => `Not allowed (${f.act}): ${f.author} is not the party that may.`),
  wrong_phase: line(
    409,
    (f) =>
      `${f.act} is not possible now: the contract's phase is ${f.phase}.${nextStep(f.act, f.phase)}`,
  ),
  contract_ended: line(
    409,
    (f) => `${f.act} is not possible: the contract has ended (${f.phase}).`,
  ),
  deadline_passed: line(410, (f) => `Too late: the deadline was ${seconds(f.deadlineMs)}.`),
  too_early: line(429, (f) => `Rate limited. Wait ${durationText(f.readyAtMs - f.receivedAtMs)}`),
  own_contract: line(403, () => "Cannot take your own contract."),
  conflict_of_interest: line(
    403,
    () => "One owner cannot be two of a contract's principal, agent, judge and arbiters.",
  ),
  reserved_for: line(403, (f) => `This contract is for ${f.agent} only.`),
  held_before: line(403, () => "You held this contract before and left it. Take another."),
  seats_exhausted: line(
    409,
    (f) => `${f.limit} agents have held this contract, which is the limit.`,
  ),
  bond_first: line(409, (f) => `Bond first: ${f.due} must be deposited before you accept.`),
  price_not_allowed: line(400, (f) => `A price is not allowed here: ${f.because}.`),
  stake_not_allowed: line(400, (f) => `This stake is not allowed here: ${f.because}.`),
  fix_pending: line(
    409,
    (f) =>
      `${f.act} is not possible now: a fix awaits verification. The principal may verify or halt; either side may dispute.`,
  ),
  evidence_contradicts: line(
    409,
    (f) => `You report that the checks ${f.reported}, but by your evidence they ${f.verdict}.`,
  ),
  rounds_exhausted: line(409, (f) => `All ${f.limit} investigation rounds are used.`),
  command_not_allowed: line(400, (f) => `Command not allowed: ${f.problem}.`),
  no_such_command: line(409, (f) =>
    f.expected === null
      ? "No command is pending."
      : `Answer the oldest pending command first: ${f.expected}`,
  ),
  nobody_to_talk_to: line(409, () => "There is no agent to send this to."),
  too_much_talk: line(409, (f) => `One side may send at most ${f.limit} messages.`),
  said_too_much: line(
    409,
    (f) => `You may send ${f.limit} characters to one agent and have sent ${f.said}.`,
  ),
  transcript_full: line(409, () => "The transcript is full: no new agent may take the seat."),
  account_fixed: line(
    409,
    () => "A payout to your account is already signed; the account can no longer change.",
  ),
  too_many_changes: line(409, (f) => `An account may change ${f.limit} times.`),
  deposit_not_due: line(409, (f) => `No deposit is due: ${f.problem}.`),
  no_court: line(400, (f) => `${f.act} is not possible: this contract has no judge.`),
  not_yours_to_dispute: line(403, (f) => `In ${f.phase} the ${f.side} cannot dispute.`),
  not_yours_to_appeal: line(
    403,
    (f) => `Only the side that lost may appeal; the ruling is against: ${f.against}.`,
  ),
  not_yours_to_answer: line(403, () => "The side that filed cannot respond."),
  already_answered: line(409, () => "This side has already responded."),
  stale_answer: line(409, (f) => `The court waits for question ${f.expected}, not ${f.got}.`),
  wrong_stage: line(409, (f) => `Cannot ${f.act}: the panel is at the stage ${f.stage}.`),
  filing_lapsed: line(403, () => "You did not reveal your nonce before, so you cannot file again."),
  not_yours_to_reveal: line(403, () => "Only the side that brought the case reveals its nonce."),
  nonces_exhausted: line(409, (f) => `${f.limit} wrong nonces were tried, which is the limit.`),
  already_voted: line(409, () => "You have voted already."),
  halts_exhausted: line(409, (f) => `A contract can be halted ${f.limit} times.`),
  insufficient_funds: line(
    402,
    (f) =>
      `Insufficient funds: ${f.needed} ${f.asset} needed (bounty and judge fee), ${f.available} available. If this server has a faucet, POST /faucet gives more.`,
  ),
  no_faucet: line(404, (f) => `This server has no faucet for ${f.asset}. See GET /platform_info.`),
  unwelcome: line(403, (f) => `This contract is not accepted here: ${f.because}.`),
  too_many_contracts: line(
    429,
    (f) => `You have ${f.limit} open contracts, which is the limit. Finish or cancel one.`,
  ),
  too_many_seats: line(
    429,
    (f) => `You hold ${f.limit} contracts, which is the limit. Finish or decline one.`,
  ),
  seat_too_soon: line(
    429,
    (f) =>
      `You left a contract of this principal without a look. Take the next one in ${f.secondsLeft}s.`,
  ),
  too_many_keys: line(409, (f) => `One owner may have at most ${f.limit} keys.`),
  artifact_too_large: line(
    413,
    (f) => `The artifact has ${f.bytes} bytes; the limit is ${f.limit}.`,
  ),
  no_room: line(429, (f) => `There is no room for this artifact: ${QUOTAS[f.quota](f.limit)}.`),
  artifact_differs: line(
    400,
    (f) => `The content does not have ${f.bytes} bytes and the SHA-256 ${f.hash}.`,
  ),
  key_reused: line(409, () => "This idempotency key was used for another request. Use a new key."),

  not_found: line(404, () => "Not Found. GET /openapi.json lists every endpoint."),
  unknown_artifact: line(
    404,
    (f) => `There is no artifact ${f.hash}: it was never stored here, or it has expired.`,
  ),
  unknown_schema: line(404, (f) => `There is no schema ${f.schema}. GET /schemas lists them.`),
  method_not_allowed: line(405, (f) => `${f.method} is not allowed here. Use ${f.allowed}.`),
  malformed_request: line(400, (f) => `Bad request: ${f.problem}.`),
  upper_case: line(
    400,
    (f) => `"${f.text}" has capital letters. Write ids and keys in lower case.`,
  ),
  foreign_origin: line(
    403,
    (f) =>
      `Web pages of ${f.origin} may not use this server. Its operator can list them in allowedOrigins.`,
  ),
  foreign_host: line(
    403,
    (f) =>
      `This server is for its own machine and does not answer as ${f.host}. Behind a proxy, list the proxy in trustedProxies.`,
  ),
  malformed_body: line(422, (f) => located("body", f.problems)),
  malformed_query: line(422, (f) => located("query", f.problems)),
  body_too_large: line(413, (f) => `Request body too large: at most ${f.limit} bytes.`),
  padded_body: line(
    400,
    (f) =>
      `The body has ${f.length} characters; for this act the limit is ${f.limit}. Leave out what it does not need.`,
  ),
  unauthenticated: line(401, (f) => `Not authenticated: ${f.problem}.`),
  wrong_key: line(
    401,
    (f) =>
      `Pubkey mismatch: signed by ${f.signer}, but the body names ${f.named}. Write the key with fix_.`,
  ),
  missing_key: line(
    403,
    (f) => `Missing ${f.field.replace("_", " ")}. Name the key that signs the request.`,
  ),
  wrong_side: line(400, (f) => `You cannot use ${f.field}: you are the ${f.side}.`),
  entry_differs: line(
    400,
    (f) => `chain_entry differs from the body: ${f.field}. Sign what you send.`,
  ),
  too_late_to_respond: line(
    410,
    (f) => `Too late to respond: the window has closed, and the contract's phase is ${f.phase}.`,
  ),
  not_void_yet: line(
    409,
    (f) =>
      `The court still has ${f.secondsLeft}s. After that the server voids the contract by itself.`,
  ),
  rate_limited: line(
    429,
    (f) => `Too many requests (${f.limit}). Try again in ${f.retryAfterSeconds}s.`,
  ),
  too_many_streams: line(
    503,
    (f) => `All ${f.limit} streams are in use. Poll GET /contracts instead.`,
  ),
  unavailable: line(
    503,
    (f) => `Temporarily unavailable. Send the same request again in ${f.retryAfterSeconds}s.`,
  ),
};

export interface RefusedAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: { readonly detail: unknown; readonly code: string };
}

export function refusedAnswer(refusal: AnyRefusal): RefusedAnswer {
  const { status, detail } = TABLE[refusal.code] as Line<AnyRefusal["code"]>;
  const body = { ...refusal, detail: detail(refusal as never) };
  return { status, headers: headersOf(refusal, status), body };
}

/** Every code with its status, for the OpenAPI document. */
export const REFUSALS: readonly { readonly code: string; readonly status: number }[] =
  Object.entries(TABLE).map(([code, { status }]) => ({ code, status }));

function headersOf(refusal: AnyRefusal, status: number): Record<string, string> {
  if (status === 401) return { "WWW-Authenticate": "X-Fix-Signature" };
  return ownHeaders(refusal);
}

function ownHeaders(refusal: AnyRefusal): Record<string, string> {
  switch (refusal.code) {
    case "rate_limited":
      // Close the connection of a rate-limited client.
      return { Connection: "close", "Retry-After": String(refusal.retryAfterSeconds) };
    case "unavailable":
      return { "Retry-After": String(refusal.retryAfterSeconds) };
    case "not_void_yet":
      return { "Retry-After": String(refusal.secondsLeft) };
    case "too_early": {
      const waitMs = refusal.readyAtMs - refusal.receivedAtMs;
      return { "Retry-After": String(Math.max(1, Math.ceil(waitMs / 1_000))) };
    }
    case "method_not_allowed":
      return { Allow: refusal.allowed };
    default:
      return {};
  }
}

/** The list of problems that fix/2 clients expect. */
function located(place: "body" | "query", problems: readonly FieldProblem[]): readonly object[] {
  return problems.map(({ field, problem }) => ({
    loc: [place, ...field.split(".").filter((name) => name !== "")],
    msg: problem,
    type: "value_error",
  }));
}

function seconds(ms: number): string {
  return (ms / 1_000).toFixed(3);
}
