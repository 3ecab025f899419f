/** Credentials inside addresses: the password goes, the rest of the address stays readable. */
import type { Category } from "../category.ts";
import { meaningOfKey } from "../key-name.ts";
import { placeholderEnd, placeholderIndex } from "../placeholder.ts";
import { beginsPlainly, isPlainValue } from "../plain-value.ts";
import { endAt, type Match, matchAt, type View } from "../view.ts";
import type { PrefixRule } from "./prefix-rule.ts";

const QUOTED = { isQuoted: true, isProse: false, isSetting: false } as const;

/** `?` and `#` occur in passwords. */
const AUTHORITY = /:\/\/([^\0- "'/<>\\`]{0,512})/y;
const SCHEME = /(?<=([A-Za-z0-9.]{1,24})):/y;
const WEB =
  /^(?:https?|ftps?|sftp|wss?|webdavs?|davs?|smb|ldaps?|socks[45]?h?|git|ssh|svn|proxy)$/i;
const GIT_HOST =
  /@(?:[\w.-]{0,80}\.)?(?:github|gitlab|bitbucket|gitea|codeberg|git)\b|@[^\s"'<>]{1,200}\.git\b/y;
const TOKEN_AS_USER = /^(?=.*\d)[A-Za-z0-9_.~%-]{16,}$/;
const HARMLESS = /^(?:\$|%[A-Zsdv(]|\{|<|\*{2,}|x{3,}$|password$|pass$|PASSWORD$|\[)/;

/** Asked at the `:` of `://`. */
export function urlCredentials(view: View, colon: number): Match | null {
  const { text } = view;
  const authority = matchAt(AUTHORITY, text, colon)?.[1] ?? "";
  const inner = placeholderIndex(authority);
  // A password that is not encoded may contain an `@`: the last one counts.
  const length = (inner === -1 ? authority : authority.slice(0, inner)).lastIndexOf("@");
  if (length === -1) return null;
  const from = colon + 3;
  const at = from + length;
  const [user = "", ...rest] = authority.slice(0, length).split(":");
  const password = rest.join(":");
  const isPassword = password !== "" && !HARMLESS.test(password);
  // `https://ghp_…:x-oauth-basic@host` and `https://token:@host` carry the secret as the name.
  if (!isPassword && !TOKEN_AS_USER.test(user)) return null;
  const category = categoryOf(view, colon, at);
  if (!isPassword) return { start: from, end: from + user.length, category, isLearned: true };
  return { start: at - password.length, end: at, category, isLearned: true };
}

function categoryOf({ text, floor }: View, colon: number, at: number): Category {
  // In `git+https` the part behind the plus is the scheme.
  const length = matchAt(SCHEME, text, colon)?.[1]?.length ?? 0;
  const scheme = text.slice(Math.max(floor, colon - length), colon);
  if (!WEB.test(scheme)) return "database-url";
  return endAt(GIT_HOST, text, at) === -1 ? "basic-auth" : "git-credentials";
}

const ENCODED_AUTHORITY =
  /%3A%2F%2F[^\s%"'<>]{0,64}%3A((?:[^\s%"'<>[]|%(?!2F|40)[0-9A-F]{2}){3,128})%40/iy;
const ENCODED_NAME = /(?<=([\w.-]{3,40})(?:%22)?)(?:%3D|%3A%22)/iy;
const ENCODED_VALUE = /(?:[\w.~+*!@/-]|%(?!26|22|0A|20|7D)[0-9A-F]{2}){4,512}/iy;

/** Addresses, forms and JSON inside an address, where all marks are encoded. */
export const ENCODED: readonly PrefixRule[] = [
  {
    prefixes: ["%3A%2F%2F", "%3a%2f%2f"],
    match({ text }, at) {
      const found = matchAt(ENCODED_AUTHORITY, text, at);
      const password = found?.[1] ?? "";
      if (found === null || HARMLESS.test(password)) return null;
      const end = at + found[0].length - 3;
      return { start: end - password.length, end, category: "basic-auth", isLearned: true };
    },
  },
  {
    prefixes: ["%3D", "%3d", "%3A%22", "%3a%22"],
    match({ text, floor }, at) {
      const found = matchAt(ENCODED_NAME, text, at);
      const before = (found?.[1] ?? "").slice(-Math.max(1, at - Math.max(floor, 0)));
      const meaning = meaningOfKey(before.replace(/^(?:26|3F|7B|22)(?=[a-z])/i, ""));
      if (found === null || meaning?.certainty !== "strong") return null;
      const start = at + found[0].length;
      const value = matchAt(ENCODED_VALUE, text, start)?.[0] ?? "";
      if (beginsPlainly(value, true) || isPlainValue(value, QUOTED)) return null;
      return { start, end: start + value.length, category: meaning.category, isLearned: true };
    },
  },
];

const BOT = /(?<=(\d{8,32})):[A-Za-z0-9_-]{35}(?![A-Za-z0-9_-])/y;

/** Asked at `:`. A Telegram bot's number, then its token. */
export function telegramToken({ text, floor }: View, colon: number): Match | null {
  const found = matchAt(BOT, text, colon);
  if (found === null) return null;
  const start = Math.max(floor, colon - (found[1]?.length ?? 0));
  const end = colon + found[0].length;
  const digits = colon - start;
  if (digits < 8 || digits > 10 || placeholderEnd(text, end) !== -1) return null;
  return { start, end, category: "telegram-token" };
}

const NET_NTLM = /::[\w.-]{0,32}:[0-9a-f]{16}:[0-9a-f]{32,48}:[0-9a-f]{4,512}/iy;

/** Asked at `::`. The answer of a client to an NTLM challenge, with which passwords can be tried. */
export function netNtlm({ text }: View, colon: number): Match | null {
  const end = endAt(NET_NTLM, text, colon);
  return end === -1 ? null : { start: colon + 2, end, category: "password-hash" };
}

const ASANA = /(?<=(?<![\w/])([012]\/\d{10,18}(?:\/\d{10,18})?)):[0-9a-f]{32}(?!\w)/y;

/** Asked at `:`. A personal token of Asana: numbers, then hex (developers.asana.com). */
export function asanaToken({ text, floor }: View, colon: number): Match | null {
  const found = matchAt(ASANA, text, colon);
  const start = colon - (found?.[1]?.length ?? 0);
  if (found === null || start < floor) return null;
  return { start, end: colon + found[0].length, category: "vendor-token" };
}

const GO_DSN = /(?<=:([^\0- "':]{1,127}))@(?:tcp|unix|udp)\(/y;

/** Asked at `@`: `user:password@tcp(host:3306)/db`, which has no scheme. */
export function goDsn({ text, floor }: View, at: number): Match | null {
  const password = matchAt(GO_DSN, text, at)?.[1];
  if (password === undefined || at - password.length <= floor) return null;
  return { start: at - password.length, end: at, category: "database-url", isLearned: true };
}
