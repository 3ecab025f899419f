/** Tiered courts that a market works with. */
import type { Fields } from "../canonical/fields.ts";
import type { JsonObject } from "../canonical/json.ts";
import type { CourtTerms } from "../court/courts.ts";
import { TIERS, type TierName } from "../court/ruling.ts";
import { type Party, parseParty } from "../identity/party.ts";
import { accept, type Result, refuse } from "../refusal.ts";

export interface OfferedCourt {
  readonly judge: Party;
  readonly tiers: readonly TierName[];
}

const MAX_COURTS = 100;

export function courtsJson(courts: readonly OfferedCourt[]): readonly JsonObject[] {
  return courts.map(({ judge, tiers }) => ({ judge, tiers: [...tiers] }));
}

export function readCourts(read: Fields): readonly OfferedCourt[] {
  return read.array("courts", { max: MAX_COURTS }, (courts, at) => {
    const court = courts.object(at);
    const tiers = court.array("tiers", { max: TIERS.length }, (names, tier) =>
      names.oneOf(tier, TIERS),
    );
    return { judge: court.party("judge"), tiers };
  });
}

/** The court of the judge that a document names; none if it names none. */
export function findCourt(
  courts: readonly OfferedCourt[],
  judge: string | null,
): Result<CourtTerms> {
  if (judge === null) return accept({ kind: "none" });
  const party = parseParty(judge);
  if (!party.ok) return party;
  const found = courts.find((court) => court.judge === party.value);
  if (found !== undefined) return accept({ kind: "tiered", ...found });
  const because = "this market does not work with this judge";
  return refuse({ code: "unsupported_terms", dial: "court", value: judge, because });
}
