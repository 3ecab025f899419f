/** Questions about an index, with what the tree answers. */
import { isJsonArray, isJsonObject, type Json, type JsonObject } from "../../canonical/json.ts";
import type { NamedCheck } from "../named-check.ts";
import { openStep, step } from "../step.ts";

export const MAX_SAMPLES = 200;

/**
 * Each kind of question, and whether the tree's answer agrees with the index:
 * - `digest`: the hash of a file.
 * - `symbol`: a name, and the line on which it should be, as a word of its own.
 * - `dependency`: a version, and the one in the manifest.
 * - `definition`, `requirement`: how often the index has the name of one that a scan finds in a file.
 * - `symbols_of`: how many the index has for a file, and how many a scan finds. Another scanner may find
 *   others, but not none.
 */
const AGREES: Readonly<Record<string, (claimed: Json, found: Json) => boolean>> = {
  digest: isSameText,
  symbol: (claimed, found) =>
    typeof claimed === "string" && typeof found === "string" && wordAt(found, claimed) >= 0,
  dependency: isSameText,
  definition: isSomeOrNone,
  requirement: isSomeOrNone,
  symbols_of: isSomeOrNone,
};

const NAME_SIGN = /[\p{L}\p{N}_$]/u;

/**
 * Where a text has this word, and not as a part of a longer name; -1 if nowhere. The time is linear in
 * both (Knuth, Morris and Pratt): a word of one repeated letter is nearly found everywhere.
 */
export function wordAt(text: string, word: string): number {
  const borders = bordersOf(word);
  let matched = 0;
  for (let end = 1; end <= text.length; end += 1) {
    matched = extended(word, borders, matched, text.charCodeAt(end - 1));
    if (matched < word.length || matched === 0) continue;
    const at = end - matched;
    if (!isInName(text, at) && !isInName(text, end)) return at;
    matched = borders[matched] ?? 0;
  }
  return -1;
}

/** For each beginning of a word, by its length: its longest shorter beginning that it also ends with. */
function bordersOf(word: string): Uint32Array {
  const borders = new Uint32Array(word.length + 1);
  let matched = 0;
  for (let end = 2; end <= word.length; end += 1) {
    matched = extended(word, borders, matched, word.charCodeAt(end - 1));
    borders[end] = matched;
  }
  return borders;
}

/** How much of the word a text ends with after one more unit, if it ended with `matched` before. */
function extended(word: string, borders: Uint32Array, matched: number, unit: number): number {
  let length = matched;
  while (length > 0 && word.charCodeAt(length) !== unit) length = borders[length] ?? 0;
  return word.charCodeAt(length) === unit ? length + 1 : 0;
}

/** Whether one name has the signs on both sides of this place. */
function isInName(text: string, at: number): boolean {
  return NAME_SIGN.test(text[at - 1] ?? "") && NAME_SIGN.test(text[at] ?? "");
}

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
