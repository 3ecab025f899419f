/**
 * Values that are not secrets although their name says so: words, types, variables, code, masks and
 * paths. What refuses a value must refuse each beginning of it too, because a secret further inside
 * may be redacted first.
 */
import { OTHER_LANGUAGES } from "./key-words.ts";

const HARMLESS = new Set(
  (
    "true false null nil none undefined yes no on off required optional invalid missing expired " +
    "empty string str number int integer boolean bool object array any unknown void never text " +
    "varchar char blob bytes byte secret token tokens redacted hidden masked filtered " +
    "removed changed set unset default fail pass passed enabled disabled failed failure ok error errors incorrect " +
    "wrong denied accepted rejected expected unexpected found not must should cannot can't is was " +
    "are has have for and or the a an to of in by with from prompt input output value data args " +
    "self this new old your my example placeholder todo tbd n/a unauthorized forbidden valid " +
    "refused revoked rotated updated created deleted generated provided given match mismatch " +
    "mismatched reset change forgot forgotten plaintext plain md5 sha256 bcrypt bearer basic digest " +
    "localhost development production staging test testing public private internal external " +
    "authentication authorization function async await return const let var " +
    "readonly option optional[str] str|none strong weak short long too never always unavailable " +
    "skipped pending loading success successful ready stored saved read written verified " +
    "eof end identifier keyword comma colon semicolon newline whitespace operator number " +
    "string! id! int! boolean! float! impl dyn changeme changeit changethis replaceme fixme foobar foo " +
    "bar baz dummy sample sensitive password passwd apikey api_key write refresh " +
    "yourpassword yourtoken yoursecret unchanged unbound"
  ).split(" "),
);

/** A variable, a template, a list or an object. */
const REFERENCE =
  /^(?:\$[A-Za-z_{(0-9]|%[sdv](?!\w)|%[A-Z_]+%|%\(|\{(?![A-Za-z0-9+/]{20,200}={0,2}\}|\+\S)|<[A-Za-z_/%]|@\{|#\{|\[(?!-[^\s\]]{4,200}-\])|\()/;
const CODE =
  /^(?:(?:process|os|env|config|settings|self|this|options|opts|args|props|params|ctx|context|req|request|res|user|vars?|values|secrets|data|local|module|credentials|cfg|conf|app)(?:\.|->|::|\[|\?\.)|[A-Za-z_$][A-Za-z_$:]*(?:\(|\[(?:['"$a-z]|\[REDACTED:)|<(?:[A-Z]|\[REDACTED:))|[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)+\(|new [A-Z]|await |(?:get|set|new|read|convertto|convertfrom|import|export)-[a-z]{3,30}(?![\w-])|\/\^)/i;
/** Where the secret is kept, or the example of a manual. */
const POINTER =
  /^(?:![a-z_]{2,20}[ \n]|!secret|!vault|!ref|!sub|ENC\[|vault:|arn:|file:|[a-z][a-z0-9+.-]{1,24}:\/\/|[\w.-]{1,40}:\/[a-z]{2,20}\/|(?:jar|war|pom|aar|zip|bundle|test-jar|maven-plugin)(?::|$)|(?:your|my|enter|insert)[-_ ](?:own |new )?[a-z-_]*(?:key|token|secret|pass|pwd|here)(?![\w-])|[~^]\d{1,4}\.\d)/i;
/** What manuals and example files write in place of a secret. */
const EXAMPLE =
  /^(?:(?:change|replace)[-_ ]?(?:me|it|this)(?![A-Za-z0-9])|(?:your|insert|enter|paste|example|sample|dummy|fake|placeholder)[-_ ])|[-_ ]here(?![\w-])|placeholder|(?:^|[-_.])(?:your|example)[-_]|^[A-Z]+(?:_[A-Z]+){3,}$|^[\w-]{0,12}([xX*.])\1{5}|^(.)\2{7}/;
const VERSION = /^[v=~^]{0,2}\d{1,4}(?:\.\d{1,5}){1,4}(?:[-+.]?[a-z]{1,8}[\d.]{0,8})?$/i;
const MASK = /^(?:\*{2,}|x{3,}|X{3,}|\.{2,}|-{2,}|_{2,}|•+|#{3,}|…+)(?![A-Za-z0-9])/;
/** The first directory is in small letters, which base64 behind a slash is not. */
const PATH = /^(?:~\/|\.{1,2}\/|[A-Z]:\\|\/Users\/|\/[a-z][a-z0-9._-]{1,30}(?:\/|(?![\w+=])))/;
/** What a form calls its fields: `"apiKey": "API key"`, `"password": "Enter your password"`. */
const LABEL =
  /^(?:[A-Za-z]{2,14} ){1,4}(?:password|passphrase|passcode|secret|token|key|credentials?|code)s?[?.:*]?$/i;
/** `self.token = tokn`, `this.password = passwrod;`: a variable without digits. */
const BARE_VARIABLE = /^[A-Za-z_]{2,40}$/;
const TITLE_WORD = /^[A-Z][a-z]{2,20}$/;
const FEW_DIGITS = /^-?\d{1,5}(?:\.\d*)?(?:ms|s|m|h|d|kb|mb|gb|%)?$/i;
const SHORTEST = 4;
const IDENTIFIER_OF_SECRET =
  /^[A-Za-z_$]*(?:password|passwd|secret|token|api_?key|_key|credentials?|passphrase|pwd|seed)s?$/i;
const MEMBER = /^[A-Za-z_$]+(?:\.[A-Za-z_$]+)+$/;
const TYPE =
  /^(?:[a-z]+(?:[A-Z][a-z]+)*Key|[A-Z]+(?:_[A-Z]+)+|[A-Z][a-z]+(?:[A-Z][a-z]+)*[A-Z]{0,3}|U?[Ii]nt\d{1,3}(?:Array|_t)?|[A-Z]\w{0,30}Array)$/;
const VARIABLE = /^[a-z]+(?:[A-Z][a-z]+)+$/;
const SHORTEST_IN_PROSE = 8;

export interface Surroundings {
  readonly isQuoted: boolean;
  /** The name stands in a sentence, not at the beginning of a line or list. */
  readonly isProse: boolean;
  /** Name and value have a line of their own: a file of settings, not a line of code. */
  readonly isSetting: boolean;
  /** `token: accountOfPayer`: a blank before the value, as in code. */
  readonly isSpaced?: boolean;
  /** The name is that of a token or a key, which is no ordinary word. */
  readonly isToken?: boolean;
  /** `this.token = …` or `token = …;`: a line of code. */
  readonly isCode?: boolean;
}

/** How much of a value is looked at before its end is known. */
export const HEAD = 80;

/** Whether the beginning of a value says that it is harmless. Code is not written in quotes. */
export function beginsPlainly(head: string, isQuoted: boolean): boolean {
  if (isLetterOrDigit(head.charCodeAt(0))) {
    if (POINTER.test(head) || MASK.test(head) || PATH.test(head)) return true;
    return !isQuoted && CODE.test(head);
  }
  if (REFERENCE.test(head) && !isOddSecret(head)) return true;
  return MASK.test(head) || PATH.test(head) || POINTER.test(head) || CODE.test(head);
}

/** A sentence in quotes: `"errors.token": "Your session token has expired"`. */
function isMessage(value: string): boolean {
  const [first = "", ...others] = value.split(" ");
  return others.length >= 3 && HARMLESS.has(first.toLowerCase());
}

export function isExample(value: string): boolean {
  return EXAMPLE.test(value);
}

/** A letter or a digit, with which neither a reference nor most masks begin. */
function isLetterOrDigit(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 48 && code <= 57) || (code >= 65 && code <= 90);
}

/** Whether a value is harmless although its name means a secret. */
export function isPlainValue(value: string, surroundings: Surroundings): boolean {
  const { isQuoted, isProse, isSetting } = surroundings;
  if (value.length < SHORTEST) return true;
  if (value.length > HEAD) return false;
  if (isExample(value) || VERSION.test(value) || isTranslation(value)) return true;
  if (HARMLESS.has(value.toLowerCase()) || FEW_DIGITS.test(value)) return true;
  if (surroundings.isToken === true && TITLE_WORD.test(value)) return true;
  if (isProse && value.length < SHORTEST_IN_PROSE && !/[!@#$^&*]/.test(value)) return true;
  if (isQuoted) return IDENTIFIER_OF_SECRET.test(value) || LABEL.test(value) || isMessage(value);
  if (surroundings.isCode === true && BARE_VARIABLE.test(value)) return true;
  if (isProse && /^[A-Za-z]?[a-z'-]+$/.test(value)) return !isHyphenated(value);
  if (isSetting) return false;
  if (surroundings.isSpaced === true && VARIABLE.test(value)) return true;
  return IDENTIFIER_OF_SECRET.test(value) || TYPE.test(value) || MEMBER.test(value);
}

/** `puzzle-walnut-cobalt-rocket`: the words of a passphrase, not of a sentence. */
function isHyphenated(value: string): boolean {
  return value.split("-").length >= 4 && !isSentence(value.replaceAll("-", " "));
}

const FUNCTION_WORDS = new Set(
  (
    "the a an is are was be to of for in on at by with from and or not no your you it its this that " +
    "must should can will has have when if use used using set please see as into please only again try"
  ).split(" "),
);

/** Whether several words are a sentence; the words of a passphrase stand side by side by chance. */
export function isSentence(words: string): boolean {
  return words
    .toLowerCase()
    .split(/[\s,.;:!?]+/)
    .some((word) => FUNCTION_WORDS.has(word));
}

const OTHER_WORDS = new Set(
  `passwort kennwort ${Object.values(OTHER_LANGUAGES).join(" ")}`.split(" "),
);
const FOREIGN = /^[\p{L}\p{M} '’¿¡?!.-]*[^\0-\x7f][\p{L}\p{M} '’¿¡?!.-]*$/u;
const OTHER_LETTERS = /[^\0-\x7f]/;
const COMPOUND = /^[A-Z][A-Za-z]*-?(?:passwort|kennwort|token|schluessel|sleutel|wachtwoord|satz)$/;

/** The word for a secret in another language, as files of translations have it. */
function isTranslation(value: string): boolean {
  return (
    (OTHER_LETTERS.test(value) && FOREIGN.test(value)) ||
    COMPOUND.test(value) ||
    OTHER_WORDS.has(value.toLowerCase())
  );
}

const DURATION_OR_SIZE = /^\d+(?:\.\d+)?[a-z]{1,7}$/i;
const WORD_WITH_NUMBER = /^[A-Za-z]{1,7}-?\d{1,3}$/;

/** Whether a value is one that somebody chose or drew as a secret, where its name only may say so. */
export function looksChosen(value: string): boolean {
  if (value.length < 6 || !/[A-Za-z]/.test(value)) return false;
  if (DURATION_OR_SIZE.test(value) || WORD_WITH_NUMBER.test(value)) return false;
  if (/^[\w.-]*:\d{2,5}$|^[a-z][a-z0-9+.-]*:\/\//i.test(value)) return false;
  return (
    /\d/.test(value) ||
    /[!@#^&*%+]/.test(value) ||
    /^(?=.*[a-z][A-Z].*[a-z][A-Z])\w{20,}$/.test(value)
  );
}

/** Written in small or in capital letters, which most passwords with digits are not. */
const ALGORITHM =
  /^(?=[a-z0-9_-]+$|[A-Z0-9_-]+$)(?:sha|md|argon|base|pbkdf|bcrypt|scrypt|utf|aes|rsa|ed|ecdsa|hmac|oauth|pkcs|x|ntlm|hs|rs|es|http|ipv|v|tls|ssl|mysql|postgres|win|log|web|i|publickey)-?\d/i;
const NOT_PASSWORD = /^\d+(?:[-:.]\w{1,9})*$|\.[a-z]{1,5}$|^\S*[/\\]|^\w+\.\w+\.|[:,]\d+$|%$/i;

/** Whether a word behind a word for a password looks like one, and like nothing else. */
export function isPasswordLike(value: string): boolean {
  if (value.length < SHORTEST_IN_PROSE || value.length > HEAD) return false;
  if (!/\d/.test(value) || !/[A-Za-z]/.test(value)) return false;
  return (
    looksChosen(value) && !ALGORITHM.test(value) && !NOT_PASSWORD.test(value) && !isExample(value)
  );
}

/** `$ecret1!` begins like a variable, but no variable has such characters or such an end. */
function isOddSecret(value: string): boolean {
  return /^[$@&#%][A-Za-z0-9]*[!@#^&*?+~][^(){}\s]*(?!\S)/.test(value);
}

const DRAWN_HEX = /^(?=.{0,31}[a-f])(?=.{0,31}\d)[0-9a-f]{16,}$/i;
const DRAWN_GROUPS = /^(?=.{0,40}\d)[A-Z0-9]{4,6}(?:-[A-Z0-9]{4,10}){1,8}$/;
const DRAWN_MIXTURE = /^(?=\w*\d)(?=\w*[a-z])(?=\w*[A-Z])\w+$/;

/** Shorter ones are too often ordinary names. */
const SHORTEST_DRAWN = 16;

/** Whether a value of at least so many units was drawn by a machine: also hex digits and UUIDs. */
export function isDrawn(value: string, least = SHORTEST_DRAWN): boolean {
  if (value.length < least || value.length > HEAD)
    return value.length > HEAD && beginsLikeToken(value);
  if (TYPE.test(value)) return false;
  if (DRAWN_HEX.test(value) || (UUID.test(value) && value.length === 36)) return true;
  return DRAWN_GROUPS.test(value) || DRAWN_MIXTURE.test(value) || beginsLikeToken(value);
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/i;
const DIGEST =
  /^(?:[0-9a-f]{32}|[0-9a-f]{40}|[0-9a-f]{64})(?![0-9a-z]|-us\d)|^sha\d{1,3}[-:]|^LS0tLS1CRUdJT|^v?\d+\.\d+/i;
const CHAINED = /^[A-Za-z][\w./-]{1,80}/;
const CHAIN_LINK =
  /^(?:[a-z]{0,24}\d{0,5}|[A-Z]{1,16}\d{0,5}|[a-z0-9]{1,12}|[0-9a-f]{13,64}|[a-z]{0,20}(?:[A-Z][a-z]{0,20}){1,4}\d{0,3})$/;
const TOKEN_HEAD = /^[\w+/=.~%-]{16}(?:(?!\[REDACTED:)[^\s"'`<>])*/;

/** `my-service-2/config.v1`: words and short numbers with marks between them. */
function isChain(token: string): boolean {
  const run = CHAINED.exec(token)?.[0] ?? "";
  if (/^[+=~%]/.test(token.slice(run.length))) return false;
  const links = run.split(/[-_./]/);
  return links.length > 1 && links.every((link) => CHAIN_LINK.test(link));
}

/** Long and mixed enough to be random: not a digest, version, path or name. */
export function beginsLikeToken(head: string): boolean {
  // Only the value's own characters count: what follows it may be redacted later.
  const token = TOKEN_HEAD.exec(head)?.[0] ?? "";
  if (!/\d/.test(token) || !/[A-Za-z]/.test(token)) return false;
  return (
    !UUID.test(head) &&
    !DIGEST.test(head) &&
    !PATH.test(head) &&
    !isChain(token) &&
    !CODE.test(head)
  );
}
