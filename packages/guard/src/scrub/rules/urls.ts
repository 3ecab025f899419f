/** Credentials inside addresses: the password goes, the rest of the address stays readable. */
import type { Category } from "../category.ts";
import { placeholderEnd, placeholderIndex } from "../placeholder.ts";
import { endAt, type Match, matchAt, type View } from "../view.ts";

/** `?` and `#` occur in passwords. */
const AUTHORITY = /:\/\/([^\0- "'/<>\\`]{0,512})/y;
const SCHEME = /(?<=([A-Za-z0-9.]{1,24})):/y;
const WEB =
  /^(?:https?|ftps?|sftp|wss?|webdavs?|davs?|smb|ldaps?|socks[45]?h?|git|ssh|svn|proxy)$/i;
const GIT_HOST =
  /@(?:[\w.-]{0,80}\.)?(?:github|gitlab|bitbucket|gitea|codeberg|git)\b|@[^\s"'<>]{1,200}\.git\b/y;
const TOKEN_AS_USER = /^(?=.*\d)[A-Za-z0-9_.~%-]{16,}$/;
const HARMLESS = /^(?:\$|%[A-Z(]|\{|<|\*{2,}|x{3,}$|password$|pass$|PASSWORD$|\[)/;

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

const GO_DSN = /(?<=:([^\0- "':]{1,127}))@(?:tcp|unix|udp)\(/y;

/** Asked at `@`: `user:password@tcp(host:3306)/db`, which has no scheme. */
export function goDsn({ text, floor }: View, at: number): Match | null {
  const password = matchAt(GO_DSN, text, at)?.[1];
  if (password === undefined || at - password.length <= floor) return null;
  return { start: at - password.length, end: at, category: "database-url", isLearned: true };
}
