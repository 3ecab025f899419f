/** Secrets that a phrase introduces: SQL, netrc, PHP, prose; and web tokens. */
import { meaningOfKey } from "../key-name.ts";
import { isEdgeAfter, isEdgeBefore, matchAt } from "../view.ts";
import { type Introduction, introducedBy } from "./introduced.ts";
import { valueBehind } from "./key-value.ts";
import { inEveryCase, MAX_TOKEN, type PrefixRule } from "./prefix-rule.ts";

const NAMED_ARGUMENT =
  /(?:[\w.]{2,24}\(\s{0,4}(["'])([\w.-]{3,64})\1\s{0,2},\s{0,24}|#define (\w{3,64})[ \t]{1,20})(?=["'])|(?:ENV|setx|setenv|(?<=set) -[gUxl]{1,3}|cf set-env \S{1,40}) (\w{3,64}) {1,4}(?![=\s])/y;

/** `define('DB_PASSWORD', 'x')`, `#define PASSWORD "x"`, `ENV PASSWORD x` and the like. */
const namedArgument: PrefixRule = {
  prefixes: [
    "#define ",
    "ENV ",
    "setx ",
    "setenv ",
    " -gx ",
    " -Ux ",
    " -lx ",
    " -x ",
    "cf set-env ",
    "SetEnvironmentVariable(",
    "putenv(",
    "define(",
    "setenv(",
    "setProperty(",
    "set_config(",
    "config.set(",
    "env(",
    "environ.get(",
  ],
  match(view, at) {
    const found = matchAt(NAMED_ARGUMENT, view.text, at);
    const meaning = meaningOfKey(found?.[2] ?? found?.[3] ?? found?.[4] ?? "");
    if (found === null || meaning === null) return null;
    const from = at + found[0].length;
    return valueBehind(view, null, from, meaning);
  },
};

const PART = "[A-Za-z0-9_-]";
/** An encrypted token has five parts, of which the second may be empty. */
const WEB_TOKEN = new RegExp(
  `eyJ${PART}{8,${MAX_TOKEN}}\\.(?:${PART}{4,${MAX_TOKEN}}|(?=\\.${PART}{8}))(?:\\.${PART}{0,512}){0,3}`,
  "y",
);

const webToken: PrefixRule = {
  prefixes: ["eyJ"],
  isSelfEvident: true,
  match(view, at) {
    // A run of token characters is tried once, not again at each `eyJ` inside it.
    if (!isEdgeBefore(view, at) || view.text.charCodeAt(at - 1) === 45) return null;
    const found = matchAt(WEB_TOKEN, view.text, at);
    if (found === null) return null;
    const match = { start: at, end: at + found[0].length, category: "jwt" } as const;
    return found[0].length >= MAX_TOKEN ? { ...match, goesOn: "token" } : match;
  },
};

const CODE_IN_PROSE =
  /(?:[\w-]{3,12} (?:code|password|passcode)(?: for [^\n]{1,80}?:| is)?:? |PIN for [^\n:]{1,60}: |cv[vc]2?:? )(?=\d)/iy;
const SHORT_CODE = /\d{3,8}(?![\w.-])/y;

/** `verification code is 492817`, `cvv 123`; an exit code is not a secret. */
const shortCode: PrefixRule = {
  prefixes: [
    ...inEveryCase([
      ...["verification code", "security code", "login code", "reset code", "confirmation code"],
      ...["access code", "one-time code", "auth code", "cvv", "cvc"],
      ...["one-time password", "one-time passcode", "digit code", "pairing code", "sms code"],
      ...["otp code", "mfa code", "2fa code", "totp code", "token code", "unlock code", "pin for "],
    ]),
    ...["OTP code", "MFA code", "2FA code", "TOTP code", "SMS code", "PIN for "],
  ],
  match(view, at) {
    const found = isEdgeBefore(view, at) ? matchAt(CODE_IN_PROSE, view.text, at) : null;
    const start = at + (found?.[0].length ?? 0);
    const isCard = /^cv/i.test(found?.[0] ?? "");
    const code = found === null ? null : matchAt(SHORT_CODE, view.text, start);
    const end = start + (code?.[0].length ?? 0);
    if (code === null || !isEdgeAfter(view, end) || code[0].length < (isCard ? 3 : 4)) return null;
    const category = isCard ? "credit-card" : "token";
    return { start, end, category };
  },
};

const INTRODUCTIONS: readonly Introduction[] = [
  ["identified by ", /identified by (?:password )?(?=["'])/iy, "password", "any"],
  ["identified by ", /identified by (?=[^\s"'$:;?{<(]{0,64}\d)(?=\S{6})/iy, "password", "any"],
  [`password '|password "|password('|password("`, /password ?\(?(?=["'])/iy, "password", "any"],
  ["password |passphrase |token is|secret is", /\w{5,10} (?:is|was):? /iy, "password", "prose"],
  [
    "password ",
    /password(?: is)?(?: generated)? for [^\n]{1,120}?(?:: |["']:)(?=\S)/iy,
    "password",
    "prose",
  ],
  [
    "password ",
    /(?<=(?:set|with|using|and|user|[\w,]{1,16},) )password (?=\S{0,32}\d)/y,
    "password",
    "prose",
  ],
  [
    "Passwort für |Kennwort für |Mot de passe pour |Mot de passe de |contraseña para |Contraseña para |senha para |Senha para |password di |wachtwoord voor |Wachtwoord voor |lösenord för |Lösenord för |hasło dla |Hasło dla |пароль для |Пароль для |heslo pro |Heslo pro |adgangskode for |passord for ",
    /[^\s:]{3,12} [^\n]{1,120}?: (?=\S)/y,
    "password",
    "prose",
  ],
  ["passphrase ", /passphrase for [^\n]{1,160}?: (?=\S)/iy, "password", "line"],
  ["credentials: |login: ", /\w{5,11}: [\w.@-]{1,64} ?\/ ?(?=\S)/iy, "password", "prose"],
  [
    "secret key |private key ",
    /\w{6,7} key[^\n]{0,60}?: (?:[\w.-]{1,64}:)?(?=\S)/iy,
    "secret",
    "token",
  ],
  [
    "identified with ",
    /identified with ["']?\w{3,40}["']? (?:as|by) (?=["'])/iy,
    "password",
    "any",
  ],
  // Compose shows the value that it could not read.
  ["any $ with another $: ", /any \$ with another \$: (?=\S)/y, "secret", "line"],
  ["login ", /login[ \t]{1,4}\S{1,128}\s{1,20}password[ \t]{1,4}/y, "password", "any"],
  ["Secret Access Key", /Secret Access Key(?: \[[^\]\n]{0,24}\])?: ?/y, "aws", "token"],
  ["aws_secret_access_key ", /aws_secret_access_key {1,4}(?![=:])/y, "aws", "token"],
  ["Unseal Key ", /Unseal Key \d{1,2}: /y, "secret", "token"],
  ["api key |apikey |api_key |API key ", /api[ _]?key (?:is:? )?['"]?(?=\w)/iy, "api-key", "token"],
  [
    "secret ",
    /(?<=username \S{1,32} (?:privilege \d{1,2} )?)secret (?=\S{0,40}\d)(?!\d )/y,
    "password",
    "prose",
  ],
  ["token ", /token ['"]?(?=\w)/iy, "token", "token"],
  ["secret ", /secret ['"]?(?=\w)(?![0-9a-f]{64})/iy, "secret", "token"],
  ["password ", /password (?:has been|was) (?:set|reset|changed) to:? /iy, "password", "prose"],
  [
    "credentials are |credentials is |log in with |login with |sign in with ",
    /[\w ]{10,15} [\w.@-]{1,64} ?[/:] ?(?=\S{0,40}\d)/iy,
    "password",
    "prose",
  ],
  ["pass phrase", /pass phrase(?: for [^\n:]{1,120})?: ?(?=\S)/iy, "password", "any"],
  // A prompt with a remark in brackets.
  [
    "password |passphrase |passcode (|token (|secret (",
    /\w{5,10} \([^()\n]{1,60}\): ?(?=\S)/iy,
    "password",
    "prose",
  ],
  // Groups of letters and digits that a person types.
  [
    "setup key|recovery key|entry key|secret key",
    /\w{5,8} key(?: is)?: (?=(?:[A-Za-z0-9]{4,7} ){3,12}[A-Za-z0-9]{2,7}\s*(?:\n|$))(?=[^\n]{0,80}\d)/iy,
    "totp-seed",
    "line",
  ],
  // A key of 32 bytes as Laravel prints it.
  ["base64:", /base64:(?=[A-Za-z0-9+/]{43}=)/y, "api-key", "any"],
  ["enter it again: ", /enter it again: (?=\S)/iy, "password", "prose"],
  ["password ", /password from (?=["'][^"'\n]{4,128}["'] to )/iy, "password", "any"],
  ["erlang cookie", /erlang cookie(?: is)?:? (?=\S{12})/iy, "secret", "any"],
  // `redis-cli` lists the keys under which sessions are stored.
  [
    "sess:|sessions:|session:|token:",
    /(?<=["']|["'][\w:-]{1,40}:)\w{4,8}:(?=[\w-]{16,128}["'])/y,
    "session-id",
    "drawn",
  ],
  ["sess_", /(?<!\w)sess_(?=[a-z0-9,-]{22,64}(?![\w-]))/y, "session-id", "drawn"],
  ["session key ", /session key (?:is:? )?(?=\S{16})/iy, "session-id", "drawn"],
  // As menus in a terminal show an answer.
  [
    "token › |password › |key › |secret › |token … |password … |key … |secret … ",
    /\w{3,8} [›…] (?=\S)/iy,
    "token",
    "any",
  ],
];

export const TEXT_FORMS: readonly PrefixRule[] = [
  ...introducedBy(INTRODUCTIONS),
  shortCode,
  namedArgument,
  webToken,
];
