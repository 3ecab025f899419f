/** The options of the soak. */
import { parseArgs } from "node:util";

export interface Options {
  readonly minutes: number;
  /** Acts per second, whatever the server does. */
  readonly rate: number;
  readonly kills: number;
  readonly seed: number;
}

export const USAGE = `usage: npm run long -- soak, or node tools/soak/main.ts [options]
  --minutes N   how long the load lasts (10)
  --rate N      acts per second (100)
  --kills N     how often the server is killed (3 per minute, at least 3)
  --seed N      random seed (1)`;

const KILLS_PER_MINUTE = 3;
const MIN_KILLS = 3;

/** The options, or an error message. */
export function readOptions(args: readonly string[]): Options | string {
  const values = valuesOf(args);
  if (typeof values === "string") return values;
  const { minutes = "10", rate = "100", seed = "1" } = values;
  const usualKills = Math.max(MIN_KILLS, Math.round(Number(minutes) * KILLS_PER_MINUTE));
  const { kills = String(usualKills) } = values;
  for (const [name, text] of Object.entries({ minutes, rate })) {
    if (!(Number(text) > 0)) return `--${name} takes a number above 0, not ${text}`;
  }
  for (const [name, text] of Object.entries({ kills, seed })) {
    if (!/^[0-9]{1,9}$/.test(text)) return `--${name} takes a whole number, not ${text}`;
  }
  return {
    minutes: Number(minutes),
    rate: Number(rate),
    kills: Number(kills),
    seed: Number(seed),
  };
}

function valuesOf(args: readonly string[]): Partial<Record<keyof Options, string>> | string {
  const text = { type: "string" } as const;
  const options = { minutes: text, rate: text, kills: text, seed: text };
  try {
    return parseArgs({ args: [...args], options }).values;
  } catch (error) {
    if (error instanceof TypeError) return error.message;
    throw error;
  }
}
