/**
 * A name and its value with nothing but blanks between them: columns of a table, tabs, also as
 * `cat -A` shows them, settings of servers and network devices (`neighbor 10.0.0.1 password …`), and
 * settings of build files (`storePassword "…"`).
 */
import { DIGIT, kindAt } from "../characters.ts";
import { type KeyMeaning, meaningOfKey } from "../key-name.ts";
import {
  beginsPlainly,
  HEAD,
  isDrawn,
  isExample,
  isPasswordLike,
  looksChosen,
} from "../plain-value.ts";
import { endAt, isNamePart, type Match, matchAt, textBefore, type View } from "../view.ts";
import { valueBehind } from "./key-value.ts";
import { inEveryCase, type PrefixRule } from "./prefix-rule.ts";

/** Also the cells of a table, and a type in a dump of the Windows registry. */
const COLUMNS =
  /\w{3,10}(?: {2,40}(?:REG_SZ {2,12})?(?:[|│] {0,4})?|\t{1,4}| [|│] {1,4}|\^I)([^\s|│"'=:[]{8,512}={0,2})(?=[ \t]*(?:\r?\n|$|[|│])| {2}|\t|\^I|\$\n)/y;
const QUOTED = /\w{4,10} (?=["'])/y;
/** `secret "…";` and nothing else on the line. */
const STATEMENT = /\w{4,10} "(?=[^"\n]{0,200}\d)[^"\s]{8,200}";?(?=\s*(?:\n|$))/y;
const ONE_BLANK =
  /\w{3,10} {1,4}(["']?)(?=[^\s"']{0,64}\d)([\w+/.!@#%^&*~?-]{8,512}={0,2})\1(?=[\s;"']|$)/y;
const REST_OF_LINE = /;?[ \t]*(?=\r?\n|$)/y;
const NAME_BEFORE = /[\w.-]{1,40}$/;
const LINE_BEGIN = /(?:^|\n|[|│\t{] ?)[ \t]*(?:[+-] |set |setenv )?$/;
const FEWEST_UNITS_OF_TOKEN = 20;

export const SPACED_NAMES: PrefixRule = {
  prefixes: [
    ...inEveryCase(["password", "passwd", "passphrase", "secret", "token", "apikey", "api_key"]),
    ...inEveryCase(["access_key", "_key", "_pass", "_pwd", "_pat", "_pw", "secret_id"]),
    ...[
      "apiKey",
      "ApiKey",
      "accessKey",
      "AccessKey",
      "licenseKey",
      "LicenseKey",
      "Api-Key",
      "api-key",
      "API-Key",
      "_APPID",
      "_SALT",
      "Pass",
      "Pwd",
    ],
  ],
  match(view: View, at: number, prefix: string): Match | null {
    const end = at + prefix.length;
    // A number may say which one it is: `Password1 …`.
    const next = kindAt(view.text, end) === DIGIT ? view.text[end + 1] : view.text[end];
    if (!" \t^".includes(next ?? "=") || !isNamePart(view, at)) return null;
    const before = NAME_BEFORE.exec(textBefore(view, at, 40))?.[0] ?? "";
    const meaning = meaningOfKey(before + prefix);
    if (meaning === null) return null;
    return afterBlank(view, at, prefix, before, meaning) ?? inColumn(view, at, before, meaning);
  },
};

function isLineBegin(view: View, at: number, before: string): boolean {
  return LINE_BEGIN.test(textBefore(view, at - before.length, 44));
}

function inColumn(view: View, at: number, before: string, meaning: KeyMeaning): Match | null {
  const columns = matchAt(COLUMNS, view.text, at);
  const quoted = columns === null ? matchAt(QUOTED, view.text, at) : null;
  if ((columns === null && quoted === null) || !isLineBegin(view, at, before)) return null;
  // A word before quotes may stand in a sentence; a compound name does not.
  if (quoted !== null && before === "" && endAt(STATEMENT, view.text, at) === -1) return null;
  if (quoted !== null) {
    const isStrong = meaning.certainty === "strong";
    return isStrong ? valueBehind(view, null, at + quoted[0].length, meaning) : null;
  }
  const [whole = "", value = ""] = columns ?? [];
  const isSecret = meaning.certainty === "strong" ? looksChosen(value) : isDrawn(value);
  if (!isSecret || isExample(value) || beginsPlainly(value.slice(0, HEAD), false)) return null;
  const end = at + whole.length;
  return { start: end - value.length, end, category: meaning.category, isLearned: true };
}

/**
 * `authToken …`: a token behind a compound name, or what looks like a password behind a name of one;
 * any chosen value if the two have a line of their own.
 */
function afterBlank(
  view: View,
  at: number,
  prefix: string,
  before: string,
  meaning: KeyMeaning,
): Match | null {
  const found = matchAt(ONE_BLANK, view.text, at);
  if (found === null || found[0].indexOf(" ") > prefix.length + 1) return null;
  if (meaning.certainty !== "strong") return null;
  const value = found[2] ?? "";
  const end = at + found[0].length - (found[1] ?? "").length;
  const isLine =
    isLineBegin(view, at, before) && endAt(REST_OF_LINE, view.text, at + found[0].length) !== -1;
  const isToken = before !== "" && isDrawn(value, FEWEST_UNITS_OF_TOKEN);
  const isPassword = meaning.category === "password" && isPasswordLike(value);
  if (!isToken && !isPassword && !(isLine && looksChosen(value))) return null;
  if (isExample(value) || beginsPlainly(value.slice(0, HEAD), false)) return null;
  return { start: end - value.length, end, category: meaning.category, isLearned: true };
}
