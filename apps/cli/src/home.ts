/** Where `fix` keeps what is the person's own: below the home, and nobody else's to read. */
import { lstatSync, statSync } from "node:fs";
import { join } from "node:path";
import { BadInput } from "@bazaar/terminal/bad-input";

export interface FixHome {
  readonly directory: string;
  /** The person's own key: contracts are signed with it, and money belongs to it. */
  readonly key: string;
  /** The key of the agent that comes with the embedded market. */
  readonly agentKey: string;
  readonly config: string;
  /** The embedded market. */
  readonly market: { readonly database: string; readonly key: string };
  /** Repairs that were verified here before. */
  readonly knownFixes: string;
  /** Repairs that wait for the person to review them, one file each. */
  readonly reviews: string;
}

const ROOT = 0;

/** @throws BadInput where it is somebody else's, who could put other things there. */
export function fixHome(home: string): FixHome {
  const directory = join(home, ".fix");
  assertOwn(home, directory);
  return {
    directory,
    key: join(directory, "key.ed25519"),
    agentKey: join(directory, "agent.key"),
    config: join(directory, "config.json"),
    market: { database: join(directory, "market.db"), key: join(directory, "market.key") },
    knownFixes: join(directory, "known-fixes.json"),
    reviews: join(directory, "reviews"),
  };
}

/**
 * Keys and money lie there, and what lies there is believed. Whoever owns a home can replace all of
 * it; only for root is that likely to be somebody else, where `sudo` has left HOME as it was.
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
