/** A name and its value side by side in a tuple or a call: `{password, "…"}`, `set("API_TOKEN", "…")`. */
import { meaningOfKey } from "../key-name.ts";
import { beginsPlainly, isDrawn, isExample, isPasswordLike } from "../plain-value.ts";
import { isNamePart, type Match, matchAt, textBefore, type View } from "../view.ts";
import { inEveryCase, type PrefixRule } from "./prefix-rule.ts";

const PAIR = /[\w-]{3,12}(?:(["'])\s{0,2},\s{0,24}|, ?)(?:<<)?(["'])([^"'\n\s]{8,256})\2/y;
const NAME_BEFORE = /(?:(?:[({[]|^|\n)["']|\{)([\w$.-]{0,40})$/;

export const PAIRED_NAMES: PrefixRule = {
  prefixes: [
    ...inEveryCase(["password", "passwd", "secret", "token", "apikey", "api_key", "_pass", "_key"]),
    ...inEveryCase(["api-key"]),
    ...["Api-Key", "ApiKey", "apiKey", "-Key"],
  ],
  match(view: View, at: number, prefix: string): Match | null {
    if (!"\"',".includes(view.text[at + prefix.length] ?? "=") || !isNamePart(view, at))
      return null;
    const found = matchAt(PAIR, view.text, at);
    const before = NAME_BEFORE.exec(textBefore(view, at, 44));
    if (found === null || before === null) return null;
    const meaning = meaningOfKey((before[1] ?? "") + prefix);
    const value = found[3] ?? "";
    if (meaning === null || isExample(value) || beginsPlainly(value, true)) return null;
    if (meaning.certainty !== "strong" && meaning.certainty !== "drawn") return null;
    if (!isDrawn(value) && !isPasswordLike(value)) return null;
    const end = at + found[0].length - 1;
    return { start: end - value.length, end, category: meaning.category, isLearned: true };
  },
};
