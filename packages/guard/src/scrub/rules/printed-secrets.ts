/**
 * Secrets on a line of their own, which the line before them announces: a sentence that ends in a
 * colon, or a command that prints a file or variable whose name tells.
 */
import { meaningOfKey } from "../key-name.ts";
import {
  beginsLikeToken,
  beginsPlainly,
  isDrawn,
  isExample,
  isPasswordLike,
  isSentence,
  looksChosen,
} from "../plain-value.ts";
import { isNamePart, type Match, matchAt, textBefore, type View } from "../view.ts";
import { inEveryCase, type PrefixRule } from "./prefix-rule.ts";

/** One word on the next line that is not empty, also as an interpreter shows it. */
const LONE_WORD =
  /[ \t]{0,8}\r?\n(?:[ \t]{0,40}\r?\n){0,2}[ \t]{0,16}(?:=> |Out\[\d{1,4}\]: |\[1\] |(?:\(\w{2,16}\) |val )?[$\w]{2,8}(?:: \w{2,16})? = (?:0x[0-9a-f]{1,16} )?)?(["'`]?)([^\s"'`[]{8,512})\1[ \t]{0,8}(?=\r?\n|$)/y;
/** A name and its password: `admin / …`. */
const LONE_PAIR =
  /[ \t]{0,8}\r?\n[ \t]{0,16}[\w.@-]{1,64} ?[/:] ?(["'`]?)([^\s"'`[]{8,128})\1[ \t]{0,8}(?=\r?\n|$)/y;
/** The words of a wallet, of whatever list. */
const LONE_PHRASE =
  /[ \t]{0,8}\r?\n(?:[ \t]{0,8}\r?\n)?[ \t]{0,16}([a-z]{3,10}(?:,? [a-z]{3,10}){11,24})(?=[ \t]{0,8}(?:\r?\n|$))/y;
const ANNOUNCED =
  /(?<![\w-])(?:password|passphrase|token|secret|(?:api|access|private|recovery|secret|unseal) key)(?![\w-])/i;
const MAX_LINE = 200;
const CERTAIN_AT_PROMPT = 12;
const HEX_KEY = /^[0-9a-f]{32,128}$/i;

/** Asked at a colon or an equals sign that ends its line. */
export function announcedSecret(view: View, colon: number): Match | null {
  const line = lineBefore(view, colon);
  if (/phrase|mnemonic|seed/i.test(line)) {
    const phrase = matchAt(LONE_PHRASE, view.text, colon + 1);
    const words = phrase?.[1] ?? "";
    const end = colon + 1 + (phrase?.[0].length ?? 0);
    if (phrase !== null && !isSentence(words))
      return { start: end - words.length, end, category: "mnemonic" };
  }
  const found =
    matchAt(LONE_WORD, view.text, colon + 1) ?? matchAt(LONE_PAIR, view.text, colon + 1);
  if (found === null) return null;
  if (!ANNOUNCED.test(line)) return null;
  const word = found[2] ?? "";
  const isPassword = /pass/i.test(line) && view.text[colon] === ":";
  if (!HEX_KEY.test(word) && !(isPassword ? isChosen(word) : beginsLikeToken(word))) return null;
  return secretIn(found, colon + 1, isPassword ? "password" : "token");
}

function lineBefore(view: View, at: number): string {
  const before = textBefore(view, at, MAX_LINE);
  return before.slice(before.lastIndexOf("\n") + 1);
}

/** Base64 may end in equals signs; inside a word they stand between a name and a value. */
function isChosen(word: string): boolean {
  if (!looksChosen(word) || beginsPlainly(word, false) || isExample(word)) return false;
  return !/[=:{}()]/.test(word.replace(/={1,2}$/, ""));
}

function secretIn(found: RegExpExecArray, at: number, category: "password" | "token"): Match {
  const word = found[2] ?? "";
  const end = at + found[0].trimEnd().length - (found[1] ?? "").length;
  return { start: end - word.length, end, category, isLearned: true };
}

/** Commands whose output is a secret, whatever they are given. */
const PRINTS_SECRET =
  /(?:get-login-password|print-(?:access|identity)-token|auth[ :]token|phx\.gen\.secret|(?:go)?pass show [^\n|]{1,80}|bw unlock[^\n|]{0,20}|initial-password[^\n|]{0,40}|wg gen(?:key|psk)|openssl rand[^\n|]{0,40}|pwgen[^\n|]{0,40}|create token[^\n|]{0,60})$/;
/** A command at a prompt that is about a secret. */
const AT_PROMPT =
  /^\s{0,4}(?:\S{0,40}[$#%]|PS ?[^>\n]{0,60}>) [^\n]{0,120}(?:password|token|secret)/i;
const PRINTS_OPERAND =
  /(?<![\w-])(?:cat|echo|printf|less|more|head|tail|tee|printenv|pass show|op read|-field=|ENV\b|environ|get_?env|process\.env|import\.meta|settings\.|config\.|credentials\.|\$env:|GetNetworkCredential|base64 |GET )|sys\.env|^(?:irb|pry|iex|php|>>>|gdb>|scala>|jshell>|\((?:gdb|lldb|pdb)\)|In \[)[^\n]{0,24} /i;
const SECRET_DECODED = /(?:secret|password|token)[^\n]{0,160}\| ?base64 (?:-d|-D|--decode)$/i;
/** The rest of a line that ends with the name of a file or variable, or with a few arguments. */
const REST_OF_LINE = /[^\n]{0,160}(?=\n)/y;
/** What changes the form of the output: the name of what is printed stands before it. */
const FILTERS =
  /(?: ?\| ?(?:base64|rev|tr|cut|head|tail|sed|awk|fold|tee|cat)(?: [^\n|]{0,60})?){1,3}$/;
const OPERAND =
  /[\s/"'${=.:>([]([A-Za-z_][\w-]{2,60})(?:\.(?:txt|key|secret|dat|conf|cfg))?["'}\]);]{0,5}$/;

/** A name in quotes ends a command only with a bracket behind it: `ENV["TOKEN"]`. */
function mayEndLine(text: string, at: number): boolean {
  const next = text[at] ?? "=";
  return next === '"' || next === "'" ? "])".includes(text[at + 1] ?? "=") : !"=:".includes(next);
}

export const PRINTING_COMMANDS: PrefixRule = {
  prefixes: [
    ...inEveryCase(["password", "passwd", "secret", "token", "api_key"]),
    ...[
      "_KEY",
      "_key",
      "_PAT",
      "_PWD",
      "_pass",
      "_PASS",
      "wg gen",
      "pass show ",
      "gopass show ",
      "bw unlock",
      "openssl rand",
      "pwgen",
      "base64 -",
    ],
  ],
  match(view, at, prefix) {
    if (!mayEndLine(view.text, at + prefix.length) || !isNamePart(view, at)) return null;
    const rest = matchAt(REST_OF_LINE, view.text, at)?.[0];
    if (rest === undefined) return null;
    const found = matchAt(LONE_WORD, view.text, at + rest.trimEnd().length);
    const line = lineBefore(view, at) + rest.trimEnd();
    if (found === null || !(isChosen(found[2] ?? "") || isEncoded(line, found[2] ?? "")))
      return null;
    const command = line.replace(FILTERS, "");
    const name = PRINTS_OPERAND.test(line) ? (OPERAND.exec(command)?.[1] ?? "") : "";
    const meaning = meaningOfKey(name.replace(/_?file$/i, ""));
    const isToken = beginsLikeToken(found[2] ?? "") || HEX_KEY.test(found[2] ?? "");
    const isNamed = meaning?.certainty === "strong" || (meaning?.certainty === "weak" && isToken);
    const isPrompt = AT_PROMPT.test(line) && isLongOrPassword(found[2] ?? "");
    if (!isNamed && !isPrompt && !PRINTS_SECRET.test(line) && !SECRET_DECODED.test(line))
      return null;
    const isPassword = meaning === null || meaning.category === "password";
    return secretIn(found, at + rest.trimEnd().length, isPassword ? "password" : "token");
  },
};

/** What `base64` makes of a text. */
function isEncoded(line: string, word: string): boolean {
  if (!/base64(?: -w ?0)?$/.test(line) || word.length % 4 !== 0) return false;
  return /^[ -~]+\n?$/.test(Buffer.from(word, "base64").toString("latin1"));
}

function isLongOrPassword(word: string): boolean {
  return word.length >= CERTAIN_AT_PROMPT || isPasswordLike(word);
}

const PRINTED_VARIABLE =
  /(?:printenv |echo ["']?\$\{?|ENV\[["']|environ(?:\.get)?[[(]["']|getenv\(["']|process\.env\.|\$env:|config:get )([A-Za-z_]\w{2,60})["'}\])]{0,4}(?: \| ?[a-z][^\n]{0,60})?(?=[ \t]{0,4}\r?\n)/y;
const SHORTEST_PRINTED = 10;

/** A variable that a shell or an interpreter prints, whose name tells: `echo $API_KEY`. */
export const PRINTED_VARIABLES: PrefixRule = {
  prefixes: [
    ...["printenv ", "echo $", 'echo "$', 'ENV["', "ENV['", 'environ["', "environ['"],
    ...['environ.get("', "environ.get('", 'getenv("', "getenv('", "process.env.", "$env:"],
    "config:get ",
  ],
  match(view, at) {
    const variable = matchAt(PRINTED_VARIABLE, view.text, at);
    const meaning = meaningOfKey(variable?.[1] ?? "");
    if (variable === null || meaning === null) return null;
    const from = at + variable[0].length;
    const found = matchAt(LONE_WORD, view.text, from);
    const word = found?.[2] ?? "";
    if (found === null || beginsPlainly(word, false) || isExample(word)) return null;
    const isNamed = meaning.certainty === "strong" || meaning.certainty === "likely";
    if (!(isNamed ? looksChosen(word) : isDrawn(word, SHORTEST_PRINTED))) return null;
    return secretIn(found, from, meaning.category === "password" ? "password" : "token");
  },
};
