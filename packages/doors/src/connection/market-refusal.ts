/**
 * A refusal as a client sees it. The market's codes and facts are kept, also those this version does
 * not know. A refusal by the kernel, before anything was sent, looks the same.
 */
import { inertText, isJsonObject, type JsonObject, parseJson, type Refusal } from "@bazaar/kernel";

export interface MarketRefusal {
  readonly code: string;
  /** For people: bounded and without control characters. */
  readonly detail: string;
  readonly facts: JsonObject;
}

export type Refused = { readonly ok: false; readonly refusal: MarketRefusal };
export type Answered<T> = { readonly ok: true; readonly value: T } | Refused;

/** The longest `detail`. */
export const MAX_DETAIL = 2_000;

/** A refusal by the kernel in this process. */
export function refusedHere(refusal: Refusal): Refused {
  const { code, ...facts } = refusal;
  const said = Object.entries(facts).map(([name, fact]) => `${name} ${JSON.stringify(fact)}`);
  const detail = `${code.replaceAll("_", " ")}: ${said.join(", ")}`.slice(0, MAX_DETAIL);
  return {
    ok: false,
    refusal: { code, detail: inertText(detail), facts: factsOf(facts) },
  };
}

function factsOf(facts: object): JsonObject {
  const json = parseJson(JSON.stringify(facts));
  return json.ok && isJsonObject(json.value) ? json.value : {};
}
