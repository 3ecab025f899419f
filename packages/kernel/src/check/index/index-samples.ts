/** Questions about an index, chosen by its own hash, with what the tree answers. */
import { isJsonArray, isJsonObject, type Json, type JsonObject } from "../../canonical/json.ts";
import type { NamedCheck } from "../named-check.ts";
import { openStep, step } from "../step.ts";

export const MAX_SAMPLES = 200;

/**
 * Each kind of question, and whether the tree's answer agrees with the index:
 * - `digest`: the hash of a file.
 * - `symbol`: a name, and the line on which it should be.
 * - `dependency`: a version, and the one in the manifest.
 * - `symbols_of`, `dependencies_of`: how many the index has for a file, and how many a scan finds. Another
 *   scanner may find others, but not none.
 */
const AGREES: Readonly<Record<string, (claimed: Json, found: Json) => boolean>> = {
  digest: isSameText,
  symbol: (claimed, found) =>
    typeof claimed === "string" &&
    claimed !== "" &&
    typeof found === "string" &&
    found.includes(claimed),
  dependency: isSameText,
  symbols_of: isSomeOrNone,
  dependencies_of: isSomeOrNone,
};

/** `isNeeded`: the index should have something that only samples can confirm. */
export function samplesStep(samples: Json | undefined, isNeeded: boolean): NamedCheck {
  const name = "spot_checks";
  const asked = isJsonArray(samples) ? samples.slice(0, MAX_SAMPLES) : [];
  if (asked.length === 0 && isNeeded) return openStep(name, "nothing was compared");
  for (const sample of asked) {
    const agrees = isJsonObject(sample) ? answerOf(sample) : null;
    if (agrees === null) return openStep(name, "a sample of an unknown kind");
    if (!agrees) return step(name, `not in the tree: ${wordsOf(sample)}`);
  }
  return step(name, null);
}

function answerOf({ kind, claimed, found }: JsonObject): boolean | null {
  const agrees = typeof kind === "string" && Object.hasOwn(AGREES, kind) ? AGREES[kind] : undefined;
  return agrees?.(claimed ?? null, found ?? null) ?? null;
}

function isSameText(claimed: Json, found: Json): boolean {
  return typeof claimed === "string" && claimed === found;
}

function isSomeOrNone(claimed: Json, found: Json): boolean {
  return typeof claimed === "bigint" && typeof found === "bigint" && (claimed > 0n || found === 0n);
}

function wordsOf(sample: Json): string {
  if (!isJsonObject(sample)) return "";
  return [sample.kind, sample.query].filter((word) => typeof word === "string").join(" ");
}
