/**
 * The settings in `~/.fix/config.json`. Every key has a default; unknown keys are refused, so that a
 * misspelt one is noticed.
 */
import { readFileSync } from "node:fs";
import { marketUrlProblem } from "@bazaar/doors/http/connect";
import { writeWhole } from "@bazaar/guard/write-whole";
import {
  chainJson,
  fields,
  isJsonObject,
  type Json,
  NUMBER_RULES,
  parseAmount,
  parseJson,
  parseParty,
  XNO,
} from "@bazaar/kernel";
import { BadInput } from "@bazaar/terminal";

export interface Config {
  /** An address; null is the built-in market. */
  readonly market: string | null;
  readonly bounty: string;
  readonly currency: string;
  readonly chain: string;
  readonly mode: Mode;
  /** `market`: the market's own court. `none`: no court. Or a judge's key. */
  readonly judge: string;
  readonly network: Network;
  readonly maxAttempts: number;
  readonly timeoutSeconds: number;
}

export const MODES = ["supervised", "autonomous"] as const;
export type Mode = (typeof MODES)[number];
export const NETWORKS = ["none", "packages"] as const;
export type Network = (typeof NETWORKS)[number];

export const DEFAULT_CONFIG: Config = {
  market: null,
  bounty: "0.5",
  currency: "XNO",
  chain: "nano",
  mode: "supervised",
  judge: "market",
  network: "none",
  maxAttempts: 5,
  timeoutSeconds: 300,
};

export const CONFIG_KEYS = Object.keys(DEFAULT_CONFIG) as readonly (keyof Config)[];

const MAX_WORD = 200;
const MAX_FILE_LENGTH = 100_000;

/** @throws BadInput that names the key and says what was expected. */
export function readConfig(path: string): Config {
  const text = readText(path);
  return text === null ? DEFAULT_CONFIG : parseConfig(text, path);
}

function parseConfig(text: string, path: string): Config {
  const json = parseJson(text.slice(0, MAX_FILE_LENGTH));
  if (!json.ok) throw new BadInput(`${path} is not JSON`);
  const read = fields(json.value);
  read.onlyKnown(Object.keys(DEFAULT_CONFIG));
  const word = (name: string) => read.string(name, { min: 1, max: MAX_WORD });
  const config: Partial<Record<keyof Config, unknown>> = {
    market: read.optional("market", word),
    bounty: read.optional("bounty", word),
    currency: read.optional("currency", word),
    chain: read.optional("chain", word),
    mode: read.optional("mode", (name) => read.oneOf(name, MODES)),
    judge: read.optional("judge", word),
    network: read.optional("network", (name) => read.oneOf(name, NETWORKS)),
    maxAttempts: read.optional("maxAttempts", (name) =>
      read.integer(name, NUMBER_RULES.maxAttempts),
    ),
    timeoutSeconds: read.optional("timeoutSeconds", (name) =>
      read.integer(name, NUMBER_RULES.executionSeconds),
    ),
  };
  if (read.problem !== null) {
    throw new BadInput(`${path}: ${read.problem.field}: ${read.problem.problem}`);
  }
  const said = Object.fromEntries(Object.entries(config).filter(([, value]) => value !== null));
  return checked({ ...DEFAULT_CONFIG, ...said }, path);
}

/**
 * Sets one key, or removes it with null. Defaults are not written, so that a later change of a default
 * takes effect.
 * @throws BadInput that names the key; the file is then as it was.
 */
export function setConfig(path: string, key: string, text: string | null): Config {
  const json = parseJson((readText(path) ?? "{}").slice(0, MAX_FILE_LENGTH));
  if (!json.ok || !isJsonObject(json.value)) throw new BadInput(`${path} is not a JSON object`);
  if (text === null && !isConfigKey(key) && !Object.hasOwn(json.value, key)) {
    throw new BadInput(`unknown key "${key}"; the keys are ${CONFIG_KEYS.join(", ")}`);
  }
  const others = Object.entries(json.value).filter(([name]) => name !== key);
  const said = text === null ? others : [...others, [key, configValue(key, text)] as const];
  const next = chainJson(Object.fromEntries(said));
  const config = parseConfig(next, path);
  writeWhole(path, `${JSON.stringify(JSON.parse(next), null, 2)}\n`);
  return config;
}

export function isConfigKey(key: string): key is keyof Config {
  return Object.hasOwn(DEFAULT_CONFIG, key);
}

/** @throws BadInput where a number is expected and this is none; its range is the parser's. */
function configValue(key: string, text: string): Json {
  const isNumber = isConfigKey(key) && typeof DEFAULT_CONFIG[key] === "number";
  if (!isNumber) return text;
  if (!/^-?[0-9]{1,15}$/.test(text)) throw new BadInput(`${key}: "${text}" is not a whole number`);
  return BigInt(text);
}

function checked(config: Config, path: string): Config {
  const { market, bounty, judge } = config;
  const problem = market === null ? null : marketUrlProblem(market);
  if (problem !== null) throw new BadInput(`${path}: market: ${problem}`);
  // The market checks currency and precision. Here any amount will do; XNO has the most decimals.
  if (!parseAmount(bounty, XNO).ok) {
    throw new BadInput(`${path}: bounty: expected an amount such as 0.5`);
  }
  if (!isJudge(judge)) {
    throw new BadInput(`${path}: judge: expected market, none, or a judge's key`);
  }
  return config;
}

/** `market`, `none` or a key. */
export function isJudge(text: string): boolean {
  return text === "market" || text === "none" || parseParty(text).ok;
}

function readText(path: string): string | null {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw new BadInput(`${path} cannot be read: ${(error as Error).message}`);
  }
}
