/**
 * Several secrets in the lines below what announces them: codes for recovery, files whose lines hold
 * passwords at a fixed place, and maps from names to passwords.
 */
import type { Category } from "../category.ts";
import { beginsPlainly, isDrawn, isExample, isPasswordLike, looksChosen } from "../plain-value.ts";
import { isNamePart, type Match, matchAt, type View } from "../view.ts";
import { inEveryCase, type PrefixRule } from "./prefix-rule.ts";

const MAX_LINES = 16;
const LINE = /([^\n]{0,240})(?:\n|$)/y;

/** The matches of an expression in the lines from `from` on, up to a line that has none. */
function inLines(
  text: string,
  from: number,
  find: (line: string) => readonly Span[] | null,
  category: Category,
): readonly Match[] {
  const matches: Match[] = [];
  for (let at = from, lines = 0; at < text.length && lines < MAX_LINES; lines += 1) {
    const [whole = "", line = ""] = matchAt(LINE, text, at) ?? [];
    const spans = find(line);
    if (spans === null || whole === "") break;
    for (const { start, end } of spans)
      matches.push({ start: at + start, end: at + end, category, isLearned: true });
    at += whole.length;
  }
  return matches;
}

interface Span {
  readonly start: number;
  readonly end: number;
}

const CODE =
  "(?:\\d{4}[ -]\\d{4}|\\d{6,10}|[A-Za-z0-9]{4,8}(?:-[A-Za-z0-9]{4,8}){1,4}|[A-Za-z0-9]{8,16})";
/** Nothing but codes and what numbers or separates them. */
const CODES_LINE = new RegExp(
  `^[\\s│|"'[(]*(?:\\d{1,2}[.)] )?(?:[*•-] )?["']?${CODE}["']?(?:[\\s,;|│]+(?:\\d{1,2}[.)] )?["']?${CODE}["']?)*[\\s,;|│"'\\])}]*$`,
);
const EACH_CODE = new RegExp(`(?<![\\w-])${CODE}(?![\\w-])`, "g");
const NUMBERED = /^\s*\d{1,2}[.)] /;
const AFTER_NAME = /[\w ()'-]{0,32}["']?(?: (?:are|is))?[ \t]{0,4}[:=][ \t]{0,4}/y;

/** `Recovery codes:` and the lines below it, or `backup_codes: [ … ]`. */
const CODES: PrefixRule = {
  prefixes: inEveryCase(
    ["recovery", "backup", "scratch"].flatMap((kind) => [
      `${kind} code`,
      `${kind}_code`,
      `${kind}code`,
    ]),
  ),
  ahead(view, at, prefix) {
    const { text } = view;
    const operator = matchAt(AFTER_NAME, text, at + prefix.length);
    if (operator === null || !isNamePart(view, at)) return [];
    const from = at + prefix.length + operator[0].length;
    const rest = matchAt(LINE, text, from)?.[1] ?? "";
    // On the same line only in a list; one code has a rule of its own.
    const isBelow = /^[[({\s]*$/.test(rest);
    return inLines(text, isBelow ? from + rest.length + 1 : from, codesIn, "secret");
  },
  match: () => null,
};

function codesIn(line: string): readonly Span[] | null {
  if (!CODES_LINE.test(line)) return null;
  const skipped = NUMBERED.exec(line)?.[0].length ?? 0;
  const spans = [...line.matchAll(EACH_CODE)].filter(
    ([code], index) => /\d/.test(code) && !(index === 0 && skipped > code.length + 3),
  );
  return spans.map((found) => ({ start: found.index, end: found.index + found[0].length }));
}

/** Files by name, and where in a line of theirs the secret stands: the first group. */
const FILES: readonly (readonly [string, RegExp, Category])[] = [
  [
    "chap-secrets|pap-secrets|l2tp-secrets",
    /^\s*(?:"[^"]*"|[^\s#]\S*)\s+(?:"[^"]*"|\S+)\s+"?([^\s"]{4,128})/d,
    "password",
  ],
  [".erlang.cookie", /^([A-Z]{16,64}|\w{12,64})\s*$/d, "secret"],
  ["passwd.client", /^[\w.*-]{1,80}:[\w.@+-]{1,80}:(\S{4,128})\s*$/d, "password"],
  ["sasl_passwd|smtp_auth|relay_passwd", /^\s*\S+\s+[^\s:]{1,80}:(\S{4,128})\s*$/d, "password"],
  [".google_authenticator", /^([A-Z2-7]{16,64}|\d{8})\s*$/d, "totp-seed"],
  ["auth-user-pass|openvpn/auth|vpn-auth|userpass|.smbcredentials", /^(\S{6,64})\s*$/d, "password"],
];

function fileRule([names, pattern, category]: readonly [string, RegExp, Category]): PrefixRule {
  return {
    prefixes: names.split("|"),
    ahead({ text }, at, prefix) {
      const lineEnd = (matchAt(LINE, text, at)?.[0] ?? "").length;
      const find = (line: string): readonly Span[] | null => {
        // Another such line has its own secrets below it.
        if (line.includes(prefix) || /^\S{0,40}[$%>] |^Error|: /.test(line)) return null;
        const [start, end] = pattern.exec(line)?.indices?.[1] ?? [0, 0];
        const value = line.slice(start, end);
        const isKept = !looksChosen(value) && !/^\d{8}$|^[A-Z2-7]{16,}$/.test(value);
        return isKept || isExample(value) ? [] : [{ start, end }];
      };
      return inLines(text, at + lineEnd, find, category);
    },
    match: () => null,
  };
}

const OPENS_MAP = /["']?[ \t]{0,4}(?:=>|[:=])[ \t]{0,4}\{/y;
const OPENS_BLOCK = /["']?:[ \t]{0,4}\n(?=([ \t]{1,24}))/y;
const PAIR = /[\s,]{0,24}["']?[\w.@-]{1,64}["']? ?(?:=>|[:=]) ?["']([^"'\n{}[]{1,128})["']/dy;
const PAIR_LINE = /^[ \t]+["']?[\w.@-]{1,64}["']?: ["']?([^\s"'[#]{6,128})["']?\s*$/d;
const MAX_PAIRS = 16;

/** `passwords: {"admin": "…"}`: each value of the map is a password. */
const MAPS: PrefixRule = {
  prefixes: [
    ...inEveryCase(["auth_users", "authusers", "passwords", "user_passwords", "userlist"]),
    ...["gitlab-token", "github-oauth", "gitlab-oauth", "bitbucket-oauth", '"bearer"'],
  ],
  ahead(view: View, at: number, prefix: string): readonly Match[] {
    const { text } = view;
    const from = at + prefix.length;
    const map = matchAt(OPENS_MAP, text, from);
    if (map !== null) return pairsAt(text, from + map[0].length);
    const block = matchAt(OPENS_BLOCK, text, from);
    if (block === null) return [];
    const indent = block[1] ?? "";
    const find = (line: string): readonly Span[] | null => {
      const found = line.startsWith(indent) ? PAIR_LINE.exec(line) : null;
      return found === null ? null : valueIn(found);
    };
    return inLines(text, from + block[0].length, find, "password");
  },
  match: () => null,
};

function pairsAt(text: string, from: number): readonly Match[] {
  const values: Match[] = [];
  for (let at = from, pairs = 0; pairs < MAX_PAIRS; pairs += 1) {
    const found = matchAt(PAIR, text, at);
    if (found === null) break;
    values.push(...valueIn(found));
    at += found[0].length;
  }
  return values;
}

function valueIn(found: RegExpExecArray): readonly Match[] {
  const [start, end] = found.indices?.[1] ?? [0, 0];
  const value = found[1] ?? "";
  if (!looksChosen(value) || isExample(value) || beginsPlainly(value, true)) return [];
  return [{ start, end, category: "password", isLearned: true }];
}

const OPENS_LIST = /["']?[ \t]{0,4}[:=][ \t]{0,4}\[?[ \t]{0,4}\r?\n/y;
const ITEM = /^[ \t]*(?:- )?["']?([^\s"',[\]{}:#]{8,256})["']?,?[ \t]*$/d;

/** `tokens:` and a list below it. */
const LISTS: PrefixRule = {
  prefixes: inEveryCase(["tokens", "api_keys", "apikeys", "api-keys", "passwords", "secrets"]),
  ahead(view: View, at: number, prefix: string): readonly Match[] {
    const list = matchAt(OPENS_LIST, view.text, at + prefix.length);
    if (list === null || !isNamePart(view, at)) return [];
    const find = (line: string): readonly Span[] | null => {
      const found = ITEM.exec(line);
      const [start, end] = found?.indices?.[1] ?? [0, 0];
      const value = line.slice(start, end);
      if (found === null || !(isDrawn(value) || isPasswordLike(value))) return null;
      return beginsPlainly(value, false) || isExample(value) ? [] : [{ start, end }];
    };
    return inLines(view.text, at + prefix.length + list[0].length, find, "token");
  },
  match: () => null,
};

export const LISTED_SECRETS: readonly PrefixRule[] = [CODES, ...FILES.map(fileRule), MAPS, LISTS];
