/** How an act declares its fields: each once, with its bounds, under its name in the entry. */
import { isChainJsonLonger } from "../canonical/chain-json.ts";
import { type Bounds, type Fields, fields } from "../canonical/fields.ts";
import type { Json, JsonObject } from "../canonical/json.ts";
import { type Result, refuse } from "../refusal.ts";
import type { ActInput, ActRule, Decision } from "./act.ts";
import { TEXT_LIMITS } from "./rules.ts";

export type ReadField<T> = (data: Fields, name: string) => T;

type Readers = Readonly<Record<string, ReadField<unknown>>>;

type Values<F extends Readers> = { readonly [Name in keyof F]: ReturnType<F[Name]> };

/** Fields are read once, in order, before the act is applied; the first problem is the refusal. */
export function reading<F extends Readers>(
  readers: F,
  apply: (input: ActInput, data: Values<F>) => Result<Decision>,
): Pick<ActRule, "fields" | "apply"> {
  const named = Object.entries(readers);
  return {
    fields: Object.keys(readers),
    apply(input) {
      const data = fields(input.act.data, "data");
      const values = Object.fromEntries(named.map(([name, read]) => [name, read(data, name)]));
      if (data.problem !== null) {
        return refuse({ code: "malformed_act", act: input.act.type, ...data.problem });
      }
      return apply(input, values as Values<F>);
    },
  };
}

export function text(bounds: Bounds<number>): ReadField<string> {
  return (data, name) => data.string(name, bounds);
}

export function hex(digits: number): ReadField<string> {
  return (data, name) => data.hex(name, digits);
}

export function integer(bounds: Bounds<number>): ReadField<number> {
  return (data, name) => data.integer(name, bounds);
}

export function oneOf<const T extends string>(options: readonly [T, ...T[]]): ReadField<T> {
  return (data, name) => data.oneOf(name, options);
}

/** Null if the field is absent or null. */
export function optional<T>(read: ReadField<T>): ReadField<T | null> {
  return (data, name) => data.optional(name, () => read(data, name));
}

/** A value that only the terms of the contract can tell how to read. */
export const unread: ReadField<Json> = (data, name) => (data.has(name) ? data.json(name) : null);

/** The number of the question to a court that the server answers. */
export const questionNumber = integer({ max: Number.MAX_SAFE_INTEGER });

/** Why a side leaves or stops, if it says so. */
export const leavingReason = optional(text({ max: TEXT_LIMITS.reason }));

/** Evidence of one run: any facts, of which the checks read theirs. */
export const runEvidence: ReadField<JsonObject | null> = optional((data, name) => {
  const evidence = data.jsonObject(name);
  if (isChainJsonLonger(evidence, TEXT_LIMITS.evidence)) {
    data.fault(name, `longer than ${TEXT_LIMITS.evidence} characters`);
  }
  return evidence;
});

/** The hash of a nonce that is revealed later; only where a panel may be drawn from it. */
export const committedNonce = optional(hex(64));
