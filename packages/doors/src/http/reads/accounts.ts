import { fixParty, formatAmount, type Offer, type Party, parseParty } from "@bazaar/kernel";
import type { Census, Posting } from "@bazaar/market/ports";
import { z } from "zod";
import type { DoorResult } from "../door-refusal.ts";
import { answer, publicRead } from "../endpoint.ts";
import { upperCaseRefusal } from "../lower-case.ts";
import { count, decimal, party } from "../shapes.ts";
import { byStatus } from "../views/census.ts";
import { ledgerAsset } from "../views/money.ts";
import { limit, placeNumber } from "./paging.ts";

const balances = z.record(z.string(), decimal).describe("By asset, on this market's ledger.");
const counts = z.record(z.string(), count);

const NOTE =
  "Reputation is a key's balances on this market's ledger and its contracts counted by status, with the failures it reported without evidence. Every contract has a transcript that anyone can verify.";

export const reputation = publicRead({
  path: "/reputation/{pubkey}",
  summary: "The reputation of a key, written with or without fix_",
  tag: "platform",
  answer: z.object({
    pubkey: party,
    note: z.string(),
    balances,
    as_principal: counts,
    as_agent: counts,
    unsupported_failures: count.describe("Failures it reported as principal without evidence."),
  }),
  run: async ({ market, name }) => {
    const key = partyOf(name);
    if (!key.ok) return key;
    const [held, history] = await Promise.all([
      market.balances(key.value),
      market.history(key.value),
    ]);
    return answer({
      pubkey: key.value,
      note: NOTE,
      balances: balancesView(held, market.offer),
      as_principal: countsView(history.principal),
      as_agent: countsView(history.agent),
      unsupported_failures: history.unsupported,
    });
  },
});

export const account = publicRead({
  path: "/accounts/{pubkey}",
  summary: "The available balances of a key on this market's ledger",
  tag: "money",
  answer: z.object({ pubkey: party, balances }),
  run: async ({ market, name }) => {
    const key = partyOf(name);
    if (!key.ok) return key;
    const held = await market.balances(key.value);
    return answer({ pubkey: key.value, balances: balancesView(held, market.offer) });
  },
});

const posting = z.object({
  no: count,
  key: z.string(),
  direction: z.enum(["in", "out"]),
  from: z.string(),
  to: z.string(),
  asset: z.string(),
  amount: decimal,
});

export const statement = publicRead({
  path: "/accounts/{pubkey}/statement",
  summary: "All transfers from and to a key's account, newest first",
  tag: "money",
  query: z.object({
    limit,
    before: placeNumber("expected the number of a posting")
      .optional()
      .describe("Start after this posting: `next` of the previous page."),
  }),
  answer: z.object({ pubkey: party, postings: z.array(posting), next: count.nullable() }),
  run: async ({ market, name, query }) => {
    const key = partyOf(name);
    if (!key.ok) return key;
    const postings = await market.statement(key.value, query.before ?? null, query.limit);
    const isFull = postings.length === query.limit;
    return answer({
      pubkey: key.value,
      postings: postings.map((line) => postingView(line, key.value, market.offer)),
      next: isFull ? (postings.at(-1)?.no ?? null) : null,
    });
  },
});

/** A key as a path has it: a party, or 64 hex digits without `fix_`. */
export function partyOf(name: string): DoorResult<Party> {
  const refused = upperCaseRefusal(name);
  if (refused !== null) return refused;
  return /^[0-9a-f]{64}$/.test(name) ? fixParty(name) : parseParty(name);
}

function balancesView(held: ReadonlyMap<string, bigint>, offer: Offer): Record<string, string> {
  const lines = [...held].map(([code, amount]) => [
    code,
    formatAmount(amount, ledgerAsset(code, offer)),
  ]);
  return Object.fromEntries(lines);
}

function countsView(census: Census): Record<string, number> {
  return Object.fromEntries(byStatus(census));
}

function postingView(line: Posting, key: Party, offer: Offer): Record<string, unknown> {
  const { no, from, to, asset, amount } = line;
  return {
    no,
    key: line.key,
    direction: to === key ? "in" : "out",
    from,
    to,
    asset,
    amount: formatAmount(amount, ledgerAsset(asset, offer)),
  };
}
