/**
 * A refusal as a client sees it. The market's codes and facts are kept, also those this version does
 * not know. A refusal by the kernel, before anything was sent, looks the same.
 */
import {
  chainJson,
  inertText,
  isJsonObject,
  type Json,
  type JsonObject,
  parseJson,
  type Refusal,
} from "@bazaar/kernel";

export interface MarketRefusal {
  readonly code: string;
  /** For people: bounded and without control characters. */
  readonly detail: string;
  readonly facts: JsonObject;
  /** The HTTP status; null if nothing was sent. */
  readonly status: number | null;
}

export type Refused = { readonly ok: false; readonly refusal: MarketRefusal };
export type Answered<T> = { readonly ok: true; readonly value: T } | Refused;

const MAX_DETAIL = 2_000;
const MAX_FACTS = 20_000;
const CODE = /^[a-z][a-z0-9_]{0,63}$/;

/** Reads a response that is not 200. If the body cannot be read, the status is kept. */
export function readRefusal(status: number, text: string): Refused {
  const json = parseJson(text);
  const body = json.ok && isJsonObject(json.value) ? json.value : {};
  const { code, detail, ...facts } = body;
  const isKnownShape = typeof code === "string" && CODE.test(code);
  return {
    ok: false,
    refusal: {
      code: isKnownShape ? code : "unreadable_refusal",
      detail: sentence(detail, status),
      facts: chainJson(facts).length > MAX_FACTS ? {} : facts,
      status,
    },
  };
}

/** A refusal by the kernel in this process. */
export function refusedHere(refusal: Refusal): Refused {
  const { code, ...facts } = refusal;
  const said = Object.entries(facts).map(([name, fact]) => `${name} ${JSON.stringify(fact)}`);
  const detail = `${code.replaceAll("_", " ")}: ${said.join(", ")}`.slice(0, MAX_DETAIL);
  return {
    ok: false,
    refusal: { code, detail: inertText(detail), facts: factsOf(facts), status: null },
  };
}

function sentence(detail: Json | undefined, status: number): string {
  if (detail === undefined || detail === null) return `The market refused with ${status}.`;
  const text = typeof detail === "string" ? detail : chainJson(detail);
  return inertText(text.slice(0, MAX_DETAIL));
}

function factsOf(facts: object): JsonObject {
  const json = parseJson(JSON.stringify(facts));
  return json.ok && isJsonObject(json.value) ? json.value : {};
}
