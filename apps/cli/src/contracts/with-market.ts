/**
 * What every command about contracts starts with: the person's key, the market that was named,
 * configured or comes with `fix`, and one place that says why it cannot be reached.
 *
 * Looking needs no key, so none is made for it; a key that nobody owns signs such requests.
 */
import { existsSync } from "node:fs";
import { homedir } from "node:os";
import {
  type Answered,
  BadAnswer,
  type Connection,
  MarketUnavailable,
  marketUrlProblem,
} from "@bazaar/doors/http/connect";
import type { Party } from "@bazaar/kernel";
import { generateSigner } from "@bazaar/keys";
import { openKeyFile, readKeyFile } from "@bazaar/keys/key-file";
import { BadInput, type Command } from "@bazaar/terminal";
import { type Config, readConfig } from "../config.ts";
import { type FixHome, fixHome } from "../home.ts";
import { openMarket } from "../repair/open-market.ts";
import { complain } from "../terminal.ts";
import { explainNo } from "./explain-no.ts";

export interface MarketFlags {
  readonly market?: string;
}

export interface MarketNeeds {
  /** Whether the embedded market's agent is to answer meanwhile. */
  readonly hasAgent?: boolean;
  /** Whether the person's key, and the embedded market, are made where there is none yet. */
  readonly makesKey?: boolean;
}

export interface AtMarket {
  readonly connection: Connection;
  /** The person; null before there is a key. */
  readonly party: Party | null;
  readonly market: MarketName;
  readonly config: Config;
}

export interface MarketName {
  /** Null for the embedded one. */
  readonly url: string | null;
  /** For people. */
  readonly text: string;
}

export function marketOption(command: Command): Command {
  return command.option("--market <url>", "use this market instead of the configured one");
}

/** Runs `use` at the market. Null is the embedded one before anything was posted there. */
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
    complain(`${unreachableWords(market.text, error)}; ${ELSEWHERE}`);
    process.exitCode = 1;
  }
}

/** @throws BadInput where `--market` is no address. */
export function marketName({ market }: MarketFlags, config: Config): MarketName {
  const problem = market === undefined ? null : marketUrlProblem(market);
  if (problem !== null) throw new BadInput(`--market: ${problem}`);
  const url = market ?? config.market;
  return { url, text: url ?? "the built-in market" };
}

/** What was asked for. A no to a question is told to whoever asked it. */
export function given<T>(answer: Answered<T>): T {
  if (answer.ok) return answer.value;
  throw new BadInput(explainNo(answer.refusal));
}

function signerFor(own: FixHome, { makesKey = false }: MarketNeeds) {
  if (!makesKey) return existsSync(own.key) ? readKeyFile(own.key) : null;
  const { signer, isNew } = openKeyFile(own.key);
  if (isNew) complain(`created ${own.key}; keep this file secret: it is your identity`);
  return signer;
}

const ELSEWHERE = "try again later, or choose another market with --market";

/** Why there was no answer that counts, for people. */
export function unreachableWords(market: string, error: MarketUnavailable | BadAnswer): string {
  if (error instanceof BadAnswer) return `${market} sent an invalid answer: ${error.message}`;
  const isNamed = error.message.includes(market);
  return isNamed ? error.message : `${market} does not answer: ${error.message}`;
}
