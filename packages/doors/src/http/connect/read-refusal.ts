import { chainJson, inertText, isJsonObject, type Json, parseJson } from "@bazaar/kernel";
import { MAX_DETAIL, type Refused } from "../../connection/market-refusal.ts";

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
    },
  };
}

function sentence(detail: Json | undefined, status: number): string {
  if (detail === undefined || detail === null) return `The market refused with ${status}.`;
  const text = typeof detail === "string" ? detail : chainJson(detail);
  return inertText(text.slice(0, MAX_DETAIL));
}
