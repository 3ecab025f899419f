/**
 * A withheld output, as the user sends it to a court: with its salt, so that anybody can check it
 * against the commitment in the evidence.
 */

import type { Contract } from "@bazaar/doors/connection";
import { isJsonObject, type JsonObject } from "@bazaar/kernel";
import type { SeenHere } from "../repair/recorded-facts.ts";
import type { Withheld } from "./outgoing.ts";

/** Evidence for a court, of the last check; null if its output was not withheld, or is not kept here. */
export function openedOutput(
  { transcript }: Pick<Contract, "transcript">,
  withheld: readonly Withheld[],
  seenHere: Pick<SeenHere, "evidence"> | null = null,
): JsonObject | null {
  const last = transcript.entries.findLast(({ type }) => type === "verify")?.data.evidence;
  const evidence = seenHere?.evidence ?? (isJsonObject(last) ? last : {});
  const kept = withheld.find(({ commitment }) => commitment === evidence.output_commitment);
  return kept === undefined ? null : { output: kept.output, salt: kept.salt };
}
