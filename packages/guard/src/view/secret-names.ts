/**
 * Which names in a tree are secrets, at whatever depth: environment files, and what is secret in a
 * home. Some names mean settings in a project and a login in a home: they are secrets if a login is
 * in them.
 */
import { HOME_SECRETS, isEnvironmentFile } from "../jail/masks.ts";

export type SecretKind = "secret" | "perhaps";

/** Directories that projects have for other purposes; the login in each is named below. */
const PROJECT_DIRECTORIES = new Set([
  ".docker",
  ".claude",
  ".codex",
  ".gemini",
  ".cursor",
  ".continue",
  ".history",
  ".fly",
  ".step",
]);

/** Settings with or without a login. */
const SETTINGS = new Set([
  ".npmrc",
  ".yarnrc",
  ".yarnrc.yml",
  ".bunfig.toml",
  ".terraformrc",
  ".aider.conf.yml",
  ".bundle/config",
  ".m2/settings.xml",
  ".gradle/gradle.properties",
  ".nuget/NuGet/NuGet.Config",
]);

const IN_TREES = [
  ".docker/config.json",
  ".dockercfg",
  ".dockerconfigjson",
  ".claude/settings.local.json",
  ".claude/.credentials.json",
  ".codex/auth.json",
  ".gemini/oauth_creds.json",
  ".htpasswd",
  ".vault_pass",
  ".vault-password",
  ".vault_pass.txt",
  ".streamlit/secrets.toml",
  "config/master.key",
  ...["production", "staging", "development"].map((name) => `config/credentials/${name}.key`),
  ".kubeconfig",
  "kubeconfig",
  ".terraform/terraform.tfstate",
  "terraform.tfstate",
  "terraform.tfstate.backup",
];

const PERHAPS_IN_TREES = [
  ".sentryclirc",
  ".clasprc.json",
  ".condarc",
  "etc/npmrc",
  ".cursor/mcp.json",
  ".mcp.json",
  ".vscode/mcp.json",
  ".continue/config.json",
  ".continue/config.yaml",
  ".cargo/config.toml",
  ".cargo/config",
  ".mvn/settings.xml",
  "auth.json",
  "pip.conf",
  "nuget.config",
  "NuGet.Config",
  "gradle.properties",
  "local.properties",
  // Addresses of remotes can contain a password, and build servers leave headers there.
  ".git/config",
  ".gitconfig",
  ".config/git/config",
];

const always = HOME_SECRETS.filter((name) => !PROJECT_DIRECTORIES.has(name) && !SETTINGS.has(name));
const bySuffix = new Map<string, { suffix: string; kind: SecretKind }[]>();
for (const [names, kind] of [
  [[...always, ...IN_TREES], "secret"],
  [[...SETTINGS, ...PERHAPS_IN_TREES], "perhaps"],
] as const) {
  for (const name of names) {
    const last = name.slice(name.lastIndexOf("/") + 1);
    const others = bySuffix.get(last) ?? [];
    bySuffix.set(last, [...others, { suffix: `/${name}`, kind }]);
  }
}

/** Stores of keys that only their own programs can read, and files that nobody writes without a key. */
const SECRET_BY_NAME = /^wallet\.dat$|\.(?:ovpn|kdbx|jks|keystore|p12|pfx|tfstate(?:\.backup)?)$/i;
/** Where clouds, clusters, frameworks and Terraform keep what they log in with; also names of plain data. */
const PERHAPS_BY_NAME =
  /^(?:secrets?\.(?:ya?ml|json|toml)|credentials(?:\.(?:ya?ml|json|toml))?|client_secret.*\.json|.*service[-_]?account.*\.json|.*firebase-adminsdk.*\.json|(?:.*[._-])?kubeconfig(?:[_-][\w-]+)?(?:\.(?:ya?ml|conf))?|.*\.tfvars(?:\.json)?)$/i;
/** Tests and packages come with made-up logins and keys, which they need. */
const MADE_UP =
  /\/(?:tests?|__tests__|specs?|fixtures?|test[-_]?data|testing|examples?|samples?|mocks?|node_modules|vendor|third[-_]party|site-packages)\//i;

/** Whether a login or key at this path is one that everybody may have. */
export function isMadeUpLogin(path: string): boolean {
  return MADE_UP.test(path);
}

/** `path` ends in `name`. Null if it is no secret by its name. */
export function secretKind(path: string, name: string): SecretKind | null {
  if (isEnvironmentFile(name)) return "secret";
  const known = bySuffix.get(name)?.find(({ suffix }) => path.endsWith(suffix));
  if (known !== undefined) return known.kind;
  const byName = kindByName(name);
  if (byName !== null && !isMadeUpLogin(path)) return byName;
  return name === "config" && path.includes("/.git/modules/") ? "perhaps" : null;
}

function kindByName(name: string): SecretKind | null {
  if (SECRET_BY_NAME.test(name)) return "secret";
  return PERHAPS_BY_NAME.test(name) ? "perhaps" : null;
}
