/**
 * All kept fixes with the state of their contracts. A fix whose contract has ended is listed once more
 * and then forgotten.
 */
import {
  forget,
  type RemoveNeeds,
  type ReviewStanding,
  reviewStanding,
  type WaitingRepair,
} from "@bazaar/client";
import { BadAnswer, type Clock, type Contract, MarketUnavailable } from "@bazaar/doors/connection";
import { contractAlias, type JsonObject } from "@bazaar/kernel";
import { explainMarketRefusal } from "../../contracts/explain-market-refusal.ts";
import type { OpenedMarket } from "../open-market.ts";
import { openReviewMarket, readContractSoon } from "./review-market.ts";

export interface Listed {
  readonly waiting: WaitingRepair;
  readonly seen: Seen;
}

export type Seen =
  | { readonly is: "seen"; readonly contract: Contract; readonly standing: ReviewStanding }
  | { readonly is: "unknown"; readonly problem: string }
  | { readonly is: "refused"; readonly problem: string }
  | { readonly is: "no_answer"; readonly problem: string };

export async function listWaiting(
  found: readonly WaitingRepair[],
  needs: RemoveNeeds,
  clock: Clock,
): Promise<readonly Listed[]> {
  const listed: Listed[] = [];
  const markets = new Set(found.map(({ market }) => market));
  for (const url of markets) {
    await using market = await openReviewMarket(url, { hasAgent: false, clock });
    const here: Listed[] = [];
    for (const waiting of found.filter((each) => each.market === url)) {
      // Wait only once for a market that does not answer.
      const before = here.at(-1)?.seen;
      const seen = before?.is === "no_answer" ? before : await see(waiting, market);
      here.push({ waiting, seen });
    }
    listed.push(...here);
  }
  for (const { waiting, seen } of listed) {
    // If another process has it open, it is listed again next time.
    if (seen.is === "seen" && seen.standing === "over") await forget(waiting, needs);
  }
  return listed;
}

/** The state of a kept fix, as its market reports it. */
export async function see(waiting: WaitingRepair, market: OpenedMarket): Promise<Seen> {
  try {
    const contract = await readContractSoon(market, waiting.contract);
    if (!contract.ok) {
      const is = contract.refusal.code === "unknown_contract" ? "unknown" : "refused";
      return { is, problem: explainMarketRefusal(contract.refusal) };
    }
    const standing = reviewStanding(waiting, contract.value);
    return { is: "seen", contract: contract.value, standing };
  } catch (error) {
    if (!(error instanceof MarketUnavailable || error instanceof BadAnswer)) throw error;
    return { is: "no_answer", problem: error.message };
  }
}

export function listedJson({ waiting, seen }: Listed): JsonObject {
  const { contract, market, command, directory, kept } = waiting;
  const state = seen.is === "seen" ? seen.contract.state : null;
  const deadline = state?.deadline ?? null;
  return {
    contract,
    alias: contractAlias(contract),
    market,
    command,
    corrected_command: kept?.correctedCommand ?? null,
    directory,
    standing: seen.is === "seen" ? seen.standing : null,
    phase: state?.phase ?? null,
    until_ms: deadline === null ? null : BigInt(deadline.atMs),
  };
}
