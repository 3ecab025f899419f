/**
 * Who sent a request: three headers, a fresh timestamp and a valid signature, checked in that order
 * because each costs more than the one before.
 *
 * A repeated signature is not refused: the market recognises the act it recorded, and the answer is
 * computed from that.
 */

import { requestFreshness, type SignedRequest, type Verify, verifyRequest } from "@bazaar/kernel";
import type { HttpRequest } from "../listen/http-request.ts";
import type { Rates } from "../listen/rates.ts";
import { type DoorRefused, type DoorResult, refuseAtDoor } from "./door-refusal.ts";
import type { Caller } from "./endpoint.ts";
import { upperCaseRefusal } from "./lower-case.ts";

interface Admitting {
  readonly rates: Rates;
  readonly wallMs: () => number;
  readonly verify: Verify;
}

export type SignedPart = Pick<SignedRequest, "method" | "path" | "body">;

const TIMESTAMP = /^(?:0|[1-9][0-9]{0,14})$/;
const SIGNATURE = /^[0-9a-fA-F]{128}$/;
const PUBKEY = /^[0-9a-f]{64}$/;

/** The request with its signature, which has the right form but is not verified yet. */
export function readSignature(
  signed: SignedPart,
  sent: Pick<HttpRequest, "header">,
): DoorResult<SignedRequest> {
  const timestamp = sent.header("x-fix-timestamp");
  const signature = sent.header("x-fix-signature");
  const pubkey = sent.header("x-fix-pubkey");
  if (timestamp === null || signature === null || pubkey === null) {
    return unauthenticated("send X-Fix-Timestamp, X-Fix-Signature and X-Fix-Pubkey");
  }
  if (!TIMESTAMP.test(timestamp)) {
    return unauthenticated("X-Fix-Timestamp must be whole seconds since 1970");
  }
  if (!SIGNATURE.test(signature)) {
    return unauthenticated("X-Fix-Signature must be 128 hex digits");
  }
  const upperCase = upperCaseRefusal(pubkey);
  if (upperCase !== null) return upperCase;
  if (!PUBKEY.test(pubkey)) {
    return unauthenticated("X-Fix-Pubkey must be 64 hex digits, without fix_");
  }
  const timestampSeconds = Number(timestamp);
  return { ok: true, value: { ...signed, timestampSeconds, signature, pubkey } };
}

export function checkSignature(
  request: SignedRequest,
  nowMs: number,
  verify: Verify,
): DoorResult<Caller> {
  const fresh = requestFreshness(request.timestampSeconds, nowMs);
  if (!fresh.ok) return fresh;
  const party = verifyRequest(request, verify);
  return party.ok ? { ok: true, value: { party: party.value, request } } : party;
}

/** The signer of a request that its address and its key may still send. */
export function admitSigner(
  { rates, wallMs, verify }: Admitting,
  request: HttpRequest,
  part: SignedPart,
  rate: "perIdentity" | "talkPerIdentity",
): DoorResult<Caller> {
  const signed = readSignature(part, request);
  if (!signed.ok) return signed;
  const addressLimited = rates.count("signedPerAddress", request.address);
  if (addressLimited !== null) return addressLimited;
  const caller = checkSignature(signed.value, wallMs(), verify);
  if (!caller.ok) return caller;
  request.party = caller.value.party;
  return rates.countParty(rate, request.party) ?? caller;
}

function unauthenticated(problem: string): DoorRefused {
  return refuseAtDoor({ code: "unauthenticated", problem });
}
