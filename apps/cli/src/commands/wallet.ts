/** `fix wallet`: what the user has on a market, free and held, and the last movements of it. */
import type { Posting } from "@bazaar/doors/connection";
import { formatAmount, isEnded, type JsonObject } from "@bazaar/kernel";
import { Command } from "@bazaar/terminal";
import { onOneLine } from "../contracts/inert-lines.ts";
import { heldBy, type Money } from "../contracts/money-words.ts";
import { tellOtherMarkets } from "../contracts/other-markets.ts";
import { heldFor, ownContracts, paidFrom } from "../contracts/own-contracts.ts";
import { sayJson } from "../contracts/say-json.ts";
import { viewerOf } from "../contracts/viewer.ts";
import {
  type AtMarket,
  given,
  type MarketFlags,
  marketOption,
  withMarket,
} from "../contracts/with-market.ts";
import { say } from "../terminal.ts";

interface WalletFlags extends MarketFlags {
  readonly json?: boolean;
}

const MAX_POSTINGS = 10;
const MAX_OPEN = 200;
const NAME_SHOWN = 16;

export function walletCommand(): Command {
  const faucet = new Command("faucet")
    .description("request test money, if the market has a faucet")
    .argument("[asset]", "which asset (default: the configured currency)")
    .option("--json", "print one JSON object");
  const wallet = new Command("wallet")
    .description("show your balance, money held in contracts, and recent transactions")
    .option("--json", "print one JSON object")
    .addCommand(marketOption(faucet).action(askFaucet));
  return marketOption(wallet).action(show);
}

async function show(flags: WalletFlags): Promise<void> {
  await withMarket(flags, {}, async (at) => {
    if (at === null || at.party === null) {
      if (flags.json === true) sayJson({ key: null, free: {}, held: {}, postings: [] });
      else say("You have no wallet yet. Your first contract, or fix wallet faucet, creates one.");
      return;
    }
    const free = given(await at.connection.balances());
    const held = await heldNow(at);
    const { postings } = given(await at.connection.statement());
    const last = postings.slice(0, MAX_POSTINGS);
    if (flags.json === true) sayJson(walletJson(at.party, free, held, last));
    else for (const line of walletLines(at, free, held, last)) say(line);
  });
  tellOtherMarkets("wallet", flags);
}

async function askFaucet(asset: string | undefined, _: unknown, command: Command): Promise<void> {
  const flags = command.optsWithGlobals<WalletFlags>();
  await withMarket(flags, { makesKey: true }, async (at) => {
    if (at === null) return;
    const wanted = asset ?? at.config.currency;
    const amount = given(await at.connection.faucet(wanted));
    if (flags.json === true) sayJson({ amount, asset: wanted });
    else say(`${amount} ${onOneLine(wanted)} from ${at.market.text}`);
  });
}

/** The user's part of what open contracts hold, from their transcripts. */
async function heldNow(at: AtMarket): Promise<ReadonlyMap<string, Money>> {
  const sums = new Map<string, Money>();
  const { contracts } = await ownContracts(at);
  const open = contracts.filter(({ hasEnded }) => !hasEnded).slice(0, MAX_OPEN);
  for (const { id } of open) {
    const contract = given(await at.connection.contract(id));
    const side = viewerOf(contract, at.party);
    if (side === null || isEnded(contract.state.phase)) continue;
    for (const [code, { asset, amount }] of heldBy(contract.state, side)) {
      sums.set(code, { asset, amount: amount + (sums.get(code)?.amount ?? 0n) });
    }
  }
  return sums;
}

function walletLines(
  at: AtMarket,
  free: ReadonlyMap<string, string>,
  held: ReadonlyMap<string, Money>,
  postings: readonly Posting[],
): readonly string[] {
  const codes = [...new Set([...free.keys(), ...held.keys()])];
  return [
    `${at.party} on ${at.market.text}`,
    ...codes.map((code) => {
      const inContracts = held.get(code);
      const part =
        inContracts === undefined || inContracts.amount === 0n
          ? ""
          : `, ${formatAmount(inContracts.amount, inContracts.asset)} held in contracts`;
      return `${free.get(code) ?? "0"} ${onOneLine(code)} free${part}`;
    }),
    ...(codes.length === 0
      ? ["no money yet; your first contract comes with a starting balance"]
      : []),
    ...postings.map(postingLine),
  ];
}

function postingLine(posting: Posting): string {
  const { direction, amount, asset } = posting;
  const sign = direction === "in" ? "+" : "-";
  return `  ${sign}${amount} ${onOneLine(asset)}  ${purposeOf(posting)}`;
}

function purposeOf(posting: Posting): string {
  const into = heldFor(posting);
  if (into !== null) return `held for contract ${into.slice(0, NAME_SHOWN)}`;
  const from = paidFrom(posting);
  if (from !== null) return `from contract ${from.slice(0, NAME_SHOWN)}`;
  if (posting.key.startsWith("starting/")) return "starting balance";
  if (posting.key.startsWith("faucet/")) return "faucet";
  return onOneLine(posting.direction === "in" ? `from ${posting.from}` : `to ${posting.to}`);
}

function walletJson(
  key: string,
  free: ReadonlyMap<string, string>,
  held: ReadonlyMap<string, Money>,
  postings: readonly Posting[],
): JsonObject {
  const inContracts = [...held].map(([code, { asset, amount }]) => [
    code,
    formatAmount(amount, asset),
  ]);
  return {
    key,
    free: Object.fromEntries(free),
    held: Object.fromEntries(inContracts),
    postings: postings.map(({ no, ...posting }) => ({ no: BigInt(no), ...posting })),
  };
}
