/**
 * What can be redacted, by the word that a placeholder shows. The table in `spec/scrub.md` says the
 * same, and a test holds the two together. Names are public: a reader of a contract sees them.
 */
export const CATEGORIES = {
  "private-key": "PEM, OpenSSH, PGP and PuTTY private keys, also cut or escaped; age keys",
  password: "passwords in assignments, flags, SQL, XML, netrc and prompts",
  "password-hash": "crypt, bcrypt, argon2, scrypt, SCRAM, LDAP, htpasswd and NTLM hashes",
  secret: "client secrets, signing keys, seeds and other values whose name says so",
  token: "values whose name says so, bearer tokens, one-time access tokens",
  "api-key": "values whose name says so",
  jwt: "JSON web tokens, signed or encrypted, and PASETO tokens",
  "basic-auth": "credentials in an Authorization header or in a web address",
  authorization: "other Authorization headers",
  cookie: "Cookie and Set-Cookie headers",
  "session-id": "session identifiers",
  "database-url": "passwords in database and broker addresses",
  "git-credentials": "passwords and tokens in addresses of git repositories",
  aws: "AWS access keys, secret keys, session tokens and signatures",
  gcp: "Google API keys, OAuth tokens and secrets, service account keys",
  azure: "Azure storage keys, shared access signatures, client secrets",
  "github-token": "GitHub tokens",
  "gitlab-token": "GitLab tokens",
  "npm-token": "npm tokens",
  "pypi-token": "PyPI tokens",
  "slack-token": "Slack tokens and webhooks",
  "stripe-key": "Stripe keys",
  "twilio-key": "Twilio keys",
  "sendgrid-key": "SendGrid, Mailgun, Mailchimp and other mail keys",
  "discord-token": "Discord bot tokens and webhooks",
  "telegram-token": "Telegram bot tokens",
  "ai-key": "keys of model providers",
  "vendor-token": "tokens of other services with a known prefix",
  "docker-auth": "registry credentials in Docker's configuration",
  "totp-seed": "seeds of one-time passwords",
  "nostr-key": "Nostr private keys",
  mnemonic: "BIP-39 phrases",
  "wallet-key": "WIF and extended private keys",
  lightning: "macaroons, wallet connections and ecash",
  "credit-card": "card numbers that pass the Luhn check, and their codes",
  ssn: "United States social security numbers",
  phone: "telephone numbers",
  email: "e-mail addresses",
  "ip-address": "public IPv4 and IPv6 addresses",
  "user-name": "the name in the path of a home directory",
  "high-entropy-hex":
    "64 and more hex digits without a word for a digest before them; 40 around something redacted; text in hex",
  environment: "other values of secret environment variables and .env files",
} as const satisfies Readonly<Record<string, string>>;

export type Category = keyof typeof CATEGORIES;

/** What was found where. It never holds the secret. */
export interface RedactedPlace {
  readonly category: Category;
  /** From 1, in the text as it was given. */
  readonly line: number;
  /** From 1, in UTF-16 units. */
  readonly column: number;
  readonly length: number;
}
