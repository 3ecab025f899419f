/** Commands and calls that take a secret at a fixed place, without a flag or a name before it. */

import { isNameAt, isOutside, isSpace, isWord, isWordAt, kindOf, unitAt } from "../characters.ts";
import type { Text } from "../text.ts";
import { isEdgeBefore, type Match, matchAt, matchEnd, named, runEnd, type View } from "../view.ts";
import { anything, aQuote, aString, introduced, isStringQuote } from "./introduced.ts";
import type { PrefixRule } from "./prefix-rule.ts";

const PIPED =
  /(?:echo|printf) (?:-n )?(["']?)([^\s"'|$`[]{4,128})\1 ?\| ?(?=[^\n|]{1,160}(?:--password-stdin|--with-token|chpasswd)|sudo [^\n|]{0,80}-S\b)/y;

/** `echo x | sudo -S …`. */
const piped: PrefixRule = {
  prefixes: ["echo ", "printf "],
  match(view, at) {
    const found = isEdgeBefore(view, at) ? matchAt(PIPED, view.text, at) : null;
    if (found === null) return null;
    const start = at + found[0].indexOf(found[2] ?? "", 5);
    return named(start, start + (found[2]?.length ?? 0), "password");
  },
};

const PGPASS = /:(?:\d{4,5}|\*):[\w.*-]{1,64}:[\w.*@-]{1,64}:/y;
const PASSWORD_FIELD = /\S{3,128}(?!\S)/y;
const HOST = /[\n \t][\w.-]{1,128}$/;
/** With any port allowed, the line says less: its host must look like one. */
const HOST_OF_ANY_PORT = /\n(?:\*|localhost|[\w-]{1,64}\.[\w.-]{1,64})$/;
const [LINE_END, BLANK, DOLLAR, STAR, COMMA, DASH, DOT, SLASH] = [10, 32, 36, 42, 44, 45, 46, 47];
const [AT, LETTER_L, LETTER_P, BACKSLASH] = [64, 76, 80, 92];
const MAX_USER = 64;

/** `host:5432:database:user:password`, a line of its own. */
const pgpass: PrefixRule = {
  prefixes: [":5432:", ":5433:", ":6432:", ":*:"],
  match(view, at, prefix) {
    const { text, floor } = view;
    if (!mayEndHost(view, at)) return null;
    const start = matchEnd(PGPASS, text, at);
    const end = start === -1 ? -1 : matchEnd(PASSWORD_FIELD, text, start);
    if (end === -1) return null;
    const from = Math.max(floor, at - 130, 0);
    const host = prefix === ":*:" ? HOST_OF_ANY_PORT : HOST;
    const before = (from === 0 && floor < 0 ? "\n" : "") + text.string.slice(from, at);
    if (at !== floor && !host.test(before)) return null;
    const isRedacted = text.string.slice(start, end).includes("[REDACTED:");
    return isRedacted ? null : named(start, end, "password");
  },
};

/** A host may end before this place; it may also have been redacted as an address. */
function mayEndHost({ text, floor }: View, at: number): boolean {
  if (at === floor || isNameAt(text, at - 1)) return true;
  return unitAt(text, at - 1) === STAR && (at === 1 || unitAt(text, at - 2) === LINE_END);
}

const ORACLE = /(?:sqlplus {1,4}(?:-[sSlL] {1,2}){0,2}|jdbc:oracle:(?:thin|oci8?):)[\w$]{1,64}\//y;
const ORACLE_PASSWORD = /[^\s@/"'<>[]{3,64}(?=@|\s|["']|$)/y;

/** `sqlplus scott/tiger@host`, `jdbc:oracle:thin:scott/tiger@host`. */
const oracle: PrefixRule = {
  prefixes: ["sqlplus ", "jdbc:oracle:"],
  match(view: View, at: number): Match | null {
    const found = isEdgeBefore(view, at) ? matchAt(ORACLE, view.text, at) : null;
    const start = at + (found?.[0].length ?? 0);
    const password = found === null ? null : matchAt(ORACLE_PASSWORD, view.text, start);
    if (password === null) return null;
    const category = view.text.string.startsWith("jdbc", at) ? "database-url" : "password";
    return named(start, start + password[0].length, category);
  },
};

const MECHANISM = /(?:PLAIN |LOGIN )?(?=[^\s\d[]{0,64}\d)(?=[^\s[]{8})/y;
const SHORTEST_CREDENTIAL = 8;

/** Eight units and more with a digit among them, behind the name of a mechanism or none. */
function aCredential(text: Text, behind: number): number {
  const first = unitAt(text, behind);
  if (first === LETTER_P || first === LETTER_L) return matchEnd(MECHANISM, text, behind);
  for (let at = behind; at < behind + SHORTEST_CREDENTIAL; at += 1) {
    if (isSpace(unitAt(text, at))) return -1;
  }
  return matchEnd(MECHANISM, text, behind);
}

/** What stands behind a flag with one dash, and is no flag itself. */
function anArgument(text: Text, behind: number, at: number): number {
  if (unitAt(text, at - 1) === DASH || unitAt(text, behind) === DASH) return -1;
  const isWide = unitAt(text, behind) === BLANK && unitAt(text, behind + 1) !== DASH;
  return isWide ? behind + 1 : behind;
}

/** Behind the name of a user and a blank, unless an option follows. */
function behindUser(text: Text, behind: number): number {
  const end = runEnd(text, behind, MAX_USER, isUserUnit);
  const isBehind = end > behind && unitAt(text, end) === BLANK && unitAt(text, end + 1) !== SLASH;
  return isBehind ? end + 1 : -1;
}

/** Letters, digits, `_`, `.`, `\`, `@` and `-`. */
function isUserUnit(code: number): boolean {
  return isWord(kindOf(code)) || code === DOT || code === BACKSLASH || code === AT || code === DASH;
}

const [MAX_STRING, MAX_VARIABLE] = [200, 40];

/** The third argument of a call, if it is a string. */
function aThirdString(text: Text, behind: number): number {
  const second = behindArgument(text, afterBlank(text, behind));
  const third = second === -1 ? -1 : behindArgument(text, second);
  return third === -1 ? -1 : aQuote(text, third);
}

/** Behind a string, a number or a variable, and a comma; or -1. */
function behindArgument(text: Text, from: number): number {
  const end = argumentEnd(text, from);
  return end !== -1 && unitAt(text, end) === COMMA ? afterBlank(text, end + 1) : -1;
}

function argumentEnd(text: Text, from: number): number {
  const first = unitAt(text, from);
  if (isStringQuote(first)) {
    const limit = from + 1 + MAX_STRING;
    let at = from + 1;
    while (at < limit && isInString(unitAt(text, at), first)) at += 1;
    return unitAt(text, at) === first ? at + 1 : -1;
  }
  const start = first === DOLLAR ? from + 1 : from;
  const limit = start + MAX_VARIABLE;
  let at = start;
  while (at < limit && isWordAt(text, at)) at += 1;
  return at > start ? at : -1;
}

function isInString(code: number, quote: number): boolean {
  return code !== quote && code !== LINE_END && !isOutside(code);
}

function afterBlank(text: Text, at: number): number {
  return unitAt(text, at) === BLANK ? at + 1 : at;
}

export const COMMAND_FORMS: readonly PrefixRule[] = [
  piped,
  pgpass,
  oracle,
  introduced({ prefixes: ["http-basic."], pattern: /http-basic\.[\w.-]{1,64} \S{1,64} /y }),
  introduced({
    prefixes: ["htpasswd -"],
    pattern: /htpasswd -[a-zA-Z]{0,6}b[a-zA-Z]{0,6} \S{1,128} \S{1,64} /y,
  }),
  introduced({ prefixes: ["/user:"], pattern: behindUser }),
  introduced({
    prefixes: ["vault login ", "cargo login "],
    pattern: anything,
    category: "token",
    value: "token",
  }),
  introduced({
    prefixes: [
      ...["", "src", "dest"].flatMap((which) => [`-${which}storepass `, `-${which}keypass `]),
      ...["-password ", "-passwd ", "-passphrase "],
    ],
    pattern: anArgument,
  }),
  introduced({
    prefixes: ["config set --secret "],
    pattern: /config set --secret [\w:.-]{1,64} (?!-)/y,
  }),
  introduced({ prefixes: ["wifi connect "], pattern: /wifi connect \S{1,64} password /y }),
  introduced({ prefixes: ["> PASS "], pattern: anything }),
  introduced({ prefixes: ["PSK "], pattern: aQuote }),
  introduced({ prefixes: ["LOGIN "], pattern: /LOGIN ["']?[\w.@-]{1,64}["']? (?=")/y }),
  introduced({ prefixes: ["sp_addlogin "], pattern: /sp_addlogin N?'[^'\n]{1,64}', ?N?(?=')/y }),
  introduced({
    prefixes: ["code="],
    pattern: /(?<=[?&])code=/y,
    category: "token",
    value: "token",
  }),
  introduced({
    prefixes: ["Signature="],
    pattern: /(?<=[?&])Signature=/y,
    category: "aws",
    value: "token",
  }),
  introduced({
    prefixes: [
      "mysqli(",
      "mysqli_connect(",
      "mysql_connect(",
      "PDO(",
      "getConnection(",
      "Sequelize(",
    ],
    pattern: aThirdString,
  }),
  introduced({
    prefixes: ["setPassword(", "withPassword(", "set_password(", "setSecret(", "withSecret("],
    pattern: aString,
  }),
  introduced({
    prefixes: ["setApiKey(", "withApiKey(", "setToken(", "withToken(", "setAccessToken("],
    pattern: aString,
    category: "token",
  }),
  introduced({
    prefixes: ["AUTH "],
    pattern: aCredential,
  }),
];
