/**
 * From a signed request to an act of the market.
 *
 * An entry that its author signed with the time inside goes into the chain as it is. One signed
 * without the time, and a request without an entry, become entries of the server that carry what
 * was signed whole. In every case what is recorded is what the request says.
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

/** What a request asks for. */
export interface Wish {
  readonly contract: ContractId | null;
  readonly type: string;
  /** Types that a signed entry may have instead; the path has one word for several acts. */
  readonly alsoSigned?: readonly string[];
  readonly data: JsonObject;
  /** What the request says, where that is not simply `data`. */
  readonly stated?: JsonObject;
  /** What the request itself had to say, where `data` has more that the server filled in. */
  readonly said?: JsonObject;
  readonly entry: JsonObject | null | undefined;
}

export type Submitted = DoorResult<Recorded>;

export type SignedCall = Pick<PostCall<unknown>, "market" | "idempotencyKey" | "caller">;

/** Fields that only repeat who the author is; an entry has its author's name anyway. */
const LABELS: ReadonlySet<string> = new Set(["from", "side", "agent_pubkey"]);

/** What an entry signed without its time is refused with when it is taken for a dated one. */
const MAYBE_UNDATED: ReadonlySet<RefusalCode> = new Set([
  "bad_signature",
  "stale_head",
  "contract_exists",
]);

/** What a body may have beside what it says: names, an entry's frame, spaces, escapes. */
const ROOM = 4_096;
const ROOM_FACTOR = 3;

export async function submit(call: SignedCall, wish: Wish): Promise<Submitted> {
  if (wish.entry == null) return recordRequest(call, wish);
  const parsed = parseEntry(wish.entry);
  if (!parsed.ok) return parsed;
  const entry = parsed.value;
  const problem = problemOf(entry, wish, call.caller);
  if (problem !== null) return problem;
  const recorded = await recordEntry(call, entry, wish.contract);
  if (recorded.ok || wish.alsoSigned === undefined) return recorded;
  // Older clients file an appeal as another dispute; their request asks for the appeal all the same.
  const isOtherAct = recorded.refusal.code === "wrong_phase" && entry.type !== wish.type;
  if (isOtherAct) return recordRequest(call, wish);
  // This very request may have been taken so before; the contract may have moved on since.
  return (await call.market.recall(asRequest(call, wish))) ?? recorded;
}

async function recordRequest(call: SignedCall, wish: Wish): Promise<Submitted> {
  const padding = paddingOf(call.caller.request.body, wish.said ?? wish.data);
  return padding ?? call.market.record(asRequest(call, wish), call.idempotencyKey);
}

function asRequest({ caller }: SignedCall, { type, data, contract }: Wish): Submission {
  return { type, data: { ...data, origin: requestOrigin(caller.request) }, contract };
}

/** The whole body is kept for ever as what was signed, so it is not to be filled with anything else. */
function paddingOf(body: string, said: JsonObject): DoorRefused | null {
  const limit = ROOM + ROOM_FACTOR * chainJson(said).length;
  // As it will stand in the entry, where everything but ASCII is written out.
  const { length } = chainString(body);
  return length > limit ? refuseAtDoor({ code: "padded_body", limit, length }) : null;
}

/** Which of the two forms was signed is found out by the one check that the market makes anyway. */
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

function problemOf(entry: Entry, wish: Wish, { party }: Caller): DoorRefused | null {
  if (entry.author !== party) {
    return refuseAtDoor({ code: "wrong_key", signer: party, named: entry.author });
  }
  const types = [wish.type, ...(wish.alsoSigned ?? [])];
  if (!types.includes(entry.type)) return refuseAtDoor({ code: "entry_differs", field: "type" });
  const differing = Object.entries(wish.stated ?? wish.data).find(
    ([name, stated]) => !agrees(name, stated, entry.data[name]),
  );
  if (differing === undefined) return null;
  return refuseAtDoor({ code: "entry_differs", field: `data.${differing[0]}` });
}

function agrees(name: string, stated: Json, signed: Json | undefined): boolean {
  if (signed === undefined) return LABELS.has(name) || stated === "";
  return isSameData(stated, signed);
}
