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
import { verifyEntryOrigin } from "./origin/entry.ts";
import { verifyOpinionOrigin } from "./origin/opinion.ts";
import { verifyRequestOrigin } from "./origin/request.ts";
import { badOrigin, type OriginClaim, type OriginScheme } from "./origin/scheme.ts";

const SCHEMES: ReadonlyMap<Json | undefined, OriginScheme> = new Map([
  ["entry", verifyEntryOrigin],
  ["request", verifyRequestOrigin],
  ["opinion", verifyOpinionOrigin],
]);

/** On whose behalf the server signed the entry that makes this claim. */
export function verifyOrigin(origin: Json, claim: OriginClaim, verify: Verify): Result<Party> {
  if (!isJsonObject(origin)) return badOrigin("expected an object");
  const scheme = SCHEMES.get(origin.scheme);
  if (scheme === undefined) return badOrigin(`expected scheme ${[...SCHEMES.keys()].join(" or ")}`);
  return scheme(origin, claim, verify);
}

/** Identifies a signed message: its scheme and signature. */
export function originIdentity(origin: Json): string {
  if (!isJsonObject(origin)) return chainJson(origin);
  const { scheme, entry, signature } = origin;
  const signed = isJsonObject(entry) ? entry.signature : signature;
  return chainJson([scheme ?? null, signed ?? null]);
}
