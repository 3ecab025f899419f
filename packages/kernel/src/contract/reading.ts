import { chainJson } from "../canonical/chain-json.ts";
import { type Fields, fields } from "../canonical/fields.ts";
import type { JsonObject } from "../canonical/json.ts";
import { type Result, refuse } from "../refusal.ts";
import type { ActInput, ActRule, Decision } from "./act.ts";
import { TEXT_LIMITS } from "./rules.ts";

/** The rule of an act with fields: they are read once; the first problem is the refusal. */
export function reading<T>(rule: {
  readonly by: ActRule["by"];
  readonly from: ActRule["from"];
  readonly barredByFix?: NonNullable<ActRule["barredByFix"]>;
  readonly ignoresClock?: boolean;
  readonly read: (data: Fields) => T;
  readonly apply: (input: ActInput, data: T) => Result<Decision>;
}): ActRule {
  const { read, apply, ...rest } = rule;
  return {
    ...rest,
    apply(input) {
      const data = fields(input.act.data, "data");
      const values = read(data);
      if (data.problem !== null) {
        return refuse({ code: "malformed_act", act: input.act.type, ...data.problem });
      }
      return apply(input, values);
    },
  };
}

/** Optional evidence of one run: any facts, of which the checks read theirs. */
export function readEvidence(data: Fields): JsonObject | null {
  return data.optional("evidence", (name) => {
    const evidence = data.jsonObject(name);
    if (chainJson(evidence).length > TEXT_LIMITS.evidence) {
      data.fault(name, `longer than ${TEXT_LIMITS.evidence} characters`);
    }
    return evidence;
  });
}

/** An optional reason for leaving or stopping. */
export function readReason(data: Fields): string | null {
  return data.optional("reason", (name) => data.string(name, { max: TEXT_LIMITS.reason }));
}
