/** The conditions of a contract, from the config and the market. */
import type { Conditions } from "@bazaar/client";
import type { Connection } from "@bazaar/doors/connection";
import type { Check } from "@bazaar/kernel";
import { BadInput } from "@bazaar/terminal";
import type { Config } from "../config.ts";

const SECONDS_BETWEEN_LOOKS = 5;
const CHECKS: readonly Check[] = [{ method: "exit_code", expected: 0 }];

export async function conditionsOf(
  connection: Connection,
  config: Config,
  signal: AbortSignal,
): Promise<Conditions> {
  return { ...localConditions(config), judge: await judgeOf(connection, config.judge, signal) };
}

/** Without a market there is no judge. */
export function localConditions(config: Config): Conditions {
  const { mode, bounty: amount, currency, chain, maxAttempts, timeoutSeconds, network } = config;
  return {
    mode,
    bounty: { amount, currency, chain },
    judge: null,
    capabilities: { sudo: process.getuid?.() === 0, network: network === "none" ? null : network },
    checks: CHECKS,
    maxAttempts,
    // The built-in market's agent is the user's own and needs no limit.
    secondsBetweenLooks: config.market === null ? 0 : SECONDS_BETWEEN_LOOKS,
    timeoutSeconds,
  };
}

async function judgeOf(
  connection: Connection,
  wanted: string,
  signal: AbortSignal,
): Promise<string | null> {
  if (wanted === "none") return null;
  if (wanted !== "market") return wanted;
  const info = await connection.platformInfo(signal);
  if (!info.ok)
    throw new BadInput(`the market does not say what it offers: ${info.refusal.detail}`);
  return info.value.judge;
}
