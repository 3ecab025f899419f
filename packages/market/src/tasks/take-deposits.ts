/**
 * Deposits that arrived on a rail: each funds its contract if it is due, or is sent back.
 *
 * A deposit counts once: both writes carry its reference.
 */
import { formatAmount, type JsonObject, type Leg } from "@bazaar/kernel";
import type { Needs } from "../needs.ts";
import { type Deposit, type OpenHolds, type Rail, RailUnavailable } from "../ports/rail.ts";
import { type HoldRecord, MAX_PAGE } from "../ports/store.ts";
import { recordAct } from "../record-act.ts";

/** How long after its time a deposit is still looked for. */
const LATE_MS = 30 * 24 * 3_600_000;

export async function takeDeposits(needs: Needs): Promise<void> {
  for (const rail of needs.rails) await takeFrom(needs, rail);
}

/** An unavailable rail is tried again later and does not block the others. */
async function takeFrom(needs: Needs, rail: Rail): Promise<void> {
  try {
    await rail.deposits((deposit) => recordDeposit(needs, deposit), openHolds(needs, rail));
  } catch (error) {
    if (!(error instanceof RailUnavailable)) throw error;
  }
}

/** What arrives late goes back, so an address is watched for a while after its time. */
function openHolds({ store, clock }: Needs, { name: rail }: Rail): OpenHolds {
  const expiresAfterMs = clock.nowMs() - LATE_MS;
  return (afterNo) => store.openHolds({ rail, expiresAfterMs, afterNo, limit: MAX_PAGE });
}

async function recordDeposit(needs: Needs, deposit: Deposit): Promise<void> {
  const record = await needs.store.holdAt(deposit.rail, deposit.address);
  // Addresses are stored before they are shown, so an unknown one is not ours.
  if (record === null) return;
  const onceKey = `deposit/${deposit.rail}/${deposit.reference}`;
  const { contract } = record.hold;
  const data = fundedData(deposit, record);
  const act = { by: "server", type: "funded", data, contract } as const;
  const funded = await recordAct(needs, act, onceKey);
  if (funded.ok) return;
  const legs = [refundOf(deposit, record)];
  await needs.store.commit([{ contract, step: null, legs, alias: null, onceKeys: [onceKey] }]);
}

function fundedData(deposit: Deposit, { hold }: HoldRecord): JsonObject {
  return {
    pot: BigInt(hold.pot),
    side: hold.side,
    seat: BigInt(hold.seat),
    amount: formatAmount(deposit.amount, hold.asset),
    account: deposit.account,
    reference: deposit.reference,
  };
}

function refundOf(deposit: Deposit, { hold }: HoldRecord): Leg {
  return {
    key: `${hold.contract}/back/${deposit.rail}/${deposit.reference}`,
    contract: hold.contract,
    pot: hold.pot,
    rail: deposit.rail,
    asset: hold.asset,
    amount: deposit.amount,
    to: { role: "sender", party: null, account: deposit.account },
  };
}
