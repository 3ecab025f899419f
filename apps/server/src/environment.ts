/**
 * All environment variables of this program. Nothing else reads the environment, and these values
 * are never logged or printed: several are secrets.
 */
import { dirname, join } from "node:path";
import { BadInput } from "@bazaar/terminal";
import { type ModelAccess, readModelAccess } from "@bazaar/work/model";
import { type Database, databaseAt } from "./stores.ts";

interface Variable {
  readonly name: string;
  readonly meaning: string;
}

export const VARIABLES = [
  { name: "FIX_PORT", meaning: "port to listen on; default 8000, 0 picks a free one" },
  { name: "FIX_HOST", meaning: "address to listen on; default 127.0.0.1" },
  {
    name: "BAZAAR_CHAT_PORT",
    meaning:
      "port for agents that talk, besides /chat; off for none, 0 picks a free one; default 6667 if FIX_PORT is 8000",
  },
  { name: "BAZAAR_CHAT_ADMIN_KEY", meaning: "key of chat's administrators (secret)" },
  {
    name: "FIX_DB",
    meaning:
      "database: a file or sqlite:<file>; memory: keeps nothing; default bazaar-data/bazaar.db",
  },
  {
    name: "FIX_SERVER_KEY",
    meaning:
      "file with the server's Ed25519 key, created if missing; default server.key next to the database",
  },
  {
    name: "FIX_PLATFORM_ADDRESS",
    meaning: "Nano account for platform fees; not used yet",
  },
  {
    name: "FIX_NANO_SEED",
    meaning: "seed of the Nano escrow; not used yet (secret)",
  },
  { name: "FIX_API_KEY", meaning: "Anthropic key, for judges and agents (secret)" },
  {
    name: "OPENROUTER_API_KEY",
    meaning: "OpenRouter key, for judges and agents; used before FIX_API_KEY (secret)",
  },
  {
    name: "BAZAAR_MODEL_URL",
    meaning: "URL of an OpenAI-compatible server, for judges and agents; used before both keys",
  },
  { name: "BAZAAR_MODEL_KEY", meaning: "key for BAZAAR_MODEL_URL, if it needs one (secret)" },
  { name: "BAZAAR_MODEL", meaning: "model at BAZAAR_MODEL_URL, for every court and the agent" },
  {
    name: "BAZAAR_CONFIG",
    meaning: "JSON file with all other settings; see settings.example.json",
  },
] as const satisfies readonly Variable[];

export type Environment = Readonly<Record<string, string | undefined>>;

type Name = (typeof VARIABLES)[number]["name"];

export interface EnvironmentSettings {
  readonly host: string;
  readonly port: number;
  readonly chatPort: number | "usual" | "off";
  readonly chatAdminKey: string | null;
  readonly database: Database;
  /** Where the server's own files are: beside the database, or where it would be. */
  readonly folder: string;
  readonly keyPath: string;
  readonly platformAddress: string | null;
  readonly hasNanoSeed: boolean;
  readonly models: ModelAccess;
  readonly settingsPath: string | null;
}

const DEFAULT_DATABASE = join("bazaar-data", "bazaar.db");
export const DEFAULT_PORT = 8_000;
const MAX_PORT = 65_535;
const NANO_ACCOUNT = /^(?:nano|xrb)_[13][13456789abcdefghijkmnopqrstuwxyz]{59}$/;

export function readEnvironment(environment: Environment): EnvironmentSettings {
  const read = (name: Name): string | null => environment[name]?.trim() || null;
  const database = databaseAt(read("FIX_DB") ?? DEFAULT_DATABASE);
  const folder = dirname(database.file ?? DEFAULT_DATABASE);
  return {
    host: read("FIX_HOST") ?? "127.0.0.1",
    port: readPort("FIX_PORT", read("FIX_PORT")) ?? DEFAULT_PORT,
    chatPort: readChatPort(read("BAZAAR_CHAT_PORT")),
    chatAdminKey: read("BAZAAR_CHAT_ADMIN_KEY"),
    database,
    folder,
    keyPath: read("FIX_SERVER_KEY") ?? join(folder, "server.key"),
    platformAddress: readNanoAccount(read("FIX_PLATFORM_ADDRESS")),
    hasNanoSeed: read("FIX_NANO_SEED") !== null,
    models: readModelAccess(environment),
    settingsPath: read("BAZAAR_CONFIG"),
  };
}

function readChatPort(text: string | null): EnvironmentSettings["chatPort"] {
  if (text === "off") return text;
  return readPort("BAZAAR_CHAT_PORT", text, ", or off") ?? "usual";
}

function readPort(name: Name, text: string | null, orElse = ""): number | null {
  if (text === null) return null;
  const port = Number(text);
  if (/^[0-9]+$/.test(text) && port <= MAX_PORT) return port;
  throw new BadInput(`${name}: expected a port from 0 to ${MAX_PORT}${orElse}, got "${text}"`);
}

function readNanoAccount(text: string | null): string | null {
  if (text === null || NANO_ACCOUNT.test(text)) return text;
  throw new BadInput(
    `FIX_PLATFORM_ADDRESS: expected a Nano account such as nano_1…, got "${text}"`,
  );
}
