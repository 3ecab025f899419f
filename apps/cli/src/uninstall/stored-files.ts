/** What `fix` has stored outside of projects: everything `fix uninstall` may remove. */
import { existsSync, lstatSync, readdirSync } from "node:fs";
import { basename, join } from "node:path";
import type { FixHome } from "../home.ts";

const RECORDS = "records of shells, for fix it";

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
      .map((path) => ({ path, what: RECORDS })),
    state: existsSync(stateDirectory)
      ? [{ path: stateDirectory, what: "kept fixes, and copies for fix undo and fix recover" }]
      : [],
  };
}

type Named = readonly [path: string, what: string];

/** A new place of `FixHome` does not compile until it is described here. */
function namedFiles(own: FixHome): ReadonlyMap<string, string> {
  const named: Readonly<Record<Exclude<keyof FixHome, "directory" | "market">, Named>> = {
    key: [own.key, "your key: your identity, and your money on markets belongs to it"],
    agentKey: [own.agentKey, "the key of your agent"],
    config: [own.config, "settings"],
    knownFixes: [own.knownFixes, "known fixes"],
    principals: [own.principals, "how principals treated your agent"],
    reviews: [own.reviews, "fixes that wait for fix review"],
    sent: [own.sent, "what was sent to markets"],
    sessions: [own.sessions, "how the built-in market's agent worked"],
    shows: [own.shows, "what fixes may read besides projects"],
    hooks: [own.hooks, "the shell integration"],
  };
  const ofMarket: Readonly<Record<keyof FixHome["market"], Named>> = {
    database: [own.market.database, "the built-in market, with test money"],
    key: [own.market.key, "the key of the built-in market"],
  };
  const all = [...Object.values(named), ...Object.values(ofMarket)];
  return new Map([
    ...all.map(([path, what]) => [basename(path), what] as const),
    ["shell", RECORDS],
  ]);
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
