import type { JsonObject } from "../../canonical/json.ts";
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
 * One way of signing a message outside the chain. Returns the signer, after checking the signature
 * and that the signed message agrees with the entry.
 */
export type OriginScheme = (
  origin: JsonObject,
  claim: OriginClaim,
  verify: Verify,
) => Result<Party>;

export function withoutOrigin({ origin: _, ...own }: JsonObject): JsonObject {
  return own;
}

export function badOrigin(problem: string): Refused {
  return refuse({ code: "bad_origin", problem });
}
