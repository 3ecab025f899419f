/**
 * The signed message that a server-signed entry carries in `data.origin`.
 *
 * If a client cannot sign entries, the server signs one for it and keeps the client's signed
 * message. Verifying a transcript verifies that message too and compares it with the entry, so the
 * server is not trusted. One file per scheme.
 */
import { chainJson } from "../canonical/chain-json.ts";
import { isJsonObject, type Json } from "../canonical/json.ts";
import type { Party } from "../identity/party.ts";
import type { Verify } from "../identity/verify.ts";
import type { Result } from "../refusal.ts";
import { chatScheme } from "./origin/agentchat.ts";
import { entryScheme } from "./origin/entry.ts";
import { nostrScheme } from "./origin/nostr.ts";
import { opinionScheme } from "./origin/opinion.ts";
import { requestScheme } from "./origin/request.ts";
import { badOrigin, type OriginClaim, type OriginScheme, type Place } from "./origin/scheme.ts";

const SCHEMES: ReadonlyMap<Json | undefined, OriginScheme> = new Map([
  ["entry", entryScheme],
  ["request", requestScheme],
  ["opinion", opinionScheme],
  ["nostr", nostrScheme],
  ["agentchat", chatScheme],
]);

/** On whose behalf the server signed the entry that makes this claim. */
export function verifyOrigin(origin: Json, claim: OriginClaim, verify: Verify): Result<Party> {
  if (!isJsonObject(origin)) return badOrigin("expected an object");
  const scheme = SCHEMES.get(origin.scheme);
  if (scheme === undefined) return badOrigin(`expected scheme ${[...SCHEMES.keys()].join(" or ")}`);
  return scheme.verify(origin, claim, verify);
}

/** Identifies a signed message. The origin need not be valid. */
export function originIdentity(origin: Json): string {
  const scheme = isJsonObject(origin) ? SCHEMES.get(origin.scheme) : undefined;
  if (!isJsonObject(origin) || scheme === undefined) return chainJson(origin);
  return chainJson([origin.scheme ?? null, scheme.identity(origin)]);
}

/** Who is said to have signed a message, not verified; null if nobody is named. */
export function originAuthor(origin: Json): string | null {
  if (!isJsonObject(origin)) return null;
  return SCHEMES.get(origin.scheme)?.author(origin) ?? null;
}

/** The place in the chain for which a message was signed, not verified; null if for none. */
export function originPlace(origin: Json): Place | null {
  if (!isJsonObject(origin)) return null;
  return SCHEMES.get(origin.scheme)?.place?.(origin) ?? null;
}
