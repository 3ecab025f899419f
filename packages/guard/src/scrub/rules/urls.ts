/** Credentials inside addresses: the password goes, the rest of the address stays readable. */

import type { Category } from "../category.ts";
import { isDigit, isWord, kindOf, unitAt } from "../characters.ts";
import { placeholderEnd } from "../placeholder.ts";
import type { Text } from "../text.ts";
import { evident, type Match, matchEnd, named, runEnd, type View } from "../view.ts";

const MAX_USERINFO = 512;
const MAX_SCHEME = 24;
const [DASH, SLASH, COLON, AT] = [45, 47, 58, 64];

const WEB =
  /^(?:https?|ftps?|sftp|wss?|webdavs?|davs?|smb|ldaps?|socks[45]?h?|git|ssh|svn|proxy)$/i;
const WEB_FIRST = "hfswdlgp";
const GIT_HOST =
  /@(?:[\w.-]{0,80}\.)?(?:github|gitlab|bitbucket|gitea|codeberg|git)\b|@[^\s"'<>]{1,200}\.git\b/y;
const TOKEN_AS_USER = /^(?=.*\d)[A-Za-z0-9_.~%-]{16,}$/;
const HARMLESS = /^(?:\$|%[A-Z(]|\{|<|\*{2,}|x{3,}$|password$|pass$|PASSWORD$|\[)/;

const HARMLESS_FIRST = "$%{<*xpP[";

/** Asked at the `:` of `://`. */
export function urlCredentials(view: View, colon: number): Match | null {
  const { text, floor } = view;
  const from = colon + 3;
  const at = lastAt(text, from);
  if (at === -1) return null;
  const category = categoryOf(text, floor, colon, at);
  const split = firstColon(text, from, at);
  if (split === -1) {
    const isToken = TOKEN_AS_USER.test(text.string.slice(from, at));
    return isToken ? named(from, at, category) : null;
  }
  const password = text.string.slice(split + 1, at);
  if (password === "" || (mayBeHarmless(password) && HARMLESS.test(password)))
    return tokenAsUser(text, from, split, category);
  if (placeholderEnd(text, split + 1) === at) return null;
  return named(split + 1, at, category);
}

function mayBeHarmless(password: string): boolean {
  return HARMLESS_FIRST.includes(password.charAt(0));
}

/** `https://ghp_…:x-oauth-basic@host` and `https://token:@host` carry the secret as the name. */
function tokenAsUser(text: Text, from: number, split: number, category: Category): Match | null {
  const user = text.string.slice(from, split);
  return TOKEN_AS_USER.test(user) ? named(from, split, category) : null;
}

/** Bounded, which a search to the end of the text is not. */
function firstColon(text: Text, from: number, until: number): number {
  for (let at = from; at < until; at += 1) if (unitAt(text, at) === COLON) return at;
  return -1;
}

/** The last `@` before the path: passwords that nobody encoded may hold one themselves. */
function lastAt(text: Text, from: number): number {
  const limit = Math.min(text.length, from + MAX_USERINFO);
  let found = -1;
  for (let at = from; at < limit; at += 1) {
    const code = unitAt(text, at);
    if (code === AT) found = at;
    else if (endsAuthority(code) || (code === 91 && placeholderEnd(text, at) !== -1)) break;
  }
  return found;
}

/** A blank, a quote, `/`, `<`, `>`, `\` or a control character. `?` and `#` occur in passwords. */
function endsAuthority(code: number): boolean {
  return (
    code <= 32 ||
    code === 34 ||
    code === 39 ||
    code === SLASH ||
    code === 60 ||
    code === 62 ||
    code === 92 ||
    code === 96
  );
}

function categoryOf(text: Text, floor: number, colon: number, at: number): Category {
  let start = colon;
  const least = Math.max(floor, colon - MAX_SCHEME, 0);
  // In `git+https` the part behind the plus is the scheme.
  while (start > least && isSchemeUnit(unitAt(text, start - 1))) start -= 1;
  const scheme = text.string.slice(start, colon);
  const mayBeWeb = WEB_FIRST.includes(scheme.charAt(0).toLowerCase());
  if (!mayBeWeb || !WEB.test(scheme)) return "database-url";
  return matchEnd(GIT_HOST, text, at) === -1 ? "basic-auth" : "git-credentials";
}

function isSchemeUnit(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || isDigit(code) || code === 46;
}

const BOT_TOKEN = 35;

function isBotUnit(code: number): boolean {
  return isWord(kindOf(code)) || code === DASH;
}

/** Asked at a `:` behind a digit: a Telegram bot's number, then its token. */
export function telegramToken({ text, floor }: View, colon: number): Match | null {
  let start = colon;
  while (start > Math.max(floor, colon - 11, 0) && isDigit(unitAt(text, start - 1))) start -= 1;
  const digits = colon - start;
  const end = runEnd(text, colon + 1, BOT_TOKEN + 1, isBotUnit);
  if (digits < 8 || digits > 10 || end - colon - 1 !== BOT_TOKEN) return null;
  return placeholderEnd(text, end) === -1 ? evident(start, end, "telegram-token") : null;
}

const GO_DSN_FIRST = [116, 117];
const GO_DSN = /@(?:tcp|unix|udp)\(/y;

/** Asked at `@`: `user:password@tcp(host:3306)/db`, which has no scheme. */
export function goDsn({ text, floor }: View, at: number): Match | null {
  if (!GO_DSN_FIRST.includes(unitAt(text, at + 1)) || matchEnd(GO_DSN, text, at) === -1)
    return null;
  const least = Math.max(floor, at - 128, 0);
  for (let split = at - 1; split >= least; split -= 1) {
    const code = unitAt(text, split);
    if (code === COLON && at - split > 1) {
      return named(split + 1, at, "database-url");
    }
    if (code <= 32 || code === 34 || code === 39) return null;
  }
  return null;
}
