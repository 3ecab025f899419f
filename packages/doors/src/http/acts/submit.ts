/**
 * From a signed request to an act of the market.
 *
 * An entry that its author signed with the timestamp goes into the chain unchanged. One signed
 * without it, and a request without an entry, become entries of the server that carry the whole
 * signed original. In every case the recorded entry says what the request says.
 */
import {
  type ContractId,
  chainJson,
  chainString,
  type Entry,
  entryOrigin,
  isSameData,
  type Json,
  type JsonObject,
  parseEntry,
  type RefusalCode,
  requestOrigin,
} from "@bazaar/kernel";
import type { Recorded, Submission } from "@bazaar/market/ports";
import { type DoorRefused, type DoorResult, refuseAtDoor } from "../door-refusal.ts";
import type { Caller, PostCall } from "../endpoint.ts";

export interface RequestedAct {
  readonly contract: ContractId | null;
  readonly type: string;
  /** Other types that a signed entry may have, since one path serves several acts. */
  readonly alsoSigned?: readonly string[];
  readonly data: JsonObject;
  /** What a signed entry must repeat, if that is not `data`. */
  readonly stated?: JsonObject;
  /** What the request itself said, if the server has added to `data`. */
  readonly said?: JsonObject;
  readonly entry: JsonObject | null | undefined;
}

export type Submitted = DoorResult<Recorded>;

export type SignedCall = Pick<PostCall<unknown>, "market" | "idempotencyKey" | "caller">;

/** Fields that only repeat who the author is; an entry may leave them out. */
const LABELS: ReadonlySet<string> = new Set(["from", "side", "agent_pubkey"]);

/** The refusals of an entry signed without its timestamp if it is taken for one with it. */
const MAYBE_UNDATED: ReadonlySet<RefusalCode> = new Set([
  "bad_signature",
  "stale_head",
  "contract_exists",
]);

/** What a body may have beyond its data: field names, whitespace, escapes. */
const ROOM = 4_096;
const ROOM_FACTOR = 3;

export async function submit(call: SignedCall, requested: RequestedAct): Promise<Submitted> {
  if (requested.entry == null) return recordRequest(call, requested);
  const parsed = parseEntry(requested.entry);
  if (!parsed.ok) return parsed;
  const entry = parsed.value;
  const problem = problemOf(entry, requested, call.caller);
  if (problem !== null) return problem;
  const recorded = await recordEntry(call, entry, requested.contract);
  if (recorded.ok || requested.alsoSigned === undefined) return recorded;
  // Older clients sign an appeal as another dispute; the request itself asks for the appeal.
  const isOtherAct = recorded.refusal.code === "wrong_phase" && entry.type !== requested.type;
  if (isOtherAct) return recordRequest(call, requested);
  // The same request may have been recorded that way before.
  return (await call.market.recall(asRequest(call, requested))) ?? recorded;
}

async function recordRequest(call: SignedCall, requested: RequestedAct): Promise<Submitted> {
  const padding = paddingOf(call.caller.request.body, requested.said ?? requested.data);
  return padding ?? call.market.record(asRequest(call, requested), call.idempotencyKey);
}

function asRequest({ caller }: SignedCall, { type, data, contract }: RequestedAct): Submission {
  return { type, data: { ...data, origin: requestOrigin(caller.request) }, contract };
}

/** The signed body is stored for good, so it must not be padded. */
function paddingOf(body: string, said: JsonObject): DoorRefused | null {
  const limit = ROOM + ROOM_FACTOR * chainJson(said).length;
  // As the entry stores it: with everything but ASCII escaped.
  const { length } = chainString(body);
  return length > limit ? refuseAtDoor({ code: "padded_body", limit, length }) : null;
}

/** The market's own signature check tells which of the two forms was signed. */
async function recordEntry(
  { market, idempotencyKey }: SignedCall,
  entry: Entry,
  contract: ContractId | null,
): Promise<Submitted> {
  const dated = await market.record({ entry, contract }, idempotencyKey);
  if (dated.ok || !MAYBE_UNDATED.has(dated.refusal.code)) return dated;
  const { type } = entry;
  const data = { ...entry.data, origin: entryOrigin(entry) };
  return market.record({ type, data, contract }, idempotencyKey);
}

function problemOf(entry: Entry, requested: RequestedAct, { party }: Caller): DoorRefused | null {
  if (entry.author !== party) {
    return refuseAtDoor({ code: "wrong_key", signer: party, named: entry.author });
  }
  const types = [requested.type, ...(requested.alsoSigned ?? [])];
  if (!types.includes(entry.type)) return refuseAtDoor({ code: "entry_differs", field: "type" });
  const differing = Object.entries(requested.stated ?? requested.data).find(
    ([name, stated]) => !agrees(name, stated, entry.data[name]),
  );
  if (differing === undefined) return null;
  return refuseAtDoor({ code: "entry_differs", field: `data.${differing[0]}` });
}

function agrees(name: string, stated: Json, signed: Json | undefined): boolean {
  if (signed === undefined) return LABELS.has(name) || stated === "";
  return isSameData(stated, signed);
}
