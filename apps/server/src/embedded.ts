/**
 * A market inside another program: what `bazaar serve` runs, on a database of the user's own,
 * without a port and without a log.
 *
 * Several processes may have the same database open, each with a free agent of the same key. An
 * agent therefore works only on the contracts of its own process: two that act as one would repeat
 * each other's questions and outrun each other's acts. What a killed process leaves behind ends by
 * its deadlines.
 */
import type { Hint, Redactions } from "@bazaar/agent";
import { pino } from "pino";
import { type Config, readConfig } from "./config.ts";
import type { Environment } from "./environment.ts";
import { startFreeAgent } from "./free-agent.ts";
import { type OpenServer, openServer } from "./running-server.ts";

export interface EmbeddedFiles {
  readonly database: string;
  readonly key: string;
  readonly agentKey: string;
  readonly knownFixes: string;
  /** The records of its agent's work, one directory per contract. */
  readonly sessions: string;
}

/** Read from the environment, as by a server. */
const MODEL_VARIABLES = [
  "FIX_API_KEY",
  "OPENROUTER_API_KEY",
  "BAZAAR_MODEL_URL",
  "BAZAAR_MODEL_KEY",
  "BAZAAR_MODEL",
] as const;

export interface EmbeddedOptions {
  /** The contracts that its agent works on, asked for again and again; without it there is no agent. */
  readonly worksOn?: () => Iterable<string>;
  /** What was redacted in the contracts of this process, for the agent's rules. */
  readonly redactions?: Redactions;
  /** An answer of the agent that cannot be verified. */
  readonly onHint?: (contract: string, hint: Hint) => void;
}

export async function openEmbedded(
  files: EmbeddedFiles,
  environment: Environment = process.env,
  { worksOn, onHint, redactions }: EmbeddedOptions = {},
): Promise<Pick<OpenServer, "fetch" | "close">> {
  const models = MODEL_VARIABLES.map((name) => [name, environment[name]] as const);
  const own = { FIX_DB: files.database, FIX_SERVER_KEY: files.key };
  const config = withoutRates(readConfig({ ...Object.fromEntries(models), ...own }));
  const log = pino({ enabled: false });
  const server = await openServer(config, log, {
    onBug(error) {
      throw error;
    },
  });
  if (worksOn === undefined) return server;
  try {
    const agent = startFreeAgent(server, config, {
      key: files.agentKey,
      knownFixes: files.knownFixes,
      sessions: files.sessions,
      trustAfter: 1,
      headStartMs: () => 0,
      pollMs: 20,
      only: worksOn,
      log,
      ...(onHint === undefined ? {} : { onHint }),
      ...(redactions === undefined ? {} : { redactions }),
    });
    return {
      fetch: server.fetch,
      async close() {
        await agent.stop();
        await server.close();
      },
    };
  } catch (error) {
    await server.close();
    throw error;
  }
}

/** One person uses this market. Its requests come from this process and have no address to limit. */
const UNLIMITED = { requests: 1_000_000, seconds: 60 };

function withoutRates(config: Config): Config {
  const rates = { perIdentity: UNLIMITED, talkPerIdentity: UNLIMITED };
  const limits = { ...config.settings.limits, ...rates };
  return { ...config, settings: { ...config.settings, limits } };
}
