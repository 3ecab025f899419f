/** The form of rule for secrets that a phrase introduces, one row per phrase. */
import type { Category } from "../category.ts";
import { isCutByPlaceholder, isCutValue } from "../placeholder.ts";
import {
  beginsLikeToken,
  beginsPlainly,
  HEAD,
  isDrawn,
  isPlainValue,
  isSentence,
} from "../plain-value.ts";
import { valueSpan, valueStart } from "../value-span.ts";
import { endAt, isEdgeBefore, type Match, matchAt, type View } from "../view.ts";
import { lastValueEnd } from "./indirect-values.ts";
import { inEveryCase, type PrefixRule } from "./prefix-rule.ts";

/**
 * `any`: any value. `prose`: not a word of a sentence. `token`: only a token, or hex digits. `drawn`:
 * UUIDs too. `line`: all that follows on the line, unless it is a sentence.
 */
type Kind = "any" | "prose" | "token" | "drawn" | "line";

/**
 * The beginnings of a phrase, separated by `|`; the phrase itself, which ends where the value
 * begins; the category; the kind of value. A phrase that ignores case begins in every case.
 */
export type Introduction = readonly [string, RegExp, Category, Kind];

export function introducedBy(rows: readonly Introduction[]): readonly PrefixRule[] {
  return rows.map(([beginnings, phrase, category, kind]) => {
    const prefixes = beginnings.split("|");
    return {
      prefixes: phrase.ignoreCase
        ? [...new Set([...prefixes, ...inEveryCase(prefixes)])]
        : prefixes,
      match(view, at) {
        const end = isEdgeBefore(view, at) ? endAt(phrase, view.text, at) : -1;
        return end === -1 ? null : valueAt(view, end, category, kind);
      },
    };
  });
}

const LINE = /[^\n\r[]{4,256}/y;

function lineAt(text: string, start: number, category: Category): Match | null {
  const line = (matchAt(LINE, text, start)?.[0] ?? "").trimEnd();
  if (line.length < 4 || beginsPlainly(line, true) || isSentence(line)) return null;
  // What a placeholder stands for may have made it a sentence.
  if (isCutByPlaceholder(text, start + line.length, " ")) return null;
  return { start, end: start + line.length, category, isLearned: true };
}

const HEX = /^[0-9a-f]{32,128}(?![\w-])/i;

function valueAt({ text }: View, from: number, category: Category, kind: Kind): Match | null {
  if (kind === "line") return lineAt(text, from, category);
  const begin = valueStart(text, from);
  if (beginsPlainly(text.slice(begin.start, begin.start + HEAD), begin.quote !== "")) return null;
  const span = valueSpan(text, begin);
  const { start, end, isQuoted } = span;
  const head = text.slice(start, Math.min(end, start + HEAD));
  if (kind === "token" && !beginsLikeToken(head) && !HEX.test(head)) return null;
  if (kind === "drawn" && !isDrawn(text.slice(start, end))) return null;
  if (!isQuoted && isCutValue(text, end)) return null;
  const surroundings = { isQuoted, isProse: kind === "prose", isSetting: false };
  if (isPlainValue(text.slice(start, end), surroundings)) return null;
  return { start, end: lastValueEnd(text, start, span), category, isLearned: true };
}
