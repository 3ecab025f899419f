import type { Party } from "@bazaar/kernel";
import type { Config } from "./config.ts";
import type { OwnBench } from "./own-bench.ts";
import { VERSION } from "./version.ts";

interface Facts {
  readonly host: string;
  readonly port: number;
  /** Null if agents that talk have no port of their own. */
  readonly chatPort: number | null;
  readonly party: Party;
  readonly bench: OwnBench;
  readonly config: Config;
}

/** Printed at the start: where it listens, what it uses, and commands to try. */
export function greeting({ host, port, chatPort, party, bench, config }: Facts): string {
  const machine = host.includes(":") ? `[${host}]` : host;
  const secure = config.settings.tls === null ? "" : "s";
  const url = `http${secure}://${machine}:${port}`;
  const chat = [`${port}/chat`, ...(chatPort === null ? [] : [chatPort])];
  const assets = config.settings.assets.map(({ code }) => `test ${code}`).join(", ");
  return `bazaar ${VERSION} listens on ${url}
  market    ${party}
  database  ${config.database.name}
  money     ${assets}
  judge     ${judgeLine(bench)}
  chat      ${chat.map((end) => `ws${secure}://${machine}:${end}`).join(", ")}
Try:
  curl ${url}/platform_info
  curl -N ${url}/contracts/stream
  curl ${url}/solvency
All endpoints: ${url}/docs. Stop with Ctrl-C.`;
}

function judgeLine({ kind, modelNames }: OwnBench): string {
  if (kind === "model") return [...new Set(Object.values(modelNames).flat())].join(", ");
  return "recorded facts only; set OPENROUTER_API_KEY, FIX_API_KEY or BAZAAR_MODEL_URL for models";
}
