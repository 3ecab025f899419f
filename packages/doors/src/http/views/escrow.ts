import {
  type ContractState,
  contractAlias,
  formatAmount,
  isEnded,
  type JsonObject,
  type Pot,
} from "@bazaar/kernel";
import type { HoldRecord, LegRecord } from "@bazaar/market/ports";
import { depositView } from "./deposit.ts";
import { bountyText, payPot } from "./money.ts";
import { statusOf } from "./status.ts";

/** The public part of a contract's money. */
export function escrowView(state: ContractState, payouts: readonly LegRecord[]): JsonObject {
  const pot = payPot(state.terms);
  const held = pot === null ? undefined : state.held[state.terms.pots.indexOf(pot)];
  const isPrincipalLocked = (held?.principal ?? 0n) > 0n;
  return {
    contract_id: contractAlias(state.id),
    bounty: bountyText(state.terms),
    currency: pot?.asset.code ?? null,
    rail: pot?.rail ?? null,
    locked: isPrincipalLocked,
    resolved: isEnded(state.phase),
    resolution: resolutionView(state, payouts),
    judge_fee: pot !== null && "judgeFee" in pot ? formatAmount(pot.judgeFee, pot.asset) : "0",
    inclusive_bond: pot === null ? "0" : formatAmount(pot.due.principal, pot.asset),
    principal_locked: isPrincipalLocked,
    agent_locked: (held?.agent ?? 0n) > 0n,
    held: pot === null || held === undefined ? null : heldView(pot, held),
    payouts: payouts.map(payoutView),
  };
}

/** What only the two sides see: accounts and deposit addresses. */
export function accountsView(state: ContractState, deposits: readonly HoldRecord[]): JsonObject {
  const { accounts, seat, terms } = state;
  return {
    // A hold on the ledger has no address.
    escrow_account: deposits[0]?.address ?? null,
    principal_account: accounts[terms.principal] ?? null,
    agent_account: seat === null ? null : (accounts[seat.agent] ?? null),
    deposits: deposits.map((deposit) => ({ side: deposit.hold.side, ...depositView(deposit) })),
  };
}

function heldView({ asset }: Pot, held: ContractState["held"][number]): JsonObject {
  return {
    principal: formatAmount(held.principal, asset),
    agent: formatAmount(held.agent, asset),
  };
}

/** How it ended, and whether all payouts are confirmed; null while it is open. */
function resolutionView(state: ContractState, payouts: readonly LegRecord[]): JsonObject | null {
  if (state.outcome === null) return null;
  return {
    status: statusOf(state.phase),
    outcome: state.outcome.row,
    settled: payouts.every(({ status }) => status === "confirmed"),
  };
}

function payoutView({ leg, status, isWaiting, proof }: LegRecord): JsonObject {
  return {
    to: leg.to.role,
    pubkey: leg.to.party,
    amount: formatAmount(leg.amount, leg.asset),
    currency: leg.asset.code,
    rail: leg.rail,
    status,
    needs_account: isWaiting,
    proof,
  };
}
