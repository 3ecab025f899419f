/** Tokens that are recognised by their prefix, one row per form. */
import { type PrefixRule, type TokenRow, tokenRule } from "./prefix-rule.ts";
import { VENDOR_ROWS } from "./vendor-tokens.ts";

const HEX = "[0-9a-f]";
const HEX_ANY_CASE = "[0-9a-fA-F]";
const BASE58 = "[1-9A-HJ-NP-Za-km-z]";
const BASE62 = "[A-Za-z0-9]";
const BASE64 = "[A-Za-z0-9_=+/-]";
const BECH32 = "[02-9ac-hj-np-z]";
const URL_SAFE = "[A-Za-z0-9_-]";
const DOTTED = "[A-Za-z0-9_.-]";
const ADDRESS = "[^\\s\"'<>`\\\\[]";
const CRYPT = "[A-Za-z0-9./$=,+-]";

const ROWS: readonly TokenRow[] = [
  ["private-key", "AGE-SECRET-KEY-1", "[0-9A-Z]", 50],

  ["gcp", "AIza", URL_SAFE, 33],
  ["gcp", "ya29.", DOTTED, 20],
  ["gcp", "GOCSPX-", URL_SAFE, 20],
  ["gcp", "1//0", URL_SAFE, 40],

  ["github-token", "ghp_|gho_|ghu_|ghs_|ghr_", BASE62, 30, "distinct"],
  ["github-token", "github_pat_", "\\w", 22, "distinct"],
  ["gitlab-token", "glpat-|gldt-|glrt-|glcbt-|glptt-|glft-|glsoat-|glimt-", DOTTED, 18],
  ["gitlab-token", "GR1348941", URL_SAFE, 18],
  ["npm-token", "npm_", BASE62, 30, "mixed"],
  ["pypi-token", "pypi-AgEIcHlwaS5vcmc|pypi-AgENdGVzdC5weXBpLm9yZw", URL_SAFE, 16],

  [
    "slack-token",
    "xoxb-|xoxp-|xoxa-|xoxr-|xoxs-|xoxe-|xoxc-|xoxd-|xapp-",
    "[A-Za-z0-9%/+-]",
    10,
    "distinct",
  ],
  ["slack-token", "hooks.slack.com/services/|hooks.slack.com/workflows/", "[A-Za-z0-9/]", 20],
  ["stripe-key", "sk_live_|sk_test_|rk_live_|rk_test_|whsec_", BASE62, 16],
  ["twilio-key", followedByHex("SK", "AC"), HEX, 31],
  ["sendgrid-key", "SG.", DOTTED, 40, "mixed"],
  ["sendgrid-key", "xkeysib-", URL_SAFE, 32],
  ["sendgrid-key", "key-", "[0-9a-z]", 32, "mixed"],
  ["telegram-token", "api.telegram.org/bot", "[A-Za-z0-9:_-]", 30],
  ["discord-token", "discord.com/api/webhooks/|discordapp.com/api/webhooks/", "[A-Za-z0-9_/-]", 40],

  ["ai-key", "sk-ant-|sk-proj-|sk-or-v1-|sk-svcacct-|sk-admin-|sk-lf-", URL_SAFE, 20],
  ["ai-key", "sk-", BASE62, 32, "mixed"],
  ["ai-key", "hf_|r8_|gsk_|xai-|pplx-|nvapi-", URL_SAFE, 30],

  ["vendor-token", "dop_v1_|doo_v1_|dor_v1_", HEX, 40],
  ["vendor-token", "hvs.|hvb.|hvr.", URL_SAFE, 20],
  ["vendor-token", "shpat_|shpca_|shppa_|shpss_", HEX_ANY_CASE, 30],
  ["vendor-token", "lin_api_|ntn_|rubygems_|pul-|sntrys_|sntryu_|figd_", BASE64, 32, "mixed"],
  // Names begin with `secret_` too; in a Notion token one word follows.
  ["vendor-token", "secret_", BASE62, 40, "mixed"],
  [
    "vendor-token",
    "glc_|glsa_|dapi|dp.pt.|dp.st.|phc_|phx_|ops_|tfp_|fio-u-",
    "[A-Za-z0-9_.=+/-]",
    32,
    "mixed",
  ],
  [
    "vendor-token",
    "FlyV1 fm|fo1_|EAACEdEose0cBA|sq0atp-|sq0csp-|EAAA|PMAK-|NRAK-",
    BASE64,
    22,
    "mixed",
  ],
  [
    "vendor-token",
    "HRKU-|dckr_pat_|dckr_oat_|CLOUDSDK_|v1.0-|tskey-|nfp_|vcp_|ATATT3",
    "[A-Za-z0-9_=-]",
    20,
    "mixed",
  ],

  ["totp-seed", "otpauth://|otpauth-migration://", ADDRESS, 10],
  ["nostr-key", "nsec1|ncryptsec1", BECH32, 50],
  ["lightning", "nostr+walletconnect:|lndconnect://", ADDRESS, 20],
  ["lightning", "cashuA|cashuB", "[A-Za-z0-9_=-]", 40],
  // The head of a macaroon: version, then a location; in base64 and in hex.
  ["lightning", "AgEDbG5k|MDAx|AgELbG5k", BASE64, 60, "mixed"],
  ["lightning", "0201036c6e64", HEX_ANY_CASE, 60],
  ["wallet-key", "xprv|yprv|zprv|tprv|uprv|vprv", BASE58, 90],

  // With the hash of a password, passwords can be tried.
  ["password-hash", "$1$|$2a$|$2b$|$2y$|$5$|$6$|$7$|$y$|$gy$|$apr1$", CRYPT, 20, "distinct"],
  [
    "password-hash",
    "$argon2|$scrypt$|$pbkdf2|pbkdf2_sha|scrypt:|pbkdf2:sha|bcrypt_sha256$",
    "[A-Za-z0-9./$=,+:_-]",
    32,
    "distinct",
  ],
  [
    "password-hash",
    "{SHA}|{SSHA}|{SHA256}|{SSHA256}|{SSHA512}|{SHA512}|{CRYPT}|{MD5}|{SMD5}",
    CRYPT,
    16,
    "distinct",
  ],
];

export const TOKENS: readonly PrefixRule[] = [...ROWS, ...VENDOR_ROWS].map(tokenRule);

/** Prefixes have at least three characters, and each of these two only. */
function followedByHex(...prefixes: readonly string[]): string {
  return prefixes
    .flatMap((prefix) => [..."0123456789abcdef"].map((digit) => prefix + digit))
    .join("|");
}
