import type { Fields } from "../canonical/fields.ts";
import { NUMBER_RULES, type NumberRule } from "../contract/rules.ts";

/** The rules that a document sets itself, under its own names for them. */
export function readDocumentRules(
  read: Fields,
  names: Readonly<Record<string, NumberRule>>,
): Partial<Record<NumberRule, number>> {
  const rules: Partial<Record<NumberRule, number>> = {};
  for (const [name, rule] of Object.entries(names)) {
    const value = read.optional(name, () => read.integer(name, NUMBER_RULES[rule]));
    if (value !== null) rules[rule] = value;
  }
  return rules;
}
