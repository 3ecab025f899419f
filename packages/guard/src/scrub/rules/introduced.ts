/** The form of rule for secrets that a phrase introduces, and what such a secret must look like. */
import type { Category } from "../category.ts";
import { beginsLikeToken, beginsPlainly, HEAD, isPlainValue } from "../plain-value.ts";
import { valueSpan, valueStart } from "../value-span.ts";
import { isEdgeBefore, type Match, matchAt, type View } from "../view.ts";
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
      const found = isEdgeBefore(view, at) ? matchAt(pattern, view.text, at) : null;
      const end = found === null ? -1 : at + found[0].length;
      return end === -1 ? null : valueAt(view, end, category, value);
    },
  };
}

const HEX = /^[0-9a-f]{32,128}(?![\w-])/i;

function valueAt(
  { text }: View,
  from: number,
  category: Category,
  value: "argument" | "prose" | "token",
): Match | null {
  const begin = valueStart(text, from);
  if (beginsPlainly(text.slice(begin.start, begin.start + HEAD), begin.quote !== "")) return null;
  const { start, end, isQuoted } = valueSpan(text, begin);
  const head = text.slice(start, Math.min(end, start + HEAD));
  if (value === "token" && !beginsLikeToken(head) && !HEX.test(head)) return null;
  const surroundings = { isQuoted, isProse: value === "prose", isSetting: false };
  if (isPlainValue(text.slice(start, end), surroundings)) return null;
  return { start, end, category, isLearned: true };
}
