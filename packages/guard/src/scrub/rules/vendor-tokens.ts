/** Tokens that say themselves whose they are. */
import { type PrefixRule, tokenRule } from "./prefix-rule.ts";

const BASE62 = "[A-Za-z0-9]";
const URL_SAFE = "[A-Za-z0-9_-]";
const DOTTED = "[A-Za-z0-9_.-]";
const distinct = { isDistinct: true } as const;
const mixed = { isMixed: true } as const;

export const VENDOR_TOKENS: readonly PrefixRule[] = [
  tokenRule({
    category: "github-token",
    prefixes: ["ghp_", "gho_", "ghu_", "ghs_", "ghr_"],
    body: BASE62,
    least: 30,
    ...distinct,
  }),
  tokenRule({
    category: "github-token",
    prefixes: ["github_pat_"],
    body: "[A-Za-z0-9_]",
    least: 22,
    ...distinct,
  }),
  tokenRule({
    category: "gitlab-token",
    prefixes: ["glpat-", "gldt-", "glrt-", "glcbt-", "glptt-", "glft-", "glsoat-", "glimt-"],
    body: DOTTED,
    least: 18,
  }),
  tokenRule({ category: "gitlab-token", prefixes: ["GR1348941"], body: URL_SAFE, least: 18 }),
  tokenRule({ category: "npm-token", prefixes: ["npm_"], body: BASE62, least: 30, ...mixed }),
  tokenRule({
    category: "pypi-token",
    prefixes: ["pypi-AgEIcHlwaS5vcmc", "pypi-AgENdGVzdC5weXBpLm9yZw"],
    body: URL_SAFE,
    least: 16,
  }),
  tokenRule({
    category: "slack-token",
    prefixes: ["xoxb-", "xoxp-", "xoxa-", "xoxr-", "xoxs-", "xoxe-", "xoxc-", "xoxd-", "xapp-"],
    body: "[A-Za-z0-9%/+-]",
    least: 10,
    ...distinct,
  }),
  tokenRule({
    category: "slack-token",
    prefixes: ["hooks.slack.com/services/", "hooks.slack.com/workflows/"],
    body: "[A-Za-z0-9/]",
    least: 20,
  }),
  tokenRule({
    category: "stripe-key",
    prefixes: ["sk_live_", "sk_test_", "rk_live_", "rk_test_", "whsec_"],
    body: BASE62,
    least: 16,
  }),
  tokenRule({
    category: "twilio-key",
    prefixes: ["SK", "AC"].map((p) => `${p}0`),
    body: "[0-9a-f]",
    least: 31,
  }),
  ...twilioSids(),
  tokenRule({ category: "sendgrid-key", prefixes: ["SG."], body: DOTTED, least: 40, ...mixed }),
  tokenRule({ category: "sendgrid-key", prefixes: ["xkeysib-"], body: URL_SAFE, least: 32 }),
  tokenRule({
    category: "sendgrid-key",
    prefixes: ["key-"],
    body: "[0-9a-z]",
    least: 32,
    ...mixed,
  }),
  tokenRule({
    category: "ai-key",
    prefixes: ["sk-ant-", "sk-proj-", "sk-or-v1-", "sk-svcacct-", "sk-admin-", "sk-lf-"],
    body: URL_SAFE,
    least: 20,
  }),
  tokenRule({ category: "ai-key", prefixes: ["sk-"], body: BASE62, least: 32, ...mixed }),
  tokenRule({
    category: "ai-key",
    prefixes: ["hf_", "r8_", "gsk_", "xai-", "pplx-", "nvapi-"],
    body: URL_SAFE,
    least: 30,
  }),
  tokenRule({
    category: "vendor-token",
    prefixes: ["dop_v1_", "doo_v1_", "dor_v1_"],
    body: "[0-9a-f]",
    least: 40,
  }),
  tokenRule({
    category: "vendor-token",
    prefixes: ["hvs.", "hvb.", "hvr."],
    body: URL_SAFE,
    least: 20,
  }),
  tokenRule({
    category: "vendor-token",
    prefixes: ["shpat_", "shpca_", "shppa_", "shpss_"],
    body: "[0-9a-fA-F]",
    least: 30,
  }),
  tokenRule({
    category: "vendor-token",
    prefixes: ["lin_api_", "ntn_", "rubygems_", "pul-", "sntrys_", "sntryu_", "figd_"],
    body: "[A-Za-z0-9_=+/-]",
    least: 32,
    ...mixed,
  }),
  // A name may begin with `secret_` too: what follows in a Notion token is one word.
  tokenRule({ category: "vendor-token", prefixes: ["secret_"], body: BASE62, least: 40, ...mixed }),
  tokenRule({
    category: "vendor-token",
    prefixes: [
      "glc_",
      "glsa_",
      "dapi",
      "dp.pt.",
      "dp.st.",
      "phc_",
      "phx_",
      "ops_",
      "tfp_",
      "fio-u-",
    ],
    body: "[A-Za-z0-9_.=+/-]",
    least: 32,
    ...mixed,
  }),
  tokenRule({
    category: "vendor-token",
    prefixes: [
      "FlyV1 fm",
      "fo1_",
      "EAACEdEose0cBA",
      "sq0atp-",
      "sq0csp-",
      "EAAA",
      "PMAK-",
      "NRAK-",
    ],
    body: "[A-Za-z0-9_=+/-]",
    least: 22,
    ...mixed,
  }),
  tokenRule({
    category: "vendor-token",
    prefixes: [
      "HRKU-",
      "dckr_pat_",
      "dckr_oat_",
      "CLOUDSDK_",
      "v1.0-",
      "tskey-",
      "nfp_",
      "vcp_",
      "ATATT3",
    ],
    body: "[A-Za-z0-9_=-]",
    least: 20,
    ...mixed,
  }),
  tokenRule({
    category: "telegram-token",
    prefixes: ["api.telegram.org/bot"],
    body: "[A-Za-z0-9:_-]",
    least: 30,
  }),
  tokenRule({
    category: "discord-token",
    prefixes: ["discord.com/api/webhooks/", "discordapp.com/api/webhooks/"],
    body: "[A-Za-z0-9_/-]",
    least: 40,
  }),
];

/** Twilio's identifiers are two letters and 32 hex digits: sixteen prefixes of three units each. */
function twilioSids(): readonly PrefixRule[] {
  const prefixes = [..."123456789abcdef"].flatMap((digit) => [`SK${digit}`, `AC${digit}`]);
  return [tokenRule({ category: "twilio-key", prefixes, body: "[0-9a-f]", least: 31 })];
}
