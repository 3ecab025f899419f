/**
 * Secrets as they lie about on a real machine: in a home, in a project, in other places of the
 * system. All can be read by everybody, so that only the view hides them.
 */
import { chmodSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** Below the home. Nobody listed most of these names. */
const HOME_DECOYS = [
  "other/.env",
  "other/src/keys.txt",
  "other/node_modules/x/.env",
  "notes.txt",
  "Documents/tax.txt",
  "Downloads/export.csv",
  "mail/inbox",
  "go/src/private/main.go",
  ".unknown-cli-token",
  ".config/unknown-tool/credentials.json",
  ".config/gh/hosts.yml",
  ".config/gcloud/access_tokens.db",
  ".config/Code/User/settings.json",
  ".config/git/credentials",
  ".local/share/unknown/session.db",
  ".local/share/keyrings/login.keyring",
  ".local/share/atuin/history.db",
  ".local/state/unknown/token",
  ".local/state/fix/commits/journal",
  ".local/state/fix/sandboxes/kept/file",
  ".fix/key.ed25519",
  ".cache/unknown/token",
  ".cache/huggingface/token",
  ".ssh/id_ed25519",
  ".gnupg/secring.gpg",
  ".aws/credentials",
  ".kube/config",
  ".docker/config.json",
  ".netrc",
  ".npmrc",
  ".pypirc",
  ".git-credentials",
  ".bash_history",
  ".zsh_history",
  ".python_history",
  ".psql_history",
  ".viminfo",
  ".lesshst",
  ".cargo/credentials.toml",
  ".cargo/config.toml",
  ".rustup/private",
  ".m2/settings.xml",
  ".gradle/gradle.properties",
  ".gem/credentials",
  ".bundle/config",
  ".composer/auth.json",
  ".nuget/NuGet/NuGet.Config",
  ".terraform.d/credentials.tfrc.json",
  ".claude/history.jsonl",
  ".cursor/mcp.json",
  ".vscode-server/data/token",
  ".mozilla/firefox/x.default/logins.json",
  ".thunderbird/profile/prefs.js",
  ".nvm/.env",
  ".local/bin/.netrc",
  ".pyenv/plugins/.git-credentials",
  "snap/some/common/token",
  ".var/app/some/config/token",
];

/** Below the project. */
const PROJECT_DECOYS = [
  ".env",
  ".env.production",
  ".envrc",
  ".ENV",
  "prod.env",
  ".git-credentials",
  ".netrc",
  ".docker/config.json",
  "sub/.env",
  "a/b/c/d/e/f/g/h/i/j/k/l/.env",
  "vendor/.env",
  "vendor/lib/.aws/credentials",
  "node_modules/x/.env",
  "node_modules/.cache/.env.local",
  "target/debug/.env",
  ".venv/lib/.env",
  ".prod.env",
  "app.prod.env",
  "prod.env.bak",
  ".env copy",
  ".env (1)",
  ".flaskenv",
  ".dev.vars",
  ".streamlit/secrets.toml",
  "config/master.key",
  "config/credentials/production.key",
  ".vault_pass.txt",
];

/** Settings of tools of the home that hold a login. */
const HOME_SETTINGS = [
  [".nvm/.npmrc", "//registry.example/:_authToken="],
  [".nvm/versions/node/v1.0.0/etc/npmrc", "//registry.example/:_authToken="],
  ["miniconda3/.condarc", "channels:\n  - https://ada:"],
] as const;

/** Settings of the project that hold a login. */
const PROJECT_SETTINGS = [
  [".npmrc", "//registry.example/:_authToken="],
  ["packages/one/.npmrc", "//registry.example/:_authToken="],
  [".git/config", '[remote "origin"]\n\turl = https://ada:'],
  [".yarnrc.yml", "npmAuthToken: "],
  ["secrets.yml", "password: "],
  ["web/credentials.json", '{"client_secret": "'],
  ["deploy/my-service-account.json", '{"private_key": "'],
  ["client_secret_1.apps.json", '{"client_secret": "'],
  ["prod.auto.tfvars", 'db_password = "'],
  [".sentryclirc", "[auth]\ntoken="],
  ["deploy.key", "-----BEGIN PRIVATE KEY-----\nMIIEvQIBADANBgkqhkiG9w0BAQ"],
  ["id_ed25519", "-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNzaC1rZXktdjEAAAAA"],
] as const;

export interface Decoy {
  readonly path: string;
  /** Its contents, and of nothing else. */
  readonly word: string;
}

/** Writes them as the user who calls it. */
export function plantAtHome(home: string, project: string, token: string): readonly Decoy[] {
  const plain = [
    ...HOME_DECOYS.map((name) => join(home, name)),
    ...PROJECT_DECOYS.map((name) => join(project, name)),
  ];
  const settings = [
    ...PROJECT_SETTINGS.map(([name, before]) => [join(project, name), before] as const),
    ...HOME_SETTINGS.map(([name, before]) => [join(home, name), before] as const),
  ];
  const decoys = [...plain.map((path) => [path, ""] as const), ...settings].map(
    ([path, before], index) => {
      const word = `${token}-home-${index}-`;
      put(path, `${before}${word}@host.example/x\n`);
      return { path, word };
    },
  );
  const word = `${token}-git-`;
  put(
    join(home, ".gitconfig"),
    `[user]\n\tname = Ada\n[url "https://ada:${word}@host.example/"]\n\tinsteadOf = work:\n` +
      `[alias]\n\tst = status\n\tevil = !echo ${word}\n[core]\n\tpager = echo ${word}\n`,
  );
  return [...decoys, { path: join(home, ".gitconfig"), word }];
}

/** Everything that is not the user's, planted by root, removed when disposed of. */
export function plantInSystem(token: string): Disposable & { readonly decoys: readonly Decoy[] } {
  const name = `guard-${token}`;
  const paths = [
    `/${name}/data`,
    `/srv/${name}/data`,
    `/mnt/${name}`,
    `/media/${name}/data`,
    `/home/${name}/notes.txt`,
    `/home/${name}/.env`,
    join("/root", name),
    `/etc/${name}.conf`,
    `/etc/${name}/password`,
    `/etc/ssl/private/${name}.key`,
    `/var/mail/${name}`,
    `/var/spool/cron/crontabs/${name}`,
    `/var/backups/${name}`,
    `/var/log/${name}.log`,
    `/var/lib/${name}/data`,
    `/var/cache/${name}/data`,
    `/var/tmp/${name}/data`,
    `/tmp/${name}/data`,
    `/opt/${name}/.env`,
    `/usr/src/${name}/.env`,
    `/usr/local/etc/${name}/.env`,
  ];
  const decoys = paths.map((path, index) => {
    const word = `${token}-system-${index}-`;
    put(path, `${word}\n`);
    chmodSync(path, 0o644);
    return { path, word };
  });
  return {
    decoys,
    [Symbol.dispose]() {
      for (const path of paths) {
        const top = path.slice(0, path.indexOf(name) + name.length);
        rmSync(dirname(path).includes(name) ? top : path, { recursive: true, force: true });
      }
    },
  };
}

function put(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
