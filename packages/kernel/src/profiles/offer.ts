/**
 * What a market takes, published so that clients can build complete terms: a map of profiles, each
 * with its own part.
 */
import { fields } from "../canonical/fields.ts";
import type { Json, JsonObject } from "../canonical/json.ts";
import type { Patterns } from "../check/check-kind.ts";
import type { Rules } from "../contract/rules.ts";
import { TERMS_VERSION, type Terms } from "../contract/terms.ts";
import type { Party } from "../identity/party.ts";
import { accept, type Refused, type Result, refuse } from "../refusal.ts";
import { CUSTODY } from "../settlement/custody.ts";
import type { Pot } from "../settlement/pot.ts";
import { chat1 } from "./chat-1/chat-1.ts";
import type { ChatOffer } from "./chat-1/offer.ts";
import { escrow1 } from "./escrow-1/escrow-1.ts";
import type { EscrowOffer } from "./escrow-1/offer.ts";
import { fix2 } from "./fix-2/fix-2.ts";
import type { Fix2Offer } from "./fix-2/offer.ts";
import { job1 } from "./job-1/job-1.ts";
import type { JobOffer } from "./job-1/offer.ts";
import { PROFILE_NAMES, type ProfileName } from "./names.ts";
import type { OfferedMoney } from "./offered-money.ts";
import type { Filled, Profile } from "./profile.ts";
import { rulesOf } from "./rules-of.ts";

interface Offers {
  readonly "fix/2": Fix2Offer;
  readonly "escrow/1": EscrowOffer;
  readonly "job/1": JobOffer;
  readonly "chat/1": ChatOffer;
}

export interface Offer {
  readonly platform: Party;
  /** A profile that is missing is not offered. */
  readonly profiles: Readonly<Partial<Offers>>;
}

const PROFILES: { readonly [N in ProfileName]: Profile<Offers[N]> } = {
  "fix/2": fix2,
  "escrow/1": escrow1,
  "job/1": job1,
  "chat/1": chat1,
};

/** All money that a market takes, under whatever profile. */
export function offeredMoney({ profiles }: Offer): readonly OfferedMoney[] {
  return Object.values(profiles).flatMap(({ money }): readonly OfferedMoney[] => money);
}

function profileOf<N extends ProfileName>(name: N): Profile<Offers[N]> {
  return PROFILES[name];
}

export function offerJson({ platform, profiles }: Offer): JsonObject {
  const parts: Record<string, JsonObject> = {};
  const print = <N extends ProfileName>(name: N): void => {
    const offered = profiles[name];
    if (offered !== undefined) parts[name] = profileOf(name).offerJson(offered);
  };
  PROFILE_NAMES.forEach(print);
  return { platform, profiles: parts };
}

export function parseOffer(json: Json): Result<Offer> {
  const read = fields(json, "offer");
  const platform = read.party("platform");
  const named = read.object("profiles");
  const profiles: Partial<Record<ProfileName, unknown>> = {};
  // Profiles that this program does not know are left out: it cannot use them.
  for (const name of PROFILE_NAMES) {
    if (named.has(name)) profiles[name] = profileOf(name).readOffer(named.object(name));
  }
  if (read.problem !== null) return refuse({ code: "malformed_terms", ...read.problem });
  return accept({ platform, profiles: profiles as Offer["profiles"] });
}

/** Who posts, and what distinguishes this contract from others with equal terms. */
export interface Author {
  readonly principal: Party;
  readonly nonce: string;
}

/**
 * Complete terms. Client and server run this same function, so that a client can sign the whole
 * terms itself and a server that would have filled them otherwise must say which field differs.
 */
export function fillTerms(
  profile: ProfileName,
  document: JsonObject,
  author: Author,
  offer: Offer,
  patterns: Patterns = "check",
): Result<Terms> {
  const filled = fill(profile, document, offer, patterns);
  if (!filled.ok) return filled;
  const { rules, ...parts } = filled.value;
  const [pot] = parts.pots;
  return accept({
    version: TERMS_VERSION,
    principal: author.principal,
    platform: offer.platform,
    group: null,
    ...parts,
    rules: rulesOf(profile, { ...(pot === undefined ? {} : windowsOf(pot)), ...rules }),
    nonce: author.nonce,
    document,
  });
}

/** A slow rail gives deposits longer windows. */
function windowsOf({ rail }: Pot): Pick<Rules, "fundingSeconds" | "reservationSeconds"> {
  const { fundingSeconds, reservationSeconds } = CUSTODY[rail];
  return { fundingSeconds, reservationSeconds };
}

function fill<N extends ProfileName>(
  name: N,
  document: JsonObject,
  { platform, profiles }: Offer,
  patterns: Patterns,
): Result<Filled> {
  const offered = profiles[name];
  if (offered === undefined) return notOffered(name);
  return profileOf(name).fill(document, offered, platform, patterns);
}

function notOffered(value: string): Refused {
  const because = "this market does not offer such contracts";
  return refuse({ code: "unsupported_terms", dial: "rules", value, because });
}

/** The profile of a document that comes without its name; null: it is of none. */
export function profileOfDocument(document: JsonObject): ProfileName | null {
  return PROFILE_NAMES.find((name) => profileOf(name).isDocument(document)) ?? null;
}

/** Which statement of a document its terms contradict; null if none. */
export function contradiction(terms: Terms, document: JsonObject): string | null {
  return profileOf(terms.rules.profile).contradiction(terms, document);
}
