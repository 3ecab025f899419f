/** Where `fix` keeps what is the person's own: below the home, and nobody else's to read. */
import { join } from "node:path";

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
}

export function fixHome(home: string): FixHome {
  const directory = join(home, ".fix");
  return {
    directory,
    key: join(directory, "key.ed25519"),
    agentKey: join(directory, "agent.key"),
    config: join(directory, "config.json"),
    market: { database: join(directory, "market.db"), key: join(directory, "market.key") },
    knownFixes: join(directory, "known-fixes.json"),
  };
}
