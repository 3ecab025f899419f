import { type Fields, fields } from "../canonical/fields.ts";
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

/** An optional reason for leaving or stopping. */
export function readReason(data: Fields): string | null {
  return data.optional("reason", (name) => data.string(name, { max: TEXT_LIMITS.reason }));
}
