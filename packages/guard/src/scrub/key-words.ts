/** The words that names of secrets are made of, for `key-name.ts`. */
import type { Category } from "./category.ts";

export const STRONG: Readonly<Partial<Record<Category, string>>> = {
  password:
    "password passwd passphrase passcode pass pwd pw passwort userpassword dbpass mypwd kennwort psk " +
    "pswd psw pword passwrd passwords passkey rediscliauth authtok passwordd passwordo",
  secret:
    "secret secretkey clientsecret appsecret sharedsecret signingkey signingsecret encryptionkey " +
    "encryptkey masterkey privatekey authkey secretkeybase hmackey cryptkey sharedkey sshkey " +
    "deploykey servicekey licensekey seed nanoseed walletseed cookiesecret credential credentials " +
    "secrets consumersecret keybase rsakey privkey secretvalue apisecret pepper secretid presharedkey " +
    "recoverycode backupcode scratchcode loggedinkey noncekey authsalt loggedinsalt noncesalt " +
    "validationkey decryptionkey recoverykey magiccookie erlangcookie releasecookie secretstring",
  token:
    "token authtoken accesstoken refreshtoken idtoken bearertoken sessiontoken csrftoken " +
    "xsrftoken apitoken usertoken bottoken deploytoken pat authtokens jwttoken oauthtoken " +
    "sonarlogin myacinfo",
  "api-key":
    "apikey appkey accesskey apikeys xapikey subscriptionkey ocpapimsubscriptionkey adminkey writekey " +
    "serverkey ingestkey artapi",
  aws: "secretaccesskey awssecretkey awssecret amzsignature amzsecuritytoken amzcredential",
  azure: "accountkey sharedaccesskey sharedaccesssignature storagekey",
  gcp: "privatekeyid",
  "session-id":
    "sessionid phpsessid jsessionid sessid connectsid aspsessionid sessionkey ghsess aspxauth " +
    "cfclearance liat psid psidts sapisid remembertoken sessdata bilijct",
  "totp-seed": "totp totpsecret totpseed otpsecret otpseed mfasecret twofactorsecret fasecret",
  lightning: "macaroon adminmacaroon",
  jwt: "jwt",
};

export const WEAK: Readonly<Partial<Record<Category, string>>> = {
  "docker-auth": "auth identitytoken registryauth",
  "api-key": "key",
  token: "oauth codeverifier authcode authorizationcode samlresponse assertion clientassertion",
  "session-id": "sid session sess apisid hsid ssid usersession",
  secret: "license licence",
  azure: "sig",
};

/** The value must be drawn by a machine: hex digits, a UUID or a mixture of letters and digits. */
export const DRAWN: Readonly<Partial<Record<Category, string>>> = {
  secret:
    "salt kek dek appcertificate accessgrant apihash gslt steamaccount certid plexclaim " +
    "unityserial invitecode accesscode keystring appkeys private apikeyprivate",
  "api-key":
    "openweatherappid openweathermapappid owmappid weatherappid wolframappid instrumentationkey " +
    "routingkey integrationkey",
};

export const DIGITS: Readonly<Partial<Record<Category, string>>> = {
  "credit-card": "cvv cvc cvvcode cardnumber creditcard pan cardno",
  ssn: "ssn socialsecurity socialsecuritynumber",
  phone: "phone phonenumber mobile mobilenumber telephone tel cellphone msisdn",
  password: "pin pincode puk pukcode simpin simpuk unlockcode doorcode alarmcode smscode",
  "totp-seed": "otp otpcode mfacode totpcode verificationcode",
};

/** Words with other meanings too: the value must look chosen. */
export const LIKELY: Readonly<Partial<Record<Category, string>>> = {
  token: "bearer",
  secret: "community rocommunity rwcommunity",
  password:
    "keycontent streamkey securityanswer secretanswer creds proxyauth proxyuser npmauthident wifikey",
};

export const LINE: Readonly<Partial<Record<Category, string>>> = {
  mnemonic: "mnemonic seedphrase recoveryphrase mnemonicphrase walletphrase",
};

export const HEADER: Readonly<Partial<Record<Category, string>>> = {
  authorization: "authorization proxyauthorization",
  cookie: "cookie setcookie cookies",
};

/** Public keys, and keys that are not credentials. */
export const OPEN_KEYS = new Set(
  (
    "termsessionid xdgsessionid publickey pubkey primarykey foreignkey cachekey sortkey partitionkey " +
    "objectkey s3key hostkey idempotencykey dedupkey dedupekey deduplicationkey rowkey hashkey rangekey " +
    "indexkey groupkey shardkey lockkey lookupkey uniquekey compositekey naturalkey translationkey " +
    "messagekey eventkey jobkey taskkey runkey requestkey tracekey statekey filekey blobkey imagekey " +
    "layerkey contentkey artifactkey buildkey restorekey documentkey recordkey fieldkey queuekey " +
    "storekey hotkey shortcutkey registrykey verifykey"
  ).split(" "),
);
/** With one of these before it a `key` is a credential: `OPENAI_KEY`. */
export const VENDORS = new Set(
  (
    "openai anthropic claude gemini openrouter groq mistral cohere together deepseek perplexity " +
    "huggingface hf replicate elevenlabs deepgram assemblyai pinecone weaviate google maps firebase " +
    "mapbox stripe paypal braintree plaid razorpay adyen square shopify sendgrid mailgun mailchimp " +
    "postmark resend twilio vonage datadog dd newrelic sentry rollbar bugsnag honeycomb grafana " +
    "pagerduty opsgenie segment mixpanel amplitude posthog launchdarkly intercom zendesk hubspot " +
    "notion airtable asana trello linear slack discord telegram zoom dropbox github gitlab bitbucket " +
    "npm pypi nuget cloudflare cf digitalocean linode vultr hetzner heroku netlify vercel supabase " +
    "algolia openweather weather tmdb giphy unsplash spotify youtube twitter facebook infura alchemy " +
    "etherscan coinbase binance kraken polygon alphavantage snyk tavily serper serpapi brave exa " +
    "firecrawl apify langsmith langfuse helicone wandb roboflow stability runway fal baseten modal " +
    "runpod nvidia xai grok moonshot dashscope volcengine minimax cerebras sambanova fireworks voyage " +
    "jina nomic qdrant zilliz upstash mongodb neon planetscale fauna xata turso convex clerk okta " +
    "stytch workos descope moralis quicknode ankr tenderly blockfrost helius covalent coingecko " +
    "coinmarketcap finnhub tiingo quandl fixer ipinfo ipstack abuseipdb virustotal shodan censys " +
    "clearbit nexmo plivo sinch messagebird telnyx pusher ably pubnub onesignal braze klaviyo " +
    "sparkpost mandrill mailersend mailjet brevo freshdesk pipedrive salesforce monday clickup jira " +
    "atlassian contentful sanity prismic storyblok ghost webflow bigcommerce shippo easypost taxjar " +
    "docusign chargebee recurly paddle lemonsqueezy mollie klarna gocardless wise xero calendly mux " +
    "cloudinary imagekit uploadcare bunny fastly akamai namecheap godaddy porkbun dnsimple duckdns " +
    "ovh scaleway render railway koyeb circleci travis buildkite codecov codacy sonar gitguardian " +
    "logdna loggly papertrail sumologic splunk logz coralogix axiom logtail databricks snowflake " +
    "uptimerobot pingdom checkly cronitor flagsmith configcat statsig growthbook maptiler here tomtom " +
    "opencage locationiq scraperapi crowdsec lapi kaggle airbrake qianfan sdk huaweicloud nasa " +
    "newsapi reddit linkedin tiktok steam omdb lastfm deepl crowdin lokalise"
  ).split(" "),
);

/**
 * The same in other languages, without accents; of a name of several words the last. They are
 * ordinary words too, so that their value must look chosen.
 */
export const OTHER_LANGUAGES: Readonly<Partial<Record<Category, string>>> = {
  password:
    "contrasena contrasenya contrasinal clave senha passe mdp motdepasse palavrapasse parola " +
    "parolachiave parolaaccesso wachtwoord losenord passord passordet adgangskode kodeord salasana " +
    "haslo heslo jelszo sifre lozinka geslo parool parole slaptazodis pasahitza sandi katasandi " +
    "laluan khau matkhau lykilord fjalekalimi pasvorto passwortes пароль пароля парола лозинка " +
    "кодовефраза κωδικος συνθηματικο 密码 密碼 口令 暗号 暗証番号 パスワード 비밀번호 암호 패스워드 " +
    "المرور السر عبور گذرواژه סיסמה סיסמא पासवर्ड รหัสผ่าน",
  secret:
    "secreto segredo segreto geheimnis geheim hemlighet hemmelighet sekret tajemstvi titok gizli " +
    "секрет секретныйключ таємниця 密钥 密鑰 秘钥 秘密 秘密鍵 シークレット 비밀키 비밀",
  token: "jeton jetondacces токен 令牌 トークン 토큰",
  "api-key":
    "claveapi apiclave cleapi chaveapi chiaveapi apischlussel schlusselapi apinyckel kluczapi " +
    "anahtar apianahtari apischluessel schluessel geheimerschluessel ключapi apiключ 接口密钥",
};

/** Behind a telling word they say that the value is about a secret, not the secret itself. */
export const ABOUT = new Set(
  (
    "type types file files path paths url uri endpoint host hostname port name names id ids count " +
    "length len size limit max min expiry expires expired expiration ttl age lifetime at in on by " +
    "date time timeout policy policies rule rules strength field label prompt reset change changed " +
    "required enabled disabled valid invalid is has error errors status state hash hashed hasher " +
    "hashers algorithm alg method mode format version provider manager service store storage source " +
    "location dir directory mount ref reference arn env var variable class model table column index " +
    "header headers cookie param params scope scopes audience issuer request response form input " +
    "validator encoder decoder parser test tests spec regex pattern rotation rotated usage used total " +
    "bucket rate budget cost price window accessor review reviews group groups user username list kind " +
    "hint confirmation engine backend digest sum checksum fingerprint public prefix suffix separator " +
    "delimiter description title text message msg code num stream position offset line " +
    "column url cmd command script helper stdin duration seconds minutes hours days interval per " +
    "created updated modified last next encryption encrypted authentication login page link salt " +
    "rounds iterations mapping map role roles permission permissions resolver server client"
  ).split(" "),
);
