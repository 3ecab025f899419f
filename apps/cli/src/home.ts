/** The files of `fix` in the user's home directory. */
import { lstatSync, statSync } from "node:fs";
import { join } from "node:path";
import { BadInput } from "@bazaar/terminal/bad-input";

export interface FixHome {
  readonly directory: string;
  /** The user's key: it signs contracts and owns the money. */
  readonly key: string;
  /** The key of the built-in market's agent. */
  readonly agentKey: string;
  readonly config: string;
  /** The built-in market. */
  readonly market: { readonly database: string; readonly key: string };
  /** Repairs that were verified here before. */
  readonly knownFixes: string;
  /** How principals have treated the user's agent. */
  readonly principals: string;
  /** Fixes kept for review, one file each. */
  readonly reviews: string;
  /** What left for markets elsewhere, one file per contract. */
  readonly sent: string;
  /** How the built-in market's agent worked, one directory per contract. */
  readonly sessions: string;
  /** What fixes see besides a project, one file per project. */
  readonly shows: string;
  /** The integration of each shell as `fix init` printed it last. */
  readonly hooks: string;
}

const ROOT = 0;

/** The settings; most people have none. */
export function settingsFile(home: string): string {
  return join(home, ".fix", "config.json");
}

/** @throws BadInput where it belongs to another user, who could replace the files. */
export function fixHome(home: string): FixHome {
  const directory = join(home, ".fix");
  assertOwn(home, directory);
  return {
    directory,
    key: join(directory, "key.ed25519"),
    agentKey: join(directory, "agent.key"),
    config: settingsFile(home),
    market: { database: join(directory, "market.db"), key: join(directory, "market.key") },
    knownFixes: join(directory, "known-fixes.json"),
    principals: join(directory, "principals.json"),
    reviews: join(directory, "reviews"),
    sent: join(directory, "sent"),
    sessions: join(directory, "sessions"),
    shows: join(directory, "shows"),
    hooks: join(directory, "hooks"),
  };
}

/**
 * The files are trusted, and the owner of a directory can replace them. The home itself is checked only
 * for root: `sudo` may have left HOME at another user's.
 */
function assertOwn(home: string, directory: string): void {
  const own = process.geteuid?.();
  if (own === undefined) return;
  for (const path of own === ROOT ? [home, directory] : [directory]) {
    const foreign = [lstatSync, statSync]
      .map((look) => look(path, { throwIfNoEntry: false })?.uid ?? own)
      .find((uid) => uid !== own);
    if (foreign === undefined) continue;
    const remedy = own === ROOT ? "; sudo -H sets HOME to root's own" : "";
    throw new BadInput(
      `${path} belongs to user ${foreign} and fix runs as user ${own}: ` +
        `it stores keys only in its own user's directories${remedy}`,
    );
  }
}
