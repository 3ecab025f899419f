/**
 * Parses the answer of a model strictly: one JSON object and no text around it, so that a ruling quoted
 * from the case file can never be mistaken for the model's own. Some models put the object into a
 * list, or add members of their own; neither makes it ambiguous.
 */
import {
  fields,
  inertText,
  isJsonArray,
  type Json,
  parseJson,
  TEXT_LIMITS,
  TIER_RULINGS,
} from "@bazaar/kernel";
import type { Opinion } from "@bazaar/market/ports";

export interface Answer {
  readonly answer: Opinion["answer"];
  readonly reasoning: string;
}

/** Longer than any answer within the token limit. */
const MAX_ANSWER_LENGTH = 100_000;
/** Many models put JSON into a code block, which is removed if nothing else is around it. */
const CODE_BLOCK = /^```(?:json)?\n(.*)\n```$/s;

const WORDS = [...TIER_RULINGS, "refused"] as const;

export function readAnswer(said: string): Answer {
  if (said.length > MAX_ANSWER_LENGTH) return unreadable("too long");
  const trimmed = said.trim();
  const json = parseJson(CODE_BLOCK.exec(trimmed)?.[1] ?? trimmed, { duplicateKeys: "refuse" });
  if (!json.ok) return unreadable("not one JSON object");
  const read = fields(onlyItem(json.value), "answer");
  const answer = read.oneOf("outcome", WORDS);
  const reasoning = read.string("reasoning", { min: 1, max: TEXT_LIMITS.ruling });
  if (read.problem !== null) return unreadable("not the two expected members");
  return { answer, reasoning: inertText(reasoning) };
}

function onlyItem(json: Json): Json | undefined {
  return isJsonArray(json) && json.length === 1 ? json[0] : json;
}

function unreadable(problem: string): Answer {
  return { answer: "unreadable", reasoning: problem };
}
