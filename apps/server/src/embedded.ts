/**
 * A whole market inside another program: the same composition that `bazaar serve` runs, on a
 * database of the person's own, without a port and without a log. Its free agent works for
 * whoever posts there.
 */
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
}

/** Models are found in the environment, as a server finds them. */
const MODEL_VARIABLES = [
  "FIX_API_KEY",
  "OPENROUTER_API_KEY",
  "BAZAAR_MODEL_URL",
  "BAZAAR_MODEL_KEY",
  "BAZAAR_MODEL",
] as const;

export interface EmbeddedOptions {
  /** Off for whoever only looks: an agent would begin work that nobody stays to see. */
  readonly hasAgent?: boolean;
}

export async function openEmbedded(
  files: EmbeddedFiles,
  environment: Environment = process.env,
  { hasAgent = true }: EmbeddedOptions = {},
): Promise<Pick<OpenServer, "fetch" | "close">> {
  const models = MODEL_VARIABLES.map((name) => [name, environment[name]] as const);
  const own = { FIX_DB: files.database, FIX_SERVER_KEY: files.key };
  const config = unhurried(readConfig({ ...Object.fromEntries(models), ...own }));
  const log = pino({ enabled: false });
  const server = await openServer(config, log, (error) => {
    throw error;
  });
  if (!hasAgent) return server;
  const agent = startFreeAgent(server, config, {
    key: files.agentKey,
    knownFixes: files.knownFixes,
    trustAfter: 1,
    headStartMs: () => 0,
    pollMs: 20,
    log,
  });
  return {
    fetch: server.fetch,
    async close() {
      await agent.stop();
      await server.close();
    },
  };
}

/** Everybody in here is the same person, and all of them come from the same address: none. */
const ROOMY = { requests: 1_000_000, seconds: 60 };

function unhurried(config: Config): Config {
  const rates = { perAddress: ROOMY, signedPerAddress: ROOMY, perIdentity: ROOMY };
  const limits = { ...config.settings.limits, ...rates };
  return { ...config, settings: { ...config.settings, limits } };
}
