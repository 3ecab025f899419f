/**
 * The list of places where secrets are kept.
 *
 * A jail shows little of a home, and hides these names in what it shows; the investigation grammars
 * refuse all of them. Only whole files and directories are listed: secrets inside ordinary files
 * are left to the scrub.
 */
import { join, normalize, relative } from "node:path";

/** Below a home. Directories are hidden with everything in them. */
export const HOME_SECRETS: readonly string[] = [
  ".ssh",
  ".gnupg",
  ".fix",
  ".pki",
  ".password-store",
  ".step",
  ".certbot",
  // Clouds, clusters, registries.
  ".aws",
  ".azure",
  ".oci",
  ".kube",
  ".docker",
  ".boto",
  ".s3cfg",
  ".passwd-s3fs",
  ".databrickscfg",
  ".snowsql",
  ".fly",
  ".doctl",
  ".terraform.d",
  ".terraformrc",
  ".vault-token",
  ".netrc",
  "_netrc",
  ".authinfo",
  ".authinfo.gpg",
  ".npmrc",
  ".yarnrc",
  ".yarnrc.yml",
  ".bunfig.toml",
  ".pypirc",
  ".cargo/credentials",
  ".cargo/credentials.toml",
  ".gem/credentials",
  ".bundle/config",
  ".m2/settings.xml",
  ".m2/settings-security.xml",
  ".gradle/gradle.properties",
  ".ivy2/.credentials",
  ".sbt/.credentials",
  ".nuget/NuGet/NuGet.Config",
  ".composer/auth.json",
  ".git-credentials",
  ".gist",
  ".huggingface",
  ".cache/huggingface/token",
  ".kaggle",
  // Databases and mail.
  ".pgpass",
  ".my.cnf",
  ".mylogin.cnf",
  ".mongorc.js",
  ".redisclirc",
  ".msmtprc",
  ".fetchmailrc",
  ".thunderbird",
  // Browsers and keyrings.
  ".mozilla",
  ".librewolf",
  ".zen",
  ".local/share/keyrings",
  ".local/share/kwalletd",
  ".kde/share/apps/kwallet",
  ".local/share/gnome-keyring",
  ".electrum",
  ".bitcoin",
  ".ethereum",
  ".config/solana",
  ".lnd",
  "Library/Keychains",
  "snap/firefox",
  "snap/chromium",
  ".var/app/org.mozilla.firefox",
  ".var/app/com.google.Chrome",
  // Histories hold what was typed, passwords included.
  ".bash_history",
  ".zsh_history",
  ".zhistory",
  ".histfile",
  ".sh_history",
  ".ash_history",
  ".ksh_history",
  ".history",
  ".local/share/fish/fish_history",
  ".local/share/atuin",
  ".python_history",
  ".node_repl_history",
  ".psql_history",
  ".mysql_history",
  ".sqlite_history",
  ".rediscli_history",
  ".irb_history",
  ".lesshst",
  ".viminfo",
  ".wget-hsts",
  // Agents and assistants keep their keys in their homes.
  ".claude",
  ".claude.json",
  ".codex",
  ".gemini",
  ".cursor",
  ".continue",
  ".aider.conf.yml",
  ".config/anthropic",
  ".config/openai",
  ...[
    "BraveSoftware",
    "Bitwarden",
    "Bitwarden CLI",
    "1Password",
    "KeePass",
    "keepassxc",
    "chromium",
    "google-chrome",
    "google-chrome-beta",
    "microsoft-edge",
    "vivaldi",
    "opera",
    "Signal",
    "Slack",
    "discord",
    "gh",
    "glab-cli",
    "hub",
    "gcloud",
    "doctl",
    "hcloud",
    "heroku",
    "netlify",
    "rclone",
    "op",
    "sops",
    "age",
    "containers/auth.json",
    "configstore",
    "pip/pip.conf",
    "pypoetry/auth.toml",
    "composer/auth.json",
    "NuGet/NuGet.Config",
    "git/credentials",
    "Code/User/globalStorage",
    "github-copilot",
    "fix",
  ].map((name) => `.config/${name}`),
];

/** Of the machine. An ordinary user cannot read most of them; root can. */
const MACHINE_SECRETS = [
  "/etc/ssl/private",
  "/etc/letsencrypt",
  "/etc/wireguard",
  "/etc/openvpn",
  "/etc/ipsec.secrets",
  "/etc/krb5.keytab",
  "/etc/NetworkManager/system-connections",
  "/etc/wpa_supplicant",
  "/etc/docker/key.json",
  "/etc/rancher",
  "/etc/kubernetes",
  "/etc/vault.d",
  "/etc/ssh/ssh_host_rsa_key",
  "/etc/ssh/ssh_host_dsa_key",
  "/etc/ssh/ssh_host_ecdsa_key",
  "/etc/ssh/ssh_host_ed25519_key",
  "/var/lib/docker",
  "/var/lib/containerd",
  "/var/lib/kubelet",
  "/var/lib/rancher",
  "/var/lib/NetworkManager",
  "/var/lib/bluetooth",
  "/var/lib/sss",
  "/var/lib/samba/private",
  "/var/lib/tailscale",
  "/var/spool/cron",
  "/var/backups",
] as const;

/** Password hashes. Installing a package may add users. */
const ACCOUNT_SECRETS = [
  "/etc/shadow",
  "/etc/shadow-",
  "/etc/gshadow",
  "/etc/gshadow-",
  "/etc/security/opasswd",
] as const;

/** `.env`, `.env.local`, `.envrc`, `prod.env`, Flask's and Cloudflare's, backups; not examples. */
const ENVIRONMENT_FILE =
  /^(?:[#.]*\.env(?:rc|s|\d+|[.~#_ (-].*)?|[#.]*[\w.-]+\.env(?:[._-](?:bak|backup|old|orig|save|copy|sw[op]|local))?[~#]?|\.flaskenv|\.dev\.vars(?:\..+)?)$/i;
const EXAMPLE = /\.(?:example|sample|template|dist|defaults?)$/i;

/** A process's environment and memory. */
const PROCESS_SECRET = /^\/proc\/[^/]+\/(?:task\/[^/]+\/)?(?:environ|mem|auxv|maps|pagemap)$/;

/** Whether a path names a secret, judged by its text. Relative paths start in the home. */
export function isSecretPath(path: string, home: string): boolean {
  const named = normalize(path.startsWith("/") ? path : join(home, path));
  // /proc/PID/root shows the whole tree again.
  const whole = named.replace(/^(?:\/proc\/[^/]+\/root)+(?=\/)/, "");
  const parts = whole.split("/");
  if (parts.some(isEnvironmentFile)) return true;
  if (PROCESS_SECRET.test(whole)) return true;
  if ([...MACHINE_SECRETS, ...ACCOUNT_SECRETS].some((at) => isBelow(whole, at))) return true;
  // Any user's home: what is secret in one home is secret in all.
  return HOME_SECRETS.some((name) => `${whole}/`.includes(`/${name}/`));
}

export function isEnvironmentFile(name: string): boolean {
  return ENVIRONMENT_FILE.test(name) && !EXAMPLE.test(name);
}

/** Relative, or with a part that means another one. */
const NOT_PLAIN = /^(?!\/)|\/\.{0,2}(?:\/|$)/;

/** Whether it is that path or inside of it. */
export function isBelow(path: string, above: string): boolean {
  if (path === above || above === "/") return true;
  // Opening a sandbox asks this thousands of times, nearly always about plain paths.
  if (!NOT_PLAIN.test(path) && !NOT_PLAIN.test(above)) return path.startsWith(`${above}/`);
  const toPath = relative(above, path);
  return toPath !== ".." && !toPath.startsWith("../");
}
