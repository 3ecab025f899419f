/** The form of rule for secrets that a phrase introduces, and what such a secret must look like. */
import type { Category } from "../category.ts";
import { isHexAt } from "../characters.ts";
import { isPlainValue } from "../plain-value.ts";
import type { Text } from "../text.ts";
import { beginsLikeToken, beginsPlainly, HEAD } from "../value-head.ts";
import { valueSpan, valueStart } from "../value-span.ts";
import { isEdgeBefore, type Match, matchEnd, named, type View } from "../view.ts";
import type { PrefixRule } from "./prefix-rule.ts";

interface Introduction {
  readonly prefixes: readonly string[];
  /** A phrase: it ends where the value begins. */
  readonly pattern: RegExp;
  readonly category?: Category;
  /** `argument`: anything. `prose`: no word. `token`: only what looks like one, hex included. */
  readonly value?: "argument" | "prose" | "token";
}

export function introduced(introduction: Introduction): PrefixRule {
  const { prefixes, pattern, category = "password", value = "argument" } = introduction;
  return {
    prefixes,
    match(view, at) {
      const end = isEdgeBefore(view, at) ? matchEnd(pattern, view.text, at) : -1;
      return end === -1 ? null : valueAt(view, end, category, value);
    },
  };
}

const SHORTEST_HEX = 32;
const HEX = /^[0-9a-f]{32,128}(?![\w-])/i;

function valueAt(
  { text }: View,
  from: number,
  category: Category,
  value: "argument" | "prose" | "token",
): Match | null {
  const begin = valueStart(text, from);
  if (beginsPlainly(text, begin.start, begin.quote !== "")) return null;
  const { start, end, isQuoted } = valueSpan(text, begin);
  if (value === "token" && !beginsLikeToken(text, start, end) && !isHex(text, start, end)) {
    return null;
  }
  const surroundings = { isQuoted, isProse: value === "prose", isSetting: false };
  if (isPlainValue(text, start, end, surroundings)) return null;
  return named(start, end, category);
}

function isHex(text: Text, start: number, end: number): boolean {
  if (end - start < SHORTEST_HEX || !isHexAt(text, start)) return false;
  return HEX.test(text.string.slice(start, Math.min(end, start + HEAD)));
}
