/** What `fix` has stored outside of projects: everything `fix uninstall` may remove. */
import { existsSync, lstatSync, readdirSync } from "node:fs";
import { basename, join } from "node:path";
import type { FixHome } from "../home.ts";

export interface StoredFile {
  readonly path: string;
  readonly what: string;
}

export interface StoredFiles {
  /** The keys in the home directory, which nobody can restore. */
  readonly keys: readonly StoredFile[];
  /** Everything else there that is ours. */
  readonly data: readonly StoredFile[];
  /** Names in it that `fix` did not make. */
  readonly foreign: readonly string[];
  /** Records of shells, which live as long as these. */
  readonly records: readonly StoredFile[];
  /** The guard's: kept fixes, and copies of what was replaced. */
  readonly state: readonly StoredFile[];
}

export function storedFiles(
  own: FixHome,
  stateDirectory: string,
  environment: NodeJS.ProcessEnv,
): StoredFiles {
  const named = namedFiles(own);
  const present = namesIn(own.directory).map((name) => join(own.directory, name));
  const ours = present.flatMap((path) => {
    const what = named.get(withoutSuffix(basename(path)));
    return what === undefined ? [] : [{ path, what }];
  });
  const isKey = ({ path }: StoredFile) => isKeyName(basename(path));
  return {
    keys: ours.filter(isKey),
    data: ours.filter((file) => !isKey(file)),
    foreign: present.filter((path) => !ours.some((file) => file.path === path)),
    records: recordPlaces(environment)
      .filter(isOwnDirectory)
      .map((path) => ({ path, what: "records of shells, for fix it" })),
    state: existsSync(stateDirectory)
      ? [{ path: stateDirectory, what: "kept fixes, and copies for fix undo and fix recover" }]
      : [],
  };
}

function namedFiles(own: FixHome): ReadonlyMap<string, string> {
  const named: readonly (readonly [path: string, what: string])[] = [
    [own.key, "your key: your identity, and your money on markets belongs to it"],
    [own.agentKey, "the key of your agent"],
    [own.market.key, "the key of the built-in market"],
    [own.config, "settings"],
    [own.market.database, "the built-in market, with test money"],
    [own.knownFixes, "known fixes"],
    [own.reviews, "fixes that wait for fix review"],
    [own.sent, "what was sent to markets"],
    [own.shows, "what fixes may read besides projects"],
    [join(own.directory, "shell"), "records of shells, for fix it"],
  ];
  return new Map(named.map(([path, what]) => [basename(path), what]));
}

/** A database in use has files beside it, and a file that was being written a random ending. */
function withoutSuffix(name: string): string {
  return name.replace(/-(?:wal|shm|journal)$|\.lock$|\.[0-9a-f]{12}$/, "");
}

function isKeyName(name: string): boolean {
  return /\.(?:key|ed25519)(?:\.|$)/.test(name);
}

function namesIn(directory: string): readonly string[] {
  return existsSync(directory) ? readdirSync(directory).sort() : [];
}

/** The same places as in `recorder.sh`. */
function recordPlaces({ XDG_RUNTIME_DIR }: NodeJS.ProcessEnv): readonly string[] {
  if (XDG_RUNTIME_DIR !== undefined && isOwnDirectory(XDG_RUNTIME_DIR)) {
    return [join(XDG_RUNTIME_DIR, "fix-shell")];
  }
  return [`/dev/shm/fix-shell-${process.getuid?.() ?? -1}`];
}

function isOwnDirectory(path: string): boolean {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  return stats?.isDirectory() === true && stats.uid === process.getuid?.();
}
