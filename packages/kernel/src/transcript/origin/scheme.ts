import type { Json, JsonObject } from "../../canonical/json.ts";
import type { Party } from "../../identity/party.ts";
import type { Verify } from "../../identity/verify.ts";
import { type Refused, type Result, refuse } from "../../refusal.ts";
import type { Entry } from "../entry.ts";

/** What a server-signed entry claims about its origin. `data` includes the origin. */
export interface OriginClaim extends Pick<Entry, "type" | "data" | "seq" | "prevHash"> {
  /** All 64 hex digits. */
  readonly contractId: string;
}

/**
 * One way of signing a message outside the chain. All but `verify` read an origin that nobody has
 * checked yet.
 */
export interface OriginScheme {
  /** The signer, if the signature holds and the signed message agrees with the entry. */
  readonly verify: (origin: JsonObject, claim: OriginClaim, verify: Verify) => Result<Party>;
  /** What makes two messages the same one. A message is the origin of one entry only. */
  readonly identity: (origin: JsonObject) => Json;
  /** Who is said to have signed; null if nobody is named. */
  readonly author: (origin: JsonObject) => string | null;
  /** The place in the chain that was signed; null where none is. */
  readonly place?: (origin: JsonObject) => Place | null;
}

export type Place = Pick<Entry, "seq" | "prevHash">;

/** A field for an identity: what is absent is null. */
export function given(origin: JsonObject, name: string): Json {
  return origin[name] ?? null;
}

export function withoutOrigin({ origin: _, ...own }: JsonObject): JsonObject {
  return own;
}

export function badOrigin(problem: string): Refused {
  return refuse({ code: "bad_origin", problem });
}
