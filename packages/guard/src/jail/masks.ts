/**
 * The list of places where secrets are kept, and which of them exist here.
 *
 * A jail covers those that exist; the investigation grammars refuse all of them. Only whole files
 * and directories are listed: secrets inside ordinary files are left to the scrub.
 */
import { type Dirent, lstatSync, readdirSync, realpathSync } from "node:fs";
import { join, normalize, relative } from "node:path";
import { errorCode } from "../error-code.ts";

/** Below a home. Directories are hidden with everything in them. */
const HOME_SECRETS = [
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
] as const;

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

/** `.env`, `.env.local`, `.envrc`, `prod.env`, editors' backups; not examples. */
const ENVIRONMENT_FILE = /^(?:[#.]*\.env(?:rc|[.~#_-].*)?|[\w-]+\.env[~#]?)$/;
const EXAMPLE = /\.(?:example|sample|template|dist|defaults?)$/;

/** A process's environment and memory. */
const PROCESS_SECRET = /^\/proc\/[^/]+\/(?:task\/[^/]+\/)?(?:environ|mem|auxv|maps|pagemap)$/;

const MAX_HOMES = 64;
const MAX_WALKED = 20_000;
const MAX_DEPTH = 8;
/** Environment files there are examples and fixtures of dependencies. */
const NOT_WALKED = new Set(["node_modules", ".git", ".venv", "venv", "target", "vendor"]);
/** Kernel file systems: no user files, and large enough to exhaust the walk. */
const KERNEL_TREES = new Set(["/proc", "/sys", "/dev", "/run"]);

export interface Masks {
  /** Real paths: no component is a symbolic link. */
  readonly directories: readonly string[];
  readonly files: readonly string[];
}

export interface MaskSearch {
  readonly homes: readonly string[];
  /** Its tree is searched for environment files; null hides none. */
  readonly directory: string | null;
  /** Whether password hashes are hidden too. */
  readonly hidesAccounts: boolean;
}

export function findMasks({ homes, directory, hidesAccounts }: MaskSearch): Masks {
  const named = [
    ...homes.flatMap((home) => HOME_SECRETS.map((name) => join(home, name))),
    ...MACHINE_SECRETS,
    ...(hidesAccounts ? ACCOUNT_SECRETS : []),
  ];
  const walked = directory === null ? [] : environmentFiles(directory);
  const existing = [...named, ...walked].map(located).filter((entry) => entry !== null);
  const directories = outermost(existing.filter((at) => at.isDirectory).map(({ path }) => path));
  const files = new Set(existing.filter((at) => !at.isDirectory).map(({ path }) => path));
  return {
    directories,
    files: [...files].filter((path) => !directories.some((above) => isBelow(path, above))),
  };
}

/** Every home of this machine, for a jail of root, which can read them all. */
export function allHomes(own: string): readonly string[] {
  const others = entries("/home");
  const homes = others.slice(0, MAX_HOMES).map((entry) => join("/home", entry.name));
  return [...new Set([own, "/root", ...homes])];
}

/** Whether a path names a secret, judged by its text. Relative paths start in the home. */
export function isSecretPath(path: string, home: string): boolean {
  const named = normalize(path.startsWith("/") ? path : join(home, path));
  // /proc/PID/root shows the whole tree again.
  const whole = named.replace(/^(?:\/proc\/[^/]+\/root)+(?=\/)/, "");
  const parts = whole.split("/");
  if (parts.some((part) => ENVIRONMENT_FILE.test(part) && !EXAMPLE.test(part))) return true;
  if (PROCESS_SECRET.test(whole)) return true;
  if ([...MACHINE_SECRETS, ...ACCOUNT_SECRETS].some((at) => isBelow(whole, at))) return true;
  // Any user's home: what is secret in one home is secret in all.
  return HOME_SECRETS.some((name) => `${whole}/`.includes(`/${name}/`));
}

export function isBelow(path: string, above: string): boolean {
  const toPath = relative(above, path);
  return toPath !== ".." && !toPath.startsWith("../");
}

function outermost(paths: readonly string[]): readonly string[] {
  const unique = [...new Set(paths)];
  return unique.filter((path) => !unique.some((other) => other !== path && isBelow(path, other)));
}

/** Where a path really is. A symbolic link is followed, because the jail follows it too. */
function located(path: string): { path: string; isDirectory: boolean } | null {
  try {
    // Checked first because it is cheap: few of these places exist.
    if (lstatSync(path, { throwIfNoEntry: false }) === undefined) return null;
    const real = realpathSync(path);
    const stats = lstatSync(real);
    // Pipes, sockets and devices store nothing.
    if (!stats.isDirectory() && !stats.isFile()) return null;
    return { path: real, isDirectory: stats.isDirectory() };
  } catch (error) {
    if (isAbsent(error)) return null;
    throw error;
  }
}

function environmentFiles(top: string): readonly string[] {
  const found: string[] = [];
  const waiting = [{ path: top, depth: 0 }];
  let walked = 0;
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    for (const entry of entries(next.path)) {
      walked += 1;
      if (walked > MAX_WALKED) return found;
      const path = join(next.path, entry.name);
      if (ENVIRONMENT_FILE.test(entry.name) && !EXAMPLE.test(entry.name)) found.push(path);
      else if (entry.isDirectory() && next.depth < MAX_DEPTH && isWalked(path, entry.name)) {
        waiting.push({ path, depth: next.depth + 1 });
      }
    }
  }
  return found;
}

function isWalked(path: string, name: string): boolean {
  return !NOT_WALKED.has(name) && !KERNEL_TREES.has(path);
}

function entries(directory: string): readonly Dirent[] {
  try {
    return readdirSync(directory, { withFileTypes: true });
  } catch (error) {
    if (isAbsent(error)) return [];
    throw error;
  }
}

/** What cannot be reached from here cannot be reached from inside either. */
function isAbsent(error: unknown): boolean {
  return ["ENOENT", "ENOTDIR", "EACCES", "EPERM", "ELOOP"].includes(errorCode(error));
}
