/** The port of its own at which agents that talk are met, besides the market's. */
import type { Listener } from "@bazaar/doors/listen";
import type { Logger } from "pino";
import { cannotListen } from "./assert-port-free.ts";
import { DEFAULT_PORT, type EnvironmentSettings } from "./environment.ts";

export const CHAT_PORT = "BAZAAR_CHAT_PORT";
/** Where existing clients look. */
const USUAL_PORT = 6_667;

type Settings = Pick<EnvironmentSettings, "chatPort" | "host" | "port">;

interface ChatPort {
  readonly port: number;
  /** Otherwise the server starts without it, too. */
  readonly isAsked: boolean;
}

/** Null if it has none: of two servers on a machine, the one on the usual port has both. */
export function chatPortOf({ chatPort, port }: Settings): ChatPort | null {
  if (chatPort === "off") return null;
  if (chatPort !== "usual") return { port: chatPort, isAsked: true };
  return port === DEFAULT_PORT ? { port: USUAL_PORT, isAsked: false } : null;
}

/** The port that was opened, if any. @throws BadInput */
export async function openChatPort(
  listener: Pick<Listener, "listen">,
  config: Settings,
  log: Pick<Logger, "warn">,
): Promise<number | null> {
  const wanted = chatPortOf(config);
  if (wanted === null) return null;
  const address = { host: config.host, port: wanted.port };
  try {
    return (await listener.listen(address.port, address.host)).port;
  } catch (error) {
    const problem = cannotListen(address, error, CHAT_PORT);
    if (wanted.isAsked) throw problem;
    log.warn(`${problem.message}. Agents can talk on the market's port only`);
    return null;
  }
}
