/**
 * Tokens of services that have a prefix of their own, one row per form, with the source of each.
 * "gitleaks" and "trufflehog" name the rule or detector of that project, "GitHub" its list of
 * supported secret scanning patterns; an address is the vendor's own page.
 */
import type { TokenRow } from "./prefix-rule.ts";

const HEX = "[0-9a-f]";
const BASE62 = "[A-Za-z0-9]";
const BASE64 = "[A-Za-z0-9_=+/-]";
const URL_SAFE = "[A-Za-z0-9_-]";
const DOTTED = "[A-Za-z0-9_.-]";
const UPPER = "[A-Z0-9]";
const UUID = "[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}";
const PATH = "[A-Za-z0-9_@%/.:~-]";

const CLOUDS: readonly TokenRow[] = [
  // docs.aws.amazon.com/bedrock/latest/userguide/api-keys.html; gitleaks aws-amazon-bedrock-api-key-*
  ["aws", "ABSK", BASE64, 80, "mixed"],
  ["aws", "bedrock-api-key-", BASE64, 40],
  // The first bytes of a session token in base64: trufflehog aws/session_keys
  ["aws", "IQoJb3JpZ2lu|FwoGZXIvYXdz|FQoGZXIvYXdz", BASE64, 60],
  // docs.aws.amazon.com/AmazonECR: `{"payload":"` in base64, as `get-login-password` prints it
  ["aws", "eyJwYXlsb2FkIjoi", BASE64, 60],
  // cloud.google.com/storage/docs/authentication/hmackeys
  ["gcp", "GOOG1E|GOOG1", UPPER, 52],
  // ai.google.dev/gemini-api/docs/api-key
  ["gcp", "AQ.Ab8", URL_SAFE, 30],
  // gitleaks alibaba-access-key-id
  ["vendor-token", "LTAI", BASE62, 16, "mixed"],
  // cloud.tencent.com/document/product/598/40488; trufflehog tencentcloud
  ["vendor-token", "AKID", BASE62, 28, "mixed"],
  // gitleaks yandex-api-key, yandex-access-token, yandex-aws-access-token
  ["vendor-token", "AQVN", URL_SAFE, 35, "mixed"],
  ["vendor-token", "t1.9eu|t1.", DOTTED, 80, "mixed"],
  // render.com/docs/api; GitHub: render
  ["vendor-token", "rnd_", BASE62, 24, "mixed"],
  // GitHub: vercel_*; vercel.com/docs/rest-api
  ["vendor-token", "vck_|vca_|vci_|vcr_", BASE62, 24, "mixed"],
  // gitleaks heroku-api-key-v2
  ["vendor-token", "HRKU-AA", URL_SAFE, 50],
  // gitleaks flyio-access-token
  ["vendor-token", "fm1_|fm1a_|fm1r_|fm2_", BASE64, 80],
  // docs.deno.com/subhosting; GitHub: deno
  ["vendor-token", "ddp_|ddo_|ddw_", BASE62, 36, "mixed"],
  // developers.cloudflare.com/fundamentals/api: tokens of users and accounts, global keys
  ["vendor-token", "cfut_|cfat_|cfk_", BASE62, 36, "mixed"],
  // tailscale.com/kb/1277/key-prefixes
  ["vendor-token", "tskey-api-|tskey-auth-|tskey-client-|tskey-scim-|tskey-webhook-", URL_SAFE, 20],
  // docs.aiven.io: passwords and tokens of services
  ["vendor-token", "AVNS_|aivenv1_", URL_SAFE, 16, "mixed"],
];

const CODE_AND_PACKAGES: readonly TokenRow[] = [
  // docs.gitlab.com/security/tokens: all prefixes
  ["gitlab-token", "glrtr-|glagent-|glffct-|glwt-", DOTTED, 18],
  // gitleaks atlassian-api-token, bitbucket app passwords; trufflehog atlassian
  ["vendor-token", "ATBB|ATCTT3|ATCTT", "[A-Za-z0-9_=-]", 24, "mixed"],
  ["vendor-token", "ATTA", "[0-9a-f]", 60],
  // raw.githubusercontent.com gives this in links to private files
  ["github-token", "GHSAT0", UPPER, 20],
  // learn.microsoft.com/nuget/api; trufflehog nuget
  ["vendor-token", "oy2", "[a-z0-9]", 43],
  // doc.rust-lang.org/cargo: tokens of crates.io
  ["vendor-token", "cio", BASE62, 32, "mixed"],
  // packagist.com/docs; GitHub: packagist
  ["vendor-token", "packagist_ort_|packagist_oat_|packagist_uut_|packagist_ack_", HEX, 40],
  // gitleaks clojars-api-token
  ["vendor-token", "CLOJARS_", "[A-Za-z0-9]", 60],
  // gitleaks jfrog-api-key, jfrog-identity-token
  ["vendor-token", "AKCp", BASE62, 60],
  ["vendor-token", "cmVmdGtuOj|cmVmdGtuO", BASE62, 50],
  // docs.sonarsource.com: tokens of users, projects and global analysis
  ["vendor-token", "sqp_|squ_|sqa_", HEX, 40],
  // circleci.com/docs/managing-api-tokens
  ["vendor-token", "CCIPAT_|CCIPRJ_", "[A-Za-z0-9_]", 40],
  // buildkite.com/docs/apis; GitHub: buildkite
  ["vendor-token", "bkua_|bkaj_|bkct_", BASE62, 36],
  // sourcegraph.com/docs; gitleaks sourcegraph-access-token
  ["vendor-token", "sgp_|slk_", "[0-9a-f_]", 40],
  // docs.socket.dev; GitHub: socket
  ["vendor-token", "sktsec_", URL_SAFE, 30],
  // chromatic.com/docs
  ["vendor-token", "chpt_", HEX, 12],
  // gitleaks harness-api-key, octopus-deploy-api-key
  ["vendor-token", "pat.|sat.", DOTTED, 60, "mixed"],
  ["vendor-token", "API-", UPPER, 25, "mixed"],
  // docs.docker.com: swarm join tokens
  ["vendor-token", "SWMTKN-1-", "[a-z0-9-]", 60],
  // docs.portainer.io/api
  ["vendor-token", "ptr_", BASE64, 40, "mixed"],
  // gitleaks readme-api-token, prefect-api-token, scalingo-api-token, infracost-api-token
  ["vendor-token", "rdme_", "[a-z0-9]", 60, "mixed"],
  ["vendor-token", "pnu_|pnb_", BASE62, 36, "mixed"],
  ["vendor-token", "tk-us-", URL_SAFE, 40],
  ["vendor-token", "ico-", BASE62, 32, "mixed"],
  // gitleaks doppler-api-token and docs.doppler.com
  ["vendor-token", "dp.ct.|dp.sa.|dp.said.|dp.audit.|dp.scim.", BASE62, 32, "mixed"],
  // developer.1password.com; gitleaks 1password-secret-key
  ["vendor-token", "A3-", "[A-Z0-9-]", 28, "mixed"],
  // RFC 8959
  ["vendor-token", "secret-token:", DOTTED, 16, "mixed"],
];

const DATA: readonly TokenRow[] = [
  // supabase.com/docs/guides/api/api-keys and /reference/api
  ["vendor-token", "sb_secret_", URL_SAFE, 20],
  ["vendor-token", "sbp_", "[0-9a-f_]", 36],
  // gitleaks planetscale-api-token, -password, -oauth-token
  ["vendor-token", "pscale_tkn_|pscale_pw_|pscale_oauth_", "[A-Za-z0-9=._-]", 28],
  // neon.com/docs: passwords and API keys
  ["vendor-token", "npg_|napi_", BASE62, 12, "mixed"],
  // mongodb.com/docs/atlas: secrets of service accounts
  ["vendor-token", "mdb_sa_sk_", URL_SAFE, 24],
  // materialize.com/docs; tinybird.co/docs; xata.io/docs
  ["vendor-token", "mzp_", HEX, 60],
  ["vendor-token", "p.eyJ", DOTTED, 40],
  ["vendor-token", "xau_", BASE62, 30, "mixed"],
  // docs.getdbt.com: tokens of users and services
  ["vendor-token", "dbtc_|dbtu_", BASE64, 32, "mixed"],
  // airtable.com/developers/web/api; gitleaks airtable-personnal-access-token
  ["vendor-token", "pat", "(?:[A-Za-z0-9]{14}\\.[0-9a-f]{64})", 1],
  // docs.pinecone.io; trufflehog pinecone
  ["vendor-token", "pcsk_", "[A-Za-z0-9_]", 40, "mixed"],
  // docs.databricks.com: OAuth secrets
  ["vendor-token", "dose", HEX, 32],
];

const MODELS: readonly TokenRow[] = [
  // docs.fireworks.ai, inference-docs.cerebras.ai, docs.together.ai
  ["ai-key", "fw_", BASE62, 20, "mixed"],
  ["ai-key", "csk-", BASE62, 40, "mixed"],
  ["ai-key", "tgp_v1_", URL_SAFE, 40],
  // elevenlabs.io/docs: `sk_` and hex
  ["ai-key", "sk_", HEX, 48],
  // docs.tavily.com, docs.firecrawl.dev, jina.ai/api-dashboard, docs.voyageai.com
  ["ai-key", "tvly-", URL_SAFE, 24, "mixed"],
  ["ai-key", "fc-", HEX, 32],
  ["ai-key", "jina_", URL_SAFE, 50, "mixed"],
  ["ai-key", "pa-", URL_SAFE, 43, "mixed"],
  // docs.smith.langchain.com; helicone.ai/docs; docs.cloud.llamaindex.ai
  ["ai-key", "lsv2_pt_|lsv2_sk_|ls__", "[0-9a-z_]", 32],
  ["ai-key", "sk-helicone-", URL_SAFE, 20],
  ["ai-key", "llx-", BASE62, 40, "mixed"],
  // huggingface.co/docs/hub/security-tokens; kaggle.com/docs/api
  ["ai-key", "api_org_", BASE62, 30],
  ["ai-key", "KGAT_", HEX, 30],
  // docs.runpod.io, modal.com/docs, e2b.dev/docs, docs.apify.com, docs.browserbase.com
  ["ai-key", "rpa_", UPPER, 36],
  ["ai-key", "ak-|as-", BASE62, 22, "mixed"],
  ["ai-key", "e2b_", HEX, 36],
  ["ai-key", "apify_api_", BASE62, 30],
  ["ai-key", "bb_live_", URL_SAFE, 20],
  // docs.wandb.ai, since 2025
  ["ai-key", "wandb_v1_", URL_SAFE, 40],
];

const MAIL_AND_MONEY: readonly TokenRow[] = [
  // resend.com/docs/api-reference; developers.mailersend.com; developers.brevo.com
  ["sendgrid-key", "re_", "(?:[A-Za-z0-9]{6,10}_[A-Za-z0-9]{20,30})", 1, "mixed"],
  ["sendgrid-key", "mlsn.", HEX, 60],
  ["sendgrid-key", "xsmtpsib-", URL_SAFE, 32],
  // docs.stripe.com/keys: of organisations and short-lived
  ["stripe-key", "sk_org_live_|sk_org_test_|ek_live_|ek_test_", "[A-Za-z0-9_]", 16],
  // gitleaks shopify-*; shopify.dev/docs/apps/auth
  ["vendor-token", "shptka_|shprt_|shpua_|shpit_", HEX, 32],
  // gitleaks flutterwave-secret-key, flutterwave-encryption-key
  ["vendor-token", "FLWSECK-|FLWSECK_TEST-", "[A-Za-z0-9-]", 12],
  // gitleaks easypost-api-token, shippo-api-token, duffel-api-token
  ["vendor-token", "EZAK|EZTK", BASE62, 54],
  ["vendor-token", "shippo_live_|shippo_test_", HEX, 40],
  ["vendor-token", "duffel_live_|duffel_test_", BASE64, 40],
  // plaid.com/docs; gitleaks plaid-api-token
  ["vendor-token", "access-sandbox-|access-production-|access-development-", "[0-9a-f-]", 36],
  // docs.mollie.com; gitleaks gocardless-api-token; docs.lob.com
  ["vendor-token", "live_", BASE62, 30, "mixed"],
  // dev.twitch.tv: keys of streams
  ["vendor-token", "live_", "(?:[0-9]{6,12}_[A-Za-z0-9]{20,40})", 1],
  // docs.adyen.com/development-resources/api-credentials
  ["vendor-token", "AQEyhm|AQE1hm|AQErhm", BASE64, 60],
  // razorpay.com/docs/api/authentication
  ["vendor-token", "rzp_live_|rzp_test_", BASE62, 14, "mixed"],
  // docs.checkout.com, developer.paypal.com/braintree
  ["vendor-token", "sk_sbox_", "[a-z0-9]", 20, "mixed"],
  ["vendor-token", "access_token$production$|access_token$sandbox$", "[0-9a-z$]", 32],
  // docs.mercury.com
  ["vendor-token", "mercury_production_", BASE64, 30],
  // developers.klaviyo.com
  ["vendor-token", "pk_", HEX, 34],
  // telnyx.com docs
  ["vendor-token", "KEY01", "[A-Za-z0-9_]", 50],
];

const WORK_AND_MONITORING: readonly TokenRow[] = [
  // gitleaks linear-client-secret, contentful-delivery-api-token
  ["vendor-token", "lin_oauth_", BASE62, 32],
  ["vendor-token", "CFPAT-", URL_SAFE, 40],
  // gitleaks newrelic-*; docs.newrelic.com
  ["vendor-token", "NRII-|NRIQ-|NRJS-|NRRA-|NRAL-", URL_SAFE, 18, "mixed"],
  // gitleaks dynatrace-api-token; docs.dynatrace.com
  ["vendor-token", "dt0c01.|dt0s01.|dt0s02.|dt0s08.|dt0s16.", "[A-Z0-9.]", 60],
  // docs.honeycomb.io/configure/environments/manage-api-keys
  ["vendor-token", "hcaik_|hcbik_|hcaic_|hcxik_|hcamk_", "[a-z0-9]", 50],
  // docs.launchdarkly.com; gitleaks launchdarkly-access-token
  ["vendor-token", "sdk-|mob-|api-", `(?:${UUID})`, 1],
  // developers.hubspot.com: private apps
  ["vendor-token", "pat-na1-|pat-na2-|pat-eu1-|pat-ap1-", "[0-9a-f-]", 36],
  // pubnub.com/docs
  ["vendor-token", "sec-c-", BASE64, 36],
  // dropbox.com/developers; gitleaks dropbox-short-lived-api-token
  ["vendor-token", "sl.", URL_SAFE, 120],
  // developers.facebook.com: access tokens; gitleaks facebook-page-access-token
  ["vendor-token", "EAAB|EAAC|EAAD|EAAE|EAAF|EAAG|EAAH|EAAI|EAAJ|EAAM|EAAN", BASE62, 80, "mixed"],
  ["vendor-token", "IGQV|IGAA", URL_SAFE, 80, "mixed"],
  // developer.x.com: bearer tokens; gitleaks twitter-bearer-token
  ["vendor-token", "AAAAAAAAAAAAAAAAAAAAA", "(?:A?[B-Za-z0-9%][A-Za-z0-9%]{80,120})", 1, "mixed"],
  // dev.twitch.tv: passwords of chat
  ["vendor-token", "oauth:", "[a-z0-9]", 30, "mixed"],
  // firebase.google.com/docs/cloud-messaging: server keys
  ["gcp", "AAAA", "(?:[A-Za-z0-9_-]{7}:APA91b[A-Za-z0-9_-]{100,200})", 1],
  // docs.mapbox.com/accounts/guides/tokens: secret and temporary ones
  ["vendor-token", "sk.eyJ|tk.eyJ", DOTTED, 40],
  // developers.intercom.com
  ["vendor-token", "dG9rOj", BASE64, 50],
  // developer.nylas.com; gitleaks adafruit-api-key
  ["vendor-token", "nyk_v0_|nyk_", BASE62, 40, "mixed"],
  ["vendor-token", "aio_", BASE62, 28, "mixed"],
  // clickup.com/api
  [
    "vendor-token",
    "pk_1|pk_2|pk_3|pk_4|pk_5|pk_6|pk_7|pk_8|pk_9",
    "(?:[0-9]{4,9}_[A-Z0-9]{32})",
    1,
  ],
];

/** Prefixes of many kinds, as seen in use; an address says whose they are. */
const MORE: readonly TokenRow[] = [
  // developers.linkedin.com; docs.statsig.com; stytch.com/docs; docs.flagsmith.com
  ["vendor-token", "WPL_AP0.|WPL_AP1.", DOTTED, 16, "mixed"],
  ["vendor-token", "secret-live-|secret-test-", BASE64, 24, "mixed"],
  ["vendor-token", "secret-|console-", BASE62, 40, "mixed"],
  ["vendor-token", "ser.", BASE62, 20, "mixed"],
  // dev.vk.com; yandex.com/dev/id; cloud.baidu.com; volcengine.com; modelscope.cn; coze.com
  ["vendor-token", "vk1.a.", DOTTED, 40],
  ["vendor-token", "y0_Ag|y0__", URL_SAFE, 40],
  ["vendor-token", "bce-v3/ALTAK-", "[A-Za-z0-9/-]", 30],
  ["vendor-token", "AKLT", BASE62, 40, "mixed"],
  ["ai-key", "pat_|cztei_", BASE62, 60, "mixed"],
  ["ai-key", "sess-", BASE62, 36, "mixed"],
  ["ai-key", "esecret_", BASE62, 24, "mixed"],
  ["ai-key", "hl_sk_|opk_", BASE62, 30, "mixed"],
  // documentation.onesignal.com; axiom.co/docs; vercel.com/docs/storage; gitpod.io/docs
  ["vendor-token", "os_v2_app_|os_v2_org_", "[a-z0-9]", 50],
  ["vendor-token", "xaat-|xapt-", "[0-9a-f-]", 36],
  ["vendor-token", "vercel_blob_rw_", "[A-Za-z0-9_]", 30],
  ["vendor-token", "gitpod_pat_", DOTTED, 30],
  // cockroachlabs.com/docs; elastic.co/guide; developer.paddle.com; docs.netbird.io
  ["vendor-token", "CCDB1_", "[A-Za-z0-9_]", 50],
  ["vendor-token", "essu_", BASE64, 40],
  ["vendor-token", "pdl_live_apikey_|pdl_sdbx_apikey_", "[A-Za-z0-9_]", 40],
  ["vendor-token", "nbp_", BASE62, 36, "mixed"],
  // developer.shortcut.com; mailchimp.com/developer/transactional; docs.netlify.com; docs.snyk.io
  ["vendor-token", "sct_rw_|sct_ro_", "[A-Za-z0-9_]", 24, "mixed"],
  ["sendgrid-key", "md-", URL_SAFE, 22, "mixed"],
  ["vendor-token", "nfc_|nfo_|nfu_|nfb_", BASE62, 36, "mixed"],
  ["vendor-token", "snyk_uat.|snyk_sat.", DOTTED, 30],
  // docs.gitlab.com: OAuth secrets; docs.figma.com; developer.okta.com; support.jumpcloud.com
  ["gitlab-token", "gloas-", HEX, 60],
  ["vendor-token", "figdr_|figoh_|figor_", BASE64, 32, "mixed"],
  ["vendor-token", "jca_", BASE62, 36, "mixed"],
  // docs.deepsource.com; docs.gitbook.com; configcat.com/docs; docs.checklyhq.com; incident.io
  ["vendor-token", "dsp_", HEX, 40],
  ["vendor-token", "gb_api_", BASE62, 30],
  ["vendor-token", "configcat-sdk-1/", "[A-Za-z0-9_/-]", 40],
  ["vendor-token", "cu_", HEX, 32],
  ["vendor-token", "inc_", BASE62, 40, "mixed"],
  // docs.honeybadger.io; docs.dashlane.com; docs.confluent.io: secrets since 2025
  ["vendor-token", "hbp_", BASE62, 30, "mixed"],
  ["vendor-token", "dls_", URL_SAFE, 60, "mixed"],
  ["vendor-token", "cflt", BASE64, 56, "mixed"],
  // The first bytes of a session of Apple's developer site; of Salesforce: the id of an organisation
  ["session-id", "DAWTKN|HSARMTKN", BASE64, 32],
  ["session-id", "00D", "(?:[A-Za-z0-9]{12,15}!AQ[A-Za-z0-9_.]{40,200})", 1],
  // api.slack.com: tokens that are rotated; docs.microsoft.com: refresh tokens
  ["slack-token", "xoxe.xoxp-|xoxe.xoxb-|xwfp-", URL_SAFE, 30],
  ["azure", "0.AX|0.AR|0.AS|0.AT|1.AX|1.AR|1.AS|1.AT", DOTTED, 200, "mixed"],
  // docs.sui.io; aptos.dev; tezos.gitlab.io; cips.cardano.org; hedera.com
  ["wallet-key", "suiprivkey1", "[02-9ac-hj-np-z]", 50],
  ["wallet-key", "ed25519-priv-0x|secp256k1-priv-0x", HEX, 60],
  ["wallet-key", "edsk", "[1-9A-HJ-NP-Za-km-z]", 50],
  ["wallet-key", "ed25519_sk1|ed25519e_sk1|root_xsk1|acct_xsk1|addr_xsk1", "[02-9ac-hj-np-z]", 50],
  ["wallet-key", "302e020100300506032b657004220420", HEX, 60],
];

/** Addresses that are the credential: who knows one may post, or use a proxy. */
const WEBHOOKS: readonly TokenRow[] = [
  ["vendor-token", "ss://|ssr://|vmess://", BASE64, 24, "mixed"],
  ["slack-token", "hooks.slack.com/triggers/", PATH, 20],
  ["vendor-token", "webhook.office.com/webhookb2/|office.com/webhook/", PATH, 40],
  ["vendor-token", "hooks.zapier.com/hooks/catch/", PATH, 8],
  ["vendor-token", "open.feishu.cn/open-apis/bot/v2/hook/", PATH, 20],
  ["vendor-token", "open.larksuite.com/open-apis/bot/v2/hook/", PATH, 20],
  ["vendor-token", "hook.eu1.make.com/|hook.eu2.make.com/|hook.us1.make.com/", BASE62, 24],
  ["vendor-token", "pagerduty.com/integration/", PATH, 30],
  ["vendor-token", "canary.discord.com/api/webhooks/|ptb.discord.com/api/webhooks/", PATH, 40],
  ["vendor-token", "hooks.chime.aws/incomingwebhooks/", PATH, 30],
  ["vendor-token", "maker.ifttt.com/use/|maker.ifttt.com/trigger/", PATH, 20],
];

/** Keys and credentials by their first bytes in base64, and hashes of passwords. */
const BINARY: readonly TokenRow[] = [
  // jedisct1.github.io/minisign: secret keys; man.openbsd.org/signify
  ["private-key", "RWRTY0Iy|RWQAAEIy|RWRCSwAAA", BASE64, 60],
  // MS-NLMP: `NTLMSSP` in base64
  ["authorization", "TlRMTVNTUAAB|TlRMTVNTUAAC|TlRMTVNTUAAD", BASE64, 12],
  // github.com/paseto-standard/paseto-spec: tokens and PASERK secrets
  ["jwt", "v1.local.|v2.local.|v3.local.|v4.local.", DOTTED, 40],
  ["jwt", "v1.public.|v2.public.|v3.public.|v4.public.", DOTTED, 60],
  [
    "jwt",
    "k1.local.|k2.local.|k3.local.|k4.local.|k1.secret.|k2.secret.|k3.secret.|k4.secret.",
    DOTTED,
    40,
  ],
  // postgresql.org/docs/current/catalog-pg-authid.html
  ["password-hash", "SCRAM-SHA-256$|SCRAM-SHA-1$", "[A-Za-z0-9+/=:$]", 40],
  // hashcat.net/wiki: Django, Drupal, phpBB, WordPress, Cisco 8 and 9, Kerberos, NetNTLMv2
  [
    "password-hash",
    "$P$|$H$|$S$|$8$|$9$|$krb5tgs$|$krb5asrep$|$krb5pa$",
    "[A-Za-z0-9./$*=,+@_-]",
    30,
  ],
  // An empty LM hash, then the NT hash, as dumps of Windows accounts show them
  ["password-hash", "aad3b435b51404eeaad3b435b51404ee:", HEX, 32, "distinct"],
  ["password-hash", "$wp$2y$", "[A-Za-z0-9./$]", 50],
];

export const VENDOR_ROWS: readonly TokenRow[] = [
  ...CLOUDS,
  ...CODE_AND_PACKAGES,
  ...DATA,
  ...MODELS,
  ...MAIL_AND_MONEY,
  ...WORK_AND_MONITORING,
  ...MORE,
  ...WEBHOOKS,
  ...BINARY,
];
