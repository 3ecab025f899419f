/**
 * A name and its value with nothing but blanks between them: columns of a table, tabs, also as
 * `cat -A` shows them, and settings of build files (`storePassword "…"`).
 */
import { meaningOfKey } from "../key-name.ts";
import { beginsLikeToken, beginsPlainly, HEAD, isExample, looksChosen } from "../plain-value.ts";
import { endAt, isNamePart, type Match, matchAt, textBefore, type View } from "../view.ts";
import { valueBehind } from "./key-value.ts";
import { inEveryCase, type PrefixRule } from "./prefix-rule.ts";

const COLUMNS =
  /[A-Za-z_]{3,10}(?: {2,40}|\t{1,4}|\^I)([^\s|│"'=:[]{8,512})(?=[ \t]*(?:\r?\n|$|[|│])| {2}|\t|\^I|\$\n)/y;
const QUOTED = /[A-Za-z]{6,10} (?=["'])/y;
/** `secret "…";` and nothing else on the line. */
const STATEMENT = /[A-Za-z]{6,10} "(?=[^"\n]{0,200}\d)[^"\s]{8,200}";?(?=\s*(?:\n|$))/y;
const ONE_BLANK = /\w{5,10} (["']?)(?=[^\s"']{0,64}\d)([\w+/=.!@#%^&*~-]{8,512})\1(?=[\s;]|$)/y;
const REST_OF_LINE = /;?[ \t]*(?=\r?\n|$)/y;
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
    "access_key",
  ]),
  match(view: View, at: number, prefix: string): Match | null {
    if (!" \t^".includes(view.text[at + prefix.length] ?? "=") || !isNamePart(view, at))
      return null;
    const spaced = spacedToken(view, at, prefix);
    if (spaced !== null) return spaced;
    const columns = matchAt(COLUMNS, view.text, at);
    const quoted = columns === null ? matchAt(QUOTED, view.text, at) : null;
    if (columns === null && quoted === null) return null;
    const before = NAME_BEFORE.exec(textBefore(view, at, 40))?.[0] ?? "";
    // A word before quotes may stand in a sentence; a compound name does not.
    if (quoted !== null && before === "" && endAt(STATEMENT, view.text, at) === -1) return null;
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

/** `authToken …`: a token behind a compound name; any chosen value if the two have a line of their own. */
function spacedToken(view: View, at: number, prefix: string): Match | null {
  const found = matchAt(ONE_BLANK, view.text, at);
  if (found === null || found[0].indexOf(" ") !== prefix.length) return null;
  const before = NAME_BEFORE.exec(textBefore(view, at, 40))?.[0] ?? "";
  const value = found[2] ?? "";
  const end = at + found[0].length - (found[1] ?? "").length;
  const isLine =
    LINE_BEGIN.test(textBefore(view, at - before.length, 44)) &&
    endAt(REST_OF_LINE, view.text, at + found[0].length) !== -1;
  const isToken = before !== "" && value.length >= 20 && beginsLikeToken(value);
  if (!isToken && !(isLine && looksChosen(value))) return null;
  if (isExample(value) || beginsPlainly(value.slice(0, HEAD), false)) return null;
  const meaning = meaningOfKey(before + prefix);
  if (meaning?.certainty !== "strong") return null;
  return { start: end - value.length, end, category: meaning.category, isLearned: true };
}
