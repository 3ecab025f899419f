/**
 * Opens what every command about contracts needs: the user's key and the market, by flag, by config or
 * the built-in one; and reports why it cannot be reached.
 *
 * Reading needs no key, so none is created for it; a throw-away key signs such requests.
 */
import { existsSync } from "node:fs";
import { homedir } from "node:os";
import {
  type Answered,
  BadAnswer,
  type Connection,
  MarketUnavailable,
} from "@bazaar/doors/connection";
import { marketUrlProblem } from "@bazaar/doors/http/connect";
import type { Party } from "@bazaar/kernel";
import { generateSigner } from "@bazaar/keys";
import { openKeyFile, readKeyFile } from "@bazaar/keys/key-file";
import { BadInput, type Command } from "@bazaar/terminal";
import { type Config, readConfig } from "../config.ts";
import { type FixHome, fixHome } from "../home.ts";
import { openMarket } from "../repair/open-market.ts";
import { complain } from "../terminal.ts";
import { explainMarketRefusal } from "./explain-market-refusal.ts";

export interface MarketFlags {
  readonly market?: string;
}

export interface MarketNeeds {
  /** Whether the built-in market's agent runs meanwhile. */
  readonly hasAgent?: boolean;
  /** Whether the key and the built-in market are created if missing. */
  readonly makesKey?: boolean;
  /** Whether it is about a contract, which is on this market only. */
  readonly isBound?: boolean;
}

export interface AtMarket {
  readonly connection: Connection;
  /** The user; null before there is a key. */
  readonly party: Party | null;
  readonly market: MarketName;
  readonly config: Config;
}

export interface MarketName {
  /** Null for the built-in one. */
  readonly url: string | null;
  /** For people. */
  readonly text: string;
}

export const BUILT_IN = "the built-in market";

export function marketOption(command: Command): Command {
  return command.option("--market <url>", "use this market instead of the configured one");
}

/** Runs `use` at the market; with null if it is the built-in one and nothing was posted yet. */
export async function withMarket(
  flags: MarketFlags,
  needs: MarketNeeds,
  use: (at: AtMarket | null) => Promise<void>,
): Promise<void> {
  const own = fixHome(homedir());
  const config = readConfig(own.config);
  const market = marketName(flags, config);
  const signer = signerFor(own, needs);
  if (market.url === null && needs.makesKey !== true && !existsSync(own.market.database)) {
    await use(null);
    return;
  }
  try {
    await using opened = await openMarket(market.url, signer ?? generateSigner(), own, {
      hasAgent: needs.hasAgent === true,
    });
    await use({ connection: opened.connection, party: signer?.party ?? null, market, config });
  } catch (error) {
    if (!(error instanceof MarketUnavailable || error instanceof BadAnswer)) throw error;
    complain(
      `${unreachableWords(market.text, error)}; ${needs.isBound === true ? LATER : ELSEWHERE}`,
    );
    process.exitCode = 1;
  }
}

/** @throws BadInput if `--market` is not an address. */
export function marketName({ market }: MarketFlags, config: Config): MarketName {
  const problem = market === undefined ? null : marketUrlProblem(market);
  if (problem !== null) throw new BadInput(`--market: ${problem}`);
  const url = market ?? config.market;
  return { url, text: url ?? BUILT_IN };
}

/** The value of an answer. @throws BadInput with the reason if it was refused. */
export function given<T>(answer: Answered<T>): T {
  if (answer.ok) return answer.value;
  throw new BadInput(explainMarketRefusal(answer.refusal));
}

function signerFor(own: FixHome, { makesKey = false }: MarketNeeds) {
  if (!makesKey) return existsSync(own.key) ? readKeyFile(own.key) : null;
  const { signer, isNew } = openKeyFile(own.key);
  if (isNew) complain(`created ${own.key}; keep this file secret: it is your identity`);
  return signer;
}

const LATER = "try again later";
const ELSEWHERE = "try again later, or choose another market with --market";

export function unreachableWords(market: string, error: MarketUnavailable | BadAnswer): string {
  if (error instanceof BadAnswer) return `${market} sent an invalid answer: ${error.message}`;
  const isNamed = error.message.includes(market);
  return isNamed ? error.message : `${market} does not answer: ${error.message}`;
}
