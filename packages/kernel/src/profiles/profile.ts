/** What a profile is: how one dialect's documents become complete terms. */
import type { Fields } from "../canonical/fields.ts";
import type { JsonObject } from "../canonical/json.ts";
import type { Patterns } from "../check/check-kind.ts";
import type { Rules } from "../contract/rules.ts";
import type { Terms } from "../contract/terms.ts";
import type { Party } from "../identity/party.ts";
import type { Result } from "../refusal.ts";

/** What one document adds to the terms; who posts where, and the document itself, are added to it. */
export interface Filled extends Pick<Terms, "agent" | "work" | "checks" | "court" | "pots"> {
  /** What the document changes against the rules of its profile. */
  readonly rules: Partial<Rules>;
}

/** `Offered` is what a market publishes about the contracts of this profile that it takes. */
export interface Profile<Offered> {
  /** Whether a document that comes without the name of its profile is one of this profile. */
  readonly isDocument: (document: JsonObject) => boolean;
  readonly offerJson: (offered: Offered) => JsonObject;
  /** Reads exactly what `offerJson` wrote. */
  readonly readOffer: (read: Fields) => Offered;
  /** What the market offers fills what the document leaves open. */
  readonly fill: (
    document: JsonObject,
    offered: Offered,
    platform: Party,
    patterns: Patterns,
  ) => Result<Filled>;
  /**
   * Which statement of a signed document the terms contradict; null if none. The market may fill in
   * what a document leaves open, and must keep what it states.
   */
  readonly contradiction: (terms: Terms, document: JsonObject) => string | null;
}
