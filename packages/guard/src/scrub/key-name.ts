/**
 * What a name says about the value beside it: `DB_PASSWORD`, `spring.datasource.password`,
 * `myApiKey`, `--client-secret`. The last word of a name says what the value is: a `token_type` is
 * not a token, and a `password_file` not a password. Where the last word says nothing, one before
 * it may: `PASSWORD_DB`, `APP_TOKEN_MAIN`.
 */
import type { Category } from "./category.ts";
import { codeAt, DIGIT, kindOf } from "./characters.ts";
import {
  ABOUT,
  DIGITS,
  DRAWN,
  HEADER,
  LIKELY,
  LINE,
  OPEN_KEYS,
  OTHER_LANGUAGES,
  STRONG,
  VENDORS,
  WEAK,
} from "./key-words.ts";

/**
 * What else it takes. `strong`: any value but a harmless one is a secret. `weak`: only one that
 * looks like a token. `drawn`: hex digits and UUIDs too. `likely`: one that somebody chose or drew.
 * `digits`: only a number. `line`: words to the end of the line. `header`: an HTTP header.
 */
export type Certainty = "strong" | "likely" | "weak" | "drawn" | "digits" | "line" | "header";

export interface KeyMeaning {
  readonly category: Category;
  readonly certainty: Certainty;
}

/** Long enough to count without a separator before them: `dbpassword`. */
const MEANT_AS_ENDING =
  /(?:password|passwd|passphrase|secret|apikey|token|secretkey|accesskey|(?<=..)pwd?|(?<=..)(?<!by|com|tres|sur|over|under)pass)$/;
/** Says which one of several it is, not what it is. */
const WHICH_ONE =
  /[_.-]?(?:\d{1,16}|prod|production|dev|development|test|staging|live|old|new|primary|secondary|value|confirmation|confirm|current|base64|b64|plain|raw|string|here|v\d{1,2})$/i;
const MAX_WHICH = 3;
/** Say what the value is although other words follow. */
const TELLING: ReadonlyMap<string, KeyMeaning> = new Map(
  (
    [
      ["likely", "password", "password passwd passphrase pass pwd pw credential credentials creds"],
      ["likely", "password", "passwort kennwort wachtwoord senha contrasena clave haslo parola"],
      ["likely", "secret", "secret"],
      ["likely", "token", "token"],
      ["likely", "api-key", "apikey"],
      ["weak", "docker-auth", "auth"],
      ["weak", "session-id", "session remember"],
    ] as const
  ).flatMap(([certainty, category, words]) =>
    words.split(" ").map((word) => [word, { category, certainty }] as const),
  ),
);
const MAY_TELL =
  /pass|pw|kennwort|wachtwoord|senha|contrasena|clave|haslo|parola|secret|token|api_?key|auth|cred|session|remember|^key/i;
const VENDOR_KEY = { category: "api-key", certainty: "strong" } as const;
/** Of no known kind, with another word before it: `AIRBRAKE_PROJECT_KEY`. */
const SOME_KEY = { category: "api-key", certainty: "drawn" } as const;
const WORDS = /[A-Z]?[a-z]+|[A-Z]+(?![a-z])|\d+/g;
const OTHER_LETTERS = /[^\0-\x7f]/;
const MAX_WORDS_JOINED = 4;
const MAX_REMEMBERED = 2_048;
const MAX_NUMBER = 20;
const CASE_BIT = 32;
const [UNDERSCORE, DASH, DOT, SMALL_B, SMALL_V] = [95, 45, 46, 98, 118];

const MEANINGS = new Map<string, KeyMeaning>(
  (
    [
      ["strong", STRONG],
      ["likely", LIKELY],
      ["likely", OTHER_LANGUAGES],
      ["weak", WEAK],
      ["drawn", DRAWN],
      ["digits", DIGITS],
      ["line", LINE],
      ["header", HEADER],
    ] as const
  ).flatMap(([certainty, table]) =>
    Object.entries(table).flatMap(([category, names]) =>
      names
        .split(" ")
        .map((name): [string, KeyMeaning] => [name, { category: category as Category, certainty }]),
    ),
  ),
);

/** The last three letters, in any case, of the names above and the words that may follow them. */
const ENDINGS = new Uint8Array(1 << 15);
const ANY_THIRD = Array.from({ length: 32 }, (_, code) => String.fromCharCode(code));
for (const name of [
  ...MEANINGS.keys(),
  "default",
  ...(WHICH_ONE.source.match(/[a-z]{3,}/g) ?? []),
]) {
  const lastTwo = endingBefore(name.slice(-2), 2);
  // The last word of a name may have two letters, behind a mark; before a whole name of two
  // letters anything may stand.
  const thirds = name.length === 2 ? ANY_THIRD : ["_", "-", ".", " ", name.at(-3) ?? "_"];
  for (const third of thirds) ENDINGS[((codeAt(third, 0) & 31) << 10) | lastTwo] = 1;
}

/** Five bits of each of three characters, which are the same for small and capital letters. */
function endingBefore(text: string, end: number): number {
  const [third, second, last] = [
    codeAt(text, end - 3),
    codeAt(text, end - 2),
    codeAt(text, end - 1),
  ];
  return ((third & 31) << 10) | ((second & 31) << 5) | (last & 31);
}

/**
 * A quick look at the end of a name. It may end in an underscore or a letter of another alphabet. A
 * number behind it says which one it is; a number alone, as in a time or a version, is no name.
 */
export function mayEndKey(text: string, end: number): boolean {
  const word = kindOf(codeAt(text, end - 1)) === DIGIT ? withoutNumber(text, end) : end;
  const last = codeAt(text, word - 1);
  if ((last | codeAt(text, word - 2) | codeAt(text, word - 3)) > 127) return true;
  const small = last | CASE_BIT;
  // `key_v2` and `key_b64` have a letter before the number.
  if (last === UNDERSCORE || (word < end && (small === SMALL_V || small === SMALL_B))) return true;
  return ENDINGS[endingBefore(text, word)] === 1;
}

function withoutNumber(text: string, end: number): number {
  let at = end;
  while (end - at < MAX_NUMBER && isDigitOrJoint(codeAt(text, at - 1))) at -= 1;
  return at;
}

function isDigitOrJoint(code: number): boolean {
  return kindOf(code) === DIGIT || code === UNDERSCORE || code === DASH || code === DOT;
}

/** Logs repeat the same few names. Without this cache scrubbing them takes half as long again. */
const remembered = new Map<string, KeyMeaning | null>();

export function meaningOfKey(name: string): KeyMeaning | null {
  const known = remembered.get(name);
  if (known !== undefined) return known;
  const plain = name.replace(/^-[DP](?=[A-Za-z])/, "");
  const meaning = decide(plain) ?? decideWithoutWhich(plain) ?? tellingBefore(plain);
  if (remembered.size >= MAX_REMEMBERED) remembered.clear();
  remembered.set(name, meaning);
  return meaning;
}

/** One ending at a time: a repeated group would try every combination. */
function decideWithoutWhich(name: string): KeyMeaning | null {
  let rest = name;
  for (let count = 0; count < MAX_WHICH; count += 1) {
    const shorter = rest.replace(WHICH_ONE, "");
    if (shorter === rest) break;
    rest = shorter;
  }
  return rest === name ? null : decide(rest);
}

function wordsOf(name: string): readonly string[] {
  const words = OTHER_LETTERS.test(name)
    ? withoutAccents(name).match(/\p{L}[\p{L}\p{M}]*|\d+/gu)
    : name.match(WORDS);
  return (words ?? []).map((word) => word.toLowerCase());
}

/** Latin letters without their accents; other alphabets stay as they are. */
function withoutAccents(name: string): string {
  return name
    .normalize("NFD")
    .replace(/[\u0300-\u036f]/g, "")
    .replaceAll("ł", "l")
    .replaceAll("ı", "i")
    .normalize("NFC");
}

function decide(name: string): KeyMeaning | null {
  const words = wordsOf(name);
  // The longest name wins: `secret access key` is more than a `key`.
  if (isOpen(words)) return null;
  const last = words.at(-1);
  if ((last === "key" || last === "sk") && VENDORS.has(words.at(-2) ?? "")) return VENDOR_KEY;
  for (let count = Math.min(MAX_WORDS_JOINED, words.length); count > 0; count -= 1) {
    const meaning = MEANINGS.get(words.slice(-count).join(""));
    if (meaning === undefined) continue;
    return last === "key" && count === 1 && words.length > 1 ? SOME_KEY : refined(name, meaning);
  }
  const ending = MEANT_AS_ENDING.exec(words.at(-1) ?? "");
  const meaning = ending === null ? undefined : MEANINGS.get(ending[0]);
  return meaning === undefined ? null : refined(name, meaning);
}

function isOpen(words: readonly string[]): boolean {
  return OPEN_KEYS.has(words.slice(-2).join("")) || OPEN_KEYS.has(words.slice(-3).join(""));
}

/** The meaning of a name of two words with a blank between them; "open" if it is no secret's. */
export function meaningOfTwo(first: string, last: string): KeyMeaning | "open" | null {
  const words = [first.toLowerCase(), last.toLowerCase()];
  if (isOpen(words)) return "open";
  const meaning = MEANINGS.get(words.join(""));
  if (meaning === undefined) return null;
  // Such words stand in sentences too: what follows must look chosen.
  return meaning.certainty === "strong" ? { ...meaning, certainty: "likely" } : meaning;
}

/** The meaning of a telling word that other words follow. */
function tellingBefore(name: string): KeyMeaning | null {
  if (!MAY_TELL.test(name)) return null;
  const words = wordsOf(name.replace(/api[_.-]?key/i, "Apikey"));
  const second = words[1] ?? "";
  if (words[0] === "key" && (second === "api" || VENDORS.has(second)))
    return TELLING.get("apikey") ?? null;
  if (ABOUT.has(words.at(-1) ?? "")) return null;
  const at = words.findIndex((word, index) => TELLING.has(word) && index < words.length - 1);
  if (at === -1 || words.slice(at + 1).some((word) => ABOUT.has(word))) return null;
  return TELLING.get(words[at] ?? "") ?? null;
}

/** The vendor, where the name says that too. */
function refined(name: string, meaning: KeyMeaning): KeyMeaning {
  if (meaning.certainty !== "strong") return meaning;
  if (/aws|amz/i.test(name) && meaning.category !== "password")
    return { ...meaning, category: "aws" };
  if (/azure/i.test(name) && meaning.category !== "password")
    return { ...meaning, category: "azure" };
  if (/totp|otp_?s|mfa|2fa/i.test(name)) return { ...meaning, category: "totp-seed" };
  return meaning;
}
