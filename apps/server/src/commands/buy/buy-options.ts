/** What every `bazaar buy` is told: where, from whom, for how much. */
import { randomUUID } from "node:crypto";
import { homedir } from "node:os";
import { join } from "node:path";
import { BTC, formatAmount, type Party, parseParty } from "@bazaar/kernel";
import { BadInput, type Command, Option } from "@bazaar/terminal";
import { marketOption } from "../market-option.ts";
import { wholeNumber } from "../whole-number.ts";

export interface BuyOptions {
  readonly market: string;
  readonly key: string;
  readonly provider?: string;
  readonly judge?: string;
  readonly sats: string;
  readonly timeLimit: string;
  readonly trajectory: boolean;
  readonly idempotencyKey?: string;
  readonly json?: boolean;
}

export interface Purchase {
  readonly market: string;
  readonly keyFile: string;
  readonly provider: Party | null;
  readonly judge: string | null;
  readonly budget: { readonly amount: string; readonly currency: string };
  /** What every payload has. */
  readonly asked: { readonly max_cost_sats: bigint; readonly idempotency_key: string };
  /** The idempotency key, if one was chosen. */
  readonly chosenKey: string | null;
  readonly timeLimitSeconds: number;
  readonly needsTrajectory: boolean;
  readonly isJson: boolean;
}

const EXIT_CODES = `
Exits with 0 if it was bought and is here, 1 if not, and 2 if the input cannot be used.`;
const MAX_SATS = 1_000_000;
const MSATS = 1_000n;
const MIN_SECONDS = 30;
const MAX_SECONDS = 3_600;

export function withBuyOptions(command: Command): Command {
  const key = join(homedir(), ".fix", "buyer.key");
  return command
    .addOption(marketOption())
    .addOption(
      new Option("--key <file>", "the buyer's key, created if missing").default(
        key,
        "~/.fix/buyer.key",
      ),
    )
    .option("--provider <key>", "only this provider may do the job")
    .option("--judge <key>", "who rules on disputes; default: the check is run again")
    .option("--sats <number>", "the budget, held until the job ends", "5000")
    .option("--time-limit <seconds>", "how long the work may take", "900")
    .option("--idempotency-key <text>", "the same key is the same job, however often it is posted")
    .option("--no-trajectory", "take a result without a signed record of how it was made, too")
    .option("--json", "print one JSON object for each step")
    .addHelpText("after", EXIT_CODES);
}

export function readPurchase(options: BuyOptions): Purchase {
  const sats = BigInt(wholeNumber("--sats", options.sats, 1, MAX_SATS));
  return {
    market: options.market,
    keyFile: options.key,
    provider: options.provider === undefined ? null : keyOf("--provider", options.provider),
    judge: options.judge === undefined ? null : keyOf("--judge", options.judge),
    budget: { amount: formatAmount(sats * MSATS, BTC), currency: BTC.code },
    asked: { max_cost_sats: sats, idempotency_key: options.idempotencyKey ?? randomUUID() },
    chosenKey: options.idempotencyKey ?? null,
    timeLimitSeconds: wholeNumber("--time-limit", options.timeLimit, MIN_SECONDS, MAX_SECONDS),
    needsTrajectory: options.trajectory,
    isJson: options.json === true,
  };
}

function keyOf(option: string, text: string): Party {
  const party = parseParty(text);
  if (party.ok) return party.value;
  throw new BadInput(`${option}: expected a key such as fix_ and 64 hex digits, got "${text}"`);
}
