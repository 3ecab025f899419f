/**
 * A Nostr event (NIP-01) that is an act, carried whole.
 *
 * The event's id is the SHA-256 of its serialised fields, and that hash is what its author signs.
 * Its content is the act's data as JSON, for a post the whole terms; the tag `act` names the act,
 * and the tag `contract` all 64 digits of the contract's id, which a post does not have yet. The
 * entry's data is exactly the content. Other tags mean nothing here.
 *
 * Two events with one id are the same message: a signature can be made again and then differs.
 */
import { chainJson } from "../../canonical/chain-json.ts";
import { fields } from "../../canonical/fields.ts";
import { sha256Hex } from "../../canonical/hash.ts";
import { isJsonObject, type Json, type JsonObject, parseJson } from "../../canonical/json.ts";
import type { Party } from "../../identity/party.ts";
import type { Verify } from "../../identity/verify.ts";
import { accept, type Result, refuse } from "../../refusal.ts";
import { badOrigin, given, type OriginClaim, type OriginScheme, withoutOrigin } from "./scheme.ts";

/** The kind of event that is an act: in the range of regular events, which relays keep. */
export const NOSTR_ACT_KIND = 3417;

const MAX_CONTENT_LENGTH = 1 << 20;
const MAX_TAGS = 100;
const MAX_TAG_ITEMS = 20;
const MAX_TAG_LENGTH = 1_000;
const MAX_KIND = 65_535;

/** NIP-01 writes these as they are, and `JSON.stringify`, which most clients use, as `\u`. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it finds.
const AMBIGUOUS = /[\u0000-\u0007\u000b\u000e-\u001f]/;

export interface NostrEvent {
  readonly id: string;
  readonly pubkey: string;
  readonly createdAtSeconds: number;
  readonly kind: number;
  readonly tags: readonly (readonly string[])[];
  readonly content: string;
  readonly signature: string;
}

/** The `data.origin` of an entry that the server makes out of an event. */
export function nostrOrigin(event: NostrEvent): JsonObject {
  const { id, pubkey, createdAtSeconds, kind, tags, content, signature } = event;
  const numbers = { created_at: BigInt(createdAtSeconds), kind: BigInt(kind) };
  return { scheme: "nostr", event: { id, pubkey, ...numbers, tags, content, sig: signature } };
}

export const nostrScheme: OriginScheme = {
  verify: verifyNostr,
  identity: ({ event }) => (isJsonObject(event) ? given(event, "id") : null),
  author({ event }) {
    return isJsonObject(event) && typeof event.pubkey === "string" ? `nostr:${event.pubkey}` : null;
  },
};

function verifyNostr(origin: JsonObject, claim: OriginClaim, verify: Verify): Result<Party> {
  const parsed = parseEvent(origin);
  if (!parsed.ok) return parsed;
  const event = parsed.value;
  if (event.kind !== NOSTR_ACT_KIND)
    return badOrigin(`an act is an event of kind ${NOSTR_ACT_KIND}`);
  const text = serialised(event);
  if (!text.isWellFormed() || [event.content, ...event.tags.flat()].some(isAmbiguous)) {
    return badOrigin("the event has characters that clients write in different ways");
  }
  if (sha256Hex(text) !== event.id) return badOrigin("the id is not the hash of the event");
  // A key in hex is always a name.
  const author = `nostr:${event.pubkey}` as Party;
  if (!verify(author, text, event.signature)) return refuse({ code: "bad_signature", author });
  const problem = tagProblem(event, claim) ?? contentProblem(event.content, claim.data);
  return problem === null ? accept(author) : badOrigin(problem);
}

function parseEvent(origin: JsonObject): Result<NostrEvent> {
  const read = fields(origin, "origin");
  read.onlyKnown(["scheme", "event"]);
  const own = read.object("event");
  own.onlyKnown(["id", "pubkey", "created_at", "kind", "tags", "content", "sig"]);
  const event = {
    id: own.hex("id", 64),
    pubkey: own.hex("pubkey", 64),
    createdAtSeconds: own.integer("created_at", { max: Number.MAX_SAFE_INTEGER }),
    kind: own.integer("kind", { max: MAX_KIND }),
    tags: own.array("tags", { max: MAX_TAGS }, (tags, at) =>
      tags.array(at, { max: MAX_TAG_ITEMS }, (items, nth) =>
        items.string(nth, { max: MAX_TAG_LENGTH }),
      ),
    ),
    content: own.string("content", { max: MAX_CONTENT_LENGTH }),
    signature: own.hex("sig", 128),
  };
  if (read.problem === null) return accept(event);
  return badOrigin(`${read.problem.field}: ${read.problem.problem}`);
}

/** What the id is the hash of, and what is signed. */
function serialised({ pubkey, createdAtSeconds, kind, tags, content }: NostrEvent): string {
  return JSON.stringify([0, pubkey, createdAtSeconds, kind, tags, content]);
}

function isAmbiguous(text: string): boolean {
  return AMBIGUOUS.test(text) || !text.isWellFormed();
}

function tagProblem({ tags }: NostrEvent, { type, contractId }: OriginClaim): string | null {
  const named = (name: string) =>
    tags.filter(([first]) => first === name).map(([, value]) => value);
  const acts = named("act");
  if (acts.length !== 1 || acts[0] !== type) return `the event is not tagged as one ${type}`;
  const contracts = named("contract");
  const isFor =
    type === "post"
      ? contracts.length === 0
      : contracts.length === 1 && contracts[0] === contractId;
  return isFor ? null : "the event is for another contract";
}

function contentProblem(content: string, data: JsonObject): string | null {
  const said = parseJson(content, { duplicateKeys: "refuse" });
  if (!said.ok) return "the content is not JSON";
  return isSame(said.value, withoutOrigin(data)) ? null : "the author signed other data";
}

function isSame(said: Json, data: JsonObject): boolean {
  return chainJson(said) === chainJson(data);
}
