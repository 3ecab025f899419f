/**
 * A name and its value with nothing but blanks between them: columns of a table, tabs, also as
 * `cat -A` shows them, and settings of build files (`storePassword "…"`).
 */
import { meaningOfKey } from "../key-name.ts";
import { beginsPlainly, HEAD, isExample, looksChosen } from "../plain-value.ts";
import { isNamePart, type Match, matchAt, textBefore, type View } from "../view.ts";
import { valueBehind } from "./key-value.ts";
import { inEveryCase, type PrefixRule } from "./prefix-rule.ts";

const COLUMNS =
  /[A-Za-z_]{3,10}(?: {2,40}|\t{1,4}|\^I)([^\s|│"'=:[]{8,512})(?=[ \t]*(?:\r?\n|$|[|│])| {2}|\t|\^I|\$\n)/y;
const QUOTED = /[A-Za-z]{6,10} (?=["'])/y;
const NAME_BEFORE = /[\w.-]{1,40}$/;
const LINE_BEGIN = /(?:^|\n|[|│\t{] ?)[ \t]*$/;

export const SPACED_NAMES: PrefixRule = {
  prefixes: inEveryCase([
    "password",
    "passwd",
    "passphrase",
    "secret",
    "token",
    "apikey",
    "api_key",
  ]),
  match(view: View, at: number, prefix: string): Match | null {
    if (!" \t^".includes(view.text[at + prefix.length] ?? "=") || !isNamePart(view, at))
      return null;
    const columns = matchAt(COLUMNS, view.text, at);
    const quoted = columns === null ? matchAt(QUOTED, view.text, at) : null;
    if (columns === null && quoted === null) return null;
    const before = NAME_BEFORE.exec(textBefore(view, at, 40))?.[0] ?? "";
    // A word before quotes may stand in a sentence; a compound name does not.
    if (quoted !== null && before === "") return null;
    if (!LINE_BEGIN.test(textBefore(view, at - before.length, 44))) return null;
    const meaning = meaningOfKey(before + prefix);
    if (meaning?.certainty !== "strong") return null;
    if (quoted !== null) return valueBehind(view, null, at + quoted[0].length, meaning);
    const [whole = "", value = ""] = columns ?? [];
    if (!looksChosen(value) || isExample(value) || beginsPlainly(value.slice(0, HEAD), false))
      return null;
    const end = at + whole.length;
    return { start: end - value.length, end, category: meaning.category, isLearned: true };
  },
};
