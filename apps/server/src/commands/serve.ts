import { BadInput, Command, say } from "@bazaar/terminal";
import { closeOnSignal } from "../close-on-signal.ts";
import { type Config, readConfig } from "../config.ts";
import { VARIABLES } from "../environment.ts";
import { flushLog, openLog } from "../log.ts";
import { type RunningServer, startServer } from "../running-server.ts";
import { wholeNumber } from "./whole-number.ts";

/** Time to close after the last request; then the process ends anyway. */
const CLOSE_MARGIN_MS = 10_000;
const MAX_PORT = 65_535;

export function serveCommand(): Command {
  const width = Math.max(...VARIABLES.map(({ name }) => name.length));
  const variables = VARIABLES.map(({ name, meaning }) => `  ${name.padEnd(width)}  ${meaning}`);
  return new Command("serve")
    .description("run the market: HTTP API, event stream, court, payouts")
    .option("--port <number>", "port to listen on; overrides FIX_PORT")
    .option("--no-agent", "do not run the free agent")
    .option("--accept-loss", "start although the database lacks entries that were stored before")
    .addHelpText(
      "after",
      `\nEnvironment:\n${variables.join("\n")}

The settings file (BAZAAR_CONFIG) is JSON; settings.example.json lists every key with its default.`,
    )
    .action(run);
}

interface Options {
  readonly agent: boolean;
  readonly acceptLoss?: boolean;
  readonly port?: string;
}

async function run({
  agent: hasAgent,
  acceptLoss: acceptsLoss = false,
  port,
}: Options): Promise<void> {
  const config = configOf(port);
  const log = openLog(config.settings.logLevel);
  const crash = async (error: unknown): Promise<void> => {
    log.fatal({ err: error }, "internal error; please report it. Every confirmed act is stored.");
    // Exits at once, unless the line still waits for a slow reader.
    if (process.stderr.writableLength > 0) await flushLog();
    process.exit(1);
  };
  const delay = config.settings.limits.closeMs + CLOSE_MARGIN_MS;
  let server: RunningServer | null = null;
  // Set up first, so that a signal during the start is not lost.
  closeOnSignal(delay, async ({ err, signal }) => {
    if (err !== undefined) return crash(err);
    log.info({ signal }, "closing: finishing running requests");
    await server?.close();
    log.info("closed");
    await flushLog();
  });
  const [, program = ""] = process.argv;
  server = await startServer(config, log, { hasAgent, acceptsLoss, onBug: crash, program });
  say(server.greeting);
}

function configOf(port: string | undefined): Config {
  const config = readConfig(process.env);
  const { baseUrl, baseUrlKey, model } = config.models;
  if (baseUrl === null && (model !== null || baseUrlKey !== null)) {
    const name = model === null ? "BAZAAR_MODEL_KEY" : "BAZAAR_MODEL";
    throw new BadInput(`${name}: set BAZAAR_MODEL_URL too; without it this is not used`);
  }
  return port === undefined
    ? config
    : { ...config, port: wholeNumber("--port", port, 0, MAX_PORT) };
}
