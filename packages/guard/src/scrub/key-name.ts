/**
 * What a name says about the value beside it: `DB_PASSWORD`, `spring.datasource.password`,
 * `myApiKey`, `--client-secret`. The last word of a name says what the value is: a `token_type` is
 * not a token, and a `password_file` not a password.
 */
import type { Category } from "./category.ts";

/**
 * What else it takes. `strong`: any value but a harmless one is a secret. `weak`: only one that
 * looks like a token. `digits`: only a number. `line`: words to the end of the line. `header`: an
 * HTTP header.
 */
export type Certainty = "strong" | "weak" | "digits" | "line" | "header";

export interface KeyMeaning {
  readonly category: Category;
  readonly certainty: Certainty;
}

const STRONG: Readonly<Partial<Record<Category, string>>> = {
  password:
    "password passwd passphrase passcode pass pwd passwort userpassword dbpass mypwd kennwort psk",
  secret:
    "secret secretkey clientsecret appsecret sharedsecret signingkey signingsecret encryptionkey " +
    "encryptkey masterkey privatekey authkey secretkeybase hmackey cryptkey sharedkey sshkey " +
    "deploykey servicekey licensekey seed nanoseed walletseed cookiesecret credential credentials " +
    "secrets consumersecret keybase rsakey privkey secretvalue apisecret pepper secretid presharedkey",
  token:
    "token authtoken accesstoken refreshtoken idtoken bearertoken sessiontoken csrftoken " +
    "xsrftoken apitoken usertoken bottoken deploytoken pat authtokens jwttoken oauthtoken",
  "api-key":
    "apikey appkey accesskey apikeys xapikey subscriptionkey ocpapimsubscriptionkey adminkey writekey serverkey ingestkey",
  aws: "secretaccesskey awssecretkey awssecret amzsignature amzsecuritytoken amzcredential",
  azure: "accountkey sharedaccesskey sharedaccesssignature storagekey",
  gcp: "privatekeyid",
  "session-id": "sessionid phpsessid jsessionid sessid connectsid aspsessionid sessionkey",
  "totp-seed": "totp totpsecret totpseed otpsecret otpseed mfasecret twofactorsecret fasecret",
  lightning: "macaroon adminmacaroon",
  jwt: "jwt",
};

const WEAK: Readonly<Partial<Record<Category, string>>> = {
  "docker-auth": "auth identitytoken registryauth",
  "api-key": "key",
  token: "authcode authorizationcode samlresponse assertion clientassertion",
  "session-id": "sid session",
  azure: "sig",
};

const DIGITS: Readonly<Partial<Record<Category, string>>> = {
  "credit-card": "cvv cvc cvvcode cardnumber creditcard pan cardno",
  ssn: "ssn socialsecurity socialsecuritynumber",
  phone: "phone phonenumber mobile mobilenumber telephone tel cellphone msisdn",
  password: "pin pincode",
  "totp-seed": "otp otpcode mfacode totpcode verificationcode",
};

const LINE: Readonly<Partial<Record<Category, string>>> = {
  mnemonic: "mnemonic seedphrase recoveryphrase mnemonicphrase walletphrase",
};

const HEADER: Readonly<Partial<Record<Category, string>>> = {
  authorization: "authorization proxyauthorization",
  cookie: "cookie setcookie cookies",
};

/** Public keys, and keys that are not credentials. */
const OPEN_KEYS = new Set(
  "publickey pubkey primarykey foreignkey cachekey sortkey partitionkey routingkey objectkey".split(
    " ",
  ),
);
/** Long enough to count without a separator before them: `dbpassword`. */
const MEANT_AS_ENDING = /(?:password|passwd|passphrase|secret|apikey|token|secretkey|accesskey)$/;
/** Says which one of several it is, not what it is. */
const WHICH_ONE =
  /[_.-]?(?:\d{1,16}|prod|production|dev|development|test|staging|live|old|new|primary|secondary|value|confirmation|confirm|current|base64|b64|plain|raw|string|here)$/i;
const MAX_WHICH = 3;
const WORDS = /[A-Z]?[a-z]+|[A-Z]+(?![a-z])|\d+/g;
const MAX_WORDS_JOINED = 4;
const MAX_REMEMBERED = 2_048;

const MEANINGS = new Map<string, KeyMeaning>(
  (
    [
      ["strong", STRONG],
      ["weak", WEAK],
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

/** The last two characters, in any case, of the names above and the words that may follow them. */
const ENDINGS = new Set(
  [...MEANINGS.keys(), "default", ...(WHICH_ONE.source.match(/[a-z]{3,}/g) ?? [])].flatMap(
    (name) => {
      const ending = name.slice(-2);
      const [first = "", last = ""] = ending.toUpperCase();
      return [ending, first + last, first + ending.slice(1), ending.slice(0, 1) + last];
    },
  ),
);

/** A quick look at the last two characters of a name. It may end in a digit or an underscore. */
export function mayEndKey(lastTwo: string): boolean {
  return ENDINGS.has(lastTwo) || /[\d_]$/.test(lastTwo);
}

/** Logs repeat the same few names. Without this cache scrubbing them takes half as long again. */
const remembered = new Map<string, KeyMeaning | null>();

export function meaningOfKey(name: string): KeyMeaning | null {
  const known = remembered.get(name);
  if (known !== undefined) return known;
  const meaning = decide(name) ?? decide(withoutWhich(name));
  if (remembered.size >= MAX_REMEMBERED) remembered.clear();
  remembered.set(name, meaning);
  return meaning;
}

/** One ending at a time: a repeated group would try every combination. */
function withoutWhich(name: string): string {
  let rest = name;
  for (let count = 0; count < MAX_WHICH; count += 1) rest = rest.replace(WHICH_ONE, "");
  return rest;
}

function decide(name: string): KeyMeaning | null {
  const words = (name.match(WORDS) ?? []).map((word) => word.toLowerCase());
  // The longest name wins: `secret access key` is more than a `key`.
  if (OPEN_KEYS.has(words.slice(-2).join(""))) return null;
  for (let count = Math.min(MAX_WORDS_JOINED, words.length); count > 0; count -= 1) {
    const meaning = MEANINGS.get(words.slice(-count).join(""));
    if (meaning !== undefined) return refined(name, meaning);
  }
  const ending = MEANT_AS_ENDING.exec(words.at(-1) ?? "");
  const meaning = ending === null ? undefined : MEANINGS.get(ending[0]);
  return meaning === undefined ? null : refined(name, meaning);
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
