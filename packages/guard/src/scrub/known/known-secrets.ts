/**
 * Which of the caller's own variables are secrets: the name decides, or the value if it looks like
 * a token. Short values, words and paths are left out, because they also stand in unrelated places.
 */
import type { Category } from "../category.ts";
import { meaningOfKey } from "../key-name.ts";
import { beginsLikeToken, beginsPlainly, isPlainValue, looksChosen } from "../plain-value.ts";
import { parseDotenv } from "./dotenv.ts";
import type { KnownSecret } from "./encodings.ts";

export interface DotenvFile {
  readonly path: string;
  readonly text: string;
}

/** Never secrets, although the name sounds like it or the value looks like it. */
const SAFE_NAMES = new Set(
  (
    "PATH PWD OLDPWD HOME USER LOGNAME SHELL TERM LANG HOSTNAME EDITOR VISUAL PAGER TZ TMPDIR " +
    "SSH_AUTH_SOCK SSH_AGENT_PID XAUTHORITY GPG_AGENT_INFO DBUS_SESSION_BUS_ADDRESS LS_COLORS " +
    "XDG_SESSION_ID XDG_SESSION_TYPE XDG_SESSION_CLASS INVOCATION_ID JOURNAL_STREAM MANPATH " +
    "NODE_OPTIONS NODE_ENV PS1 PS2 TERM_SESSION_ID WT_SESSION LESSOPEN GIT_ASKPASS SSH_ASKPASS " +
    "COLORTERM DISPLAY WINDOWID SHLVL DESKTOP_SESSION GDMSESSION GITHUB_SHA CI_COMMIT_SHA"
  ).split(" "),
);
const SHORTEST_NAMED = 6;
const SHORTEST_WORD = 10;
const SHORTEST_UNNAMED = 20;
const MAX_SECRETS = 2_000;
const PLAIN = { isQuoted: true, isProse: false, isSetting: false } as const;

export function knownSecrets(
  env: Readonly<Record<string, string | undefined>>,
  dotenvFiles: readonly DotenvFile[] = [],
): readonly KnownSecret[] {
  const named = [...Object.entries(env), ...dotenvFiles.flatMap(({ text }) => parseDotenv(text))];
  const secrets = new Map<string, KnownSecret>();
  for (const [name, value = ""] of named) {
    for (const secret of secretsIn(name, value)) {
      if (secrets.size < MAX_SECRETS && !secrets.has(secret.value))
        secrets.set(secret.value, secret);
    }
  }
  return [...secrets.values()];
}

function secretsIn(name: string, value: string): readonly KnownSecret[] {
  if (SAFE_NAMES.has(name)) return [];
  const inUrl = urlPassword(value);
  if (inUrl !== null) return [{ value: inUrl, category: "database-url" }];
  const category = categoryOf(name, value.trim());
  if (category === null) return [];
  // Each line of a longer value is looked for too: logs print values line by line.
  const lines = value.includes("\n") ? value.split(/\r?\n/) : [];
  return [
    value.trim(),
    ...lines.filter((line) => line.length >= SHORTEST_UNNAMED && !/^-----/.test(line)),
  ].map((text) => ({ value: text, category }));
}

function categoryOf(name: string, value: string): Category | null {
  if (value.length < SHORTEST_NAMED || beginsPlainly(value, true)) return null;
  if (isPlainValue(value, PLAIN)) return null;
  const meaning = meaningOfKey(name);
  if (meaning?.certainty === "strong" || meaning?.certainty === "line") {
    const isWord = /^[A-Za-z]+$/.test(value) && value.length < SHORTEST_WORD;
    return isWord || isSmallNumber(value) ? null : meaning.category;
  }
  if (meaning?.certainty === "likely" && looksChosen(value)) return meaning.category;
  const isToken = value.length >= SHORTEST_UNNAMED && !/[/.]/.test(value) && beginsLikeToken(value);
  return isToken ? (meaning?.category ?? "environment") : null;
}

function isSmallNumber(value: string): boolean {
  return /^[\d.]+$/.test(value) && value.length < 8;
}

const URL_PASSWORD = /^[a-z][a-z0-9+.-]{1,30}:\/\/[^\s:@/]{0,128}:([^\s/]{6,256})@[^\s@]/i;

function urlPassword(value: string): string | null {
  const password = URL_PASSWORD.exec(value.slice(0, 600))?.[1];
  if (password === undefined || beginsPlainly(password, true)) return null;
  return isPlainValue(password, PLAIN) ? null : password;
}
