/** `fix status`: the user's contracts, one line each: their state and what they wait for. */
import type { Contract } from "@bazaar/doors/connection";
import { isEnded } from "@bazaar/kernel";
import { Command } from "@bazaar/terminal";
import { contractJson } from "../contracts/contract-json.ts";
import { heldWords } from "../contracts/money-words.ts";
import { tellOtherMarkets } from "../contracts/other-markets.ts";
import { ownContracts } from "../contracts/own-contracts.ts";
import { sayJson } from "../contracts/say-json.ts";
import { endWords, shortName, titleOf, waitingWords } from "../contracts/state-words.ts";
import { viewerOf } from "../contracts/viewer.ts";
import {
  type AtMarket,
  BUILT_IN,
  given,
  type MarketFlags,
  marketOption,
  withMarket,
} from "../contracts/with-market.ts";
import { complain, say } from "../terminal.ts";

interface StatusFlags extends MarketFlags {
  readonly all?: boolean;
  readonly json?: boolean;
}

/** Each is downloaded and verified. */
const MAX_SHOWN = 200;

export function statusCommand(): Command {
  const command = new Command("status")
    .description("list your contracts: state, what each waits for, money held")
    .option("--all", "include contracts that have ended")
    .option("--json", "print one JSON object");
  return marketOption(command).action(run);
}

async function run(flags: StatusFlags): Promise<void> {
  await withMarket(flags, {}, async (at) => {
    const shown = at === null ? NOTHING : await shownContracts(at, flags);
    const { contracts, isComplete } = shown;
    if (flags.json === true) {
      sayJson({ contracts: contracts.map(contractJson), complete: isComplete });
      return;
    }
    if (at !== null) for (const line of statusLines(contracts, at)) say(line);
    if (contracts.length === 0) say(noneWords(flags, at?.market.text ?? BUILT_IN));
    if (!isComplete) complain("too many contracts to search: older ones may be missing");
  });
  tellOtherMarkets("status", flags);
}

interface Shown {
  readonly contracts: readonly Contract[];
  readonly isComplete: boolean;
}

const NOTHING: Shown = { contracts: [], isComplete: true };

async function shownContracts(at: AtMarket, { all = false }: StatusFlags): Promise<Shown> {
  const own = await ownContracts(at);
  const wanted = own.contracts.filter(({ hasEnded }) => all || !hasEnded);
  const contracts: Contract[] = [];
  for (const { id } of wanted.slice(0, MAX_SHOWN)) {
    const contract = given(await at.connection.contract(id));
    if (viewerOf(contract, at.party) === null) continue;
    if (all || !isEnded(contract.state.phase)) contracts.push(contract);
  }
  const newestFirst = contracts.toSorted((a, b) => postedMs(b) - postedMs(a));
  return { contracts: newestFirst, isComplete: own.isComplete && wanted.length <= MAX_SHOWN };
}

function statusLines(contracts: readonly Contract[], at: AtMarket): readonly string[] {
  const titles = contracts.map(({ state }) => titleOf(state.terms));
  const columns = Math.max(0, ...titles.map((title) => title.length));
  return contracts.map((contract, index) => {
    const title = (titles[index] ?? "").padEnd(columns);
    return `${shortName(contract)}  ${title}  ${stateWords(contract, at)}`;
  });
}

function stateWords(contract: Contract, { party, connection }: AtMarket): string {
  const { state } = contract;
  const viewer = viewerOf(contract, party);
  const waiting = waitingWords(state, viewer, connection.clock.nowMs());
  const held = heldWords(state);
  return [
    endWords(state),
    ...(waiting === null ? [] : [`waits for ${waiting}`]),
    ...(held === null ? [] : [`${held} held`]),
  ].join("; ");
}

function noneWords({ all = false }: StatusFlags, market: string): string {
  return all
    ? `You have no contracts on ${market}. fix <command> runs a command and posts one when it fails.`
    : `You have no open contracts on ${market}. fix status --all shows those that have ended.`;
}

function postedMs({ transcript }: Contract): number {
  return transcript.receivedAt[0] ?? 0;
}
