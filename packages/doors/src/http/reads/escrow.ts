import { refuse } from "@bazaar/kernel";
import { z } from "zod";
import { answer, callerRead } from "../endpoint.ts";
import { isOnSide } from "../is-on-side.ts";
import { decimal, party, side, status } from "../shapes.ts";
import { DEPOSIT } from "../views/deposit.ts";
import { accountsView, escrowView } from "../views/escrow.ts";
import { findContract } from "./find-contract.ts";

const deposit = DEPOSIT.extend({ side });

const payout = z.object({
  to: z.string(),
  pubkey: party.nullable(),
  amount: decimal,
  currency: z.string(),
  rail: z.string(),
  status: z.enum(["ordered", "signed", "sent", "unknown", "confirmed"]),
  needs_account: z.boolean().describe("The receiver has no account yet: POST /accounts."),
  proof: z.string().nullable(),
});

export const getEscrow = callerRead({
  path: "/contracts/{id}/escrow",
  summary:
    "What is held and what was paid out. With a signed request the two sides see their accounts too",
  tag: "money",
  answer: z.object({
    contract_id: z.string(),
    bounty: decimal,
    currency: z.string().nullable(),
    rail: z.string().nullable(),
    locked: z.boolean(),
    resolved: z.boolean(),
    resolution: z.object({ status, outcome: z.string(), settled: z.boolean() }).nullable(),
    escrow_account: z.string().nullable().optional(),
    principal_account: z.string().nullable().optional(),
    agent_account: z.string().nullable().optional(),
    deposits: z.array(deposit).optional(),
    judge_fee: decimal,
    inclusive_bond: decimal,
    principal_locked: z.boolean(),
    agent_locked: z.boolean(),
    held: z.object({ principal: decimal, agent: decimal }).nullable(),
    payouts: z.array(payout),
  }),
  run: async ({ market, name, caller }) => {
    const found = await findContract(market, name);
    if (!found.ok) return found;
    const { state } = found.value;
    if (caller !== null && !isOnSide(state, caller.party)) {
      return refuse({ code: "not_a_party", author: caller.party, act: "escrow" });
    }
    const open = escrowView(state, await market.payouts(state.id));
    if (caller === null) return answer(open);
    return answer({ ...open, ...accountsView(state, await market.deposits(state.id)) });
  },
});
