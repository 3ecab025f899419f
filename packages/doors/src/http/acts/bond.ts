import { formatAmount, type JsonObject, type Terms } from "@bazaar/kernel";
import { z } from "zod";
import { decimal, status } from "../shapes.ts";
import { DEPOSIT } from "../views/deposit.ts";
import { payPot } from "../views/money.ts";
import { statusOf } from "../views/status.ts";
import { actEndpoint } from "./act-endpoint.ts";
import { depositOf } from "./deposit.ts";

export const bond = actEndpoint({
  word: "bond",
  summary: "Take the contract's seat and stake the bond",
  tag: "acts",
  key: "agent_pubkey",
  says: {},
  answer: z.object({
    status,
    bond: z.object({
      status: z.enum(["agent_locked", "awaiting_deposit", "no_escrow"]),
      inclusive_bond: decimal.optional(),
      judge_fee: decimal.optional(),
    }),
    deposit: DEPOSIT.nullish(),
  }),
  act: (_, { caller }) => ({ type: "bond", says: { agent_pubkey: caller.party } }),
  async reply({ id, terms, phase, caller, call }) {
    const moved = { status: statusOf(phase) };
    if (phase !== "reserved") return { ...moved, bond: bondView(terms, "agent_locked") };
    const deposit = await depositOf(call.market, id, caller.party);
    return { ...moved, bond: bondView(terms, "awaiting_deposit"), deposit };
  },
});

/** What the agent stakes; nothing if there is no court. */
function bondView(terms: Terms, staked: "agent_locked" | "awaiting_deposit"): JsonObject {
  const pot = payPot(terms);
  if (pot === null || pot.due.agent === 0n) return { status: "no_escrow" };
  const judgeFee = pot.schedule === "symmetric-bond" ? pot.judgeFee : 0n;
  return {
    status: staked,
    inclusive_bond: formatAmount(pot.due.agent, pot.asset),
    judge_fee: formatAmount(judgeFee, pot.asset),
  };
}
