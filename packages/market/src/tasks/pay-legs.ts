/**
 * Pays legs that were not paid together with their act, those of one pot in order.
 *
 * ordered → signed → sent → confirmed. The message of a leg is stored before it is sent, and there
 * is only ever one: after a crash or without an answer (`unknown`) the same message is looked for
 * and sent again. One pot sends one leg at a time, because on most networks two messages signed on
 * the same balance exclude each other. A leg without an account waits and blocks no other. Refunds
 * of undue deposits go last, or anyone could delay a payout with dust.
 */
import { formatAmount, invariant, type JsonObject, type Leg } from "@bazaar/kernel";
import { isHouseRole, type Needs } from "../needs.ts";
import { accountOf } from "../payee-account.ts";
import { type Finding, type Rail, RailUnavailable } from "../ports/rail.ts";
import { type LegRecord, MAX_PAGE, type StoredContract } from "../ports/store.ts";
import { recordAct } from "../record-act.ts";
import { concurrently } from "./concurrently.ts";

/** The most legs that one pass looks at, and the most contracts it records as settled. */
const MAX_LEGS = MAX_PAGE;
const MAX_SETTLED = MAX_PAGE;

/** A message that may never have been sent. */
const UNSENT: Finding = { is: "absent" };

/**
 * One pass over open legs after number `afterNo`. Returns where the next pass continues, 0 for the
 * start: a pass that always began with the oldest would never get past slow ones.
 */
export async function payLegs(needs: Needs, afterNo = 0): Promise<number> {
  const page = await needs.store.openLegs(afterNo, MAX_LEGS);
  const busy = new Set(page.filter(({ status }) => status !== "ordered").map(potOf));
  await concurrently([...Map.groupBy(page, potOf).values()], async (legs) => {
    for (const record of legs) {
      const rail = needs.rails.find(({ name }) => name === record.leg.rail);
      if (rail !== undefined) await advance({ needs, rail, busy }, record);
    }
  });
  await recordSettled(needs);
  return page.length < MAX_LEGS ? 0 : (page.at(-1)?.no ?? 0);
}

interface Pass {
  readonly needs: Needs;
  readonly rail: Rail;
  /** Pots known to have a leg on its way. */
  readonly busy: Set<string>;
}

function potOf({ leg: { contract, pot } }: LegRecord): string {
  return `${contract}/${pot}`;
}

/** Moves one leg on as far as possible. */
async function advance(pass: Pass, record: LegRecord): Promise<void> {
  try {
    const signed = record.status === "ordered" ? await sign(pass, record) : record;
    if (signed === null) return;
    // A network may lose a message: one that cannot be found is sent again.
    const finding = signed.status === "signed" ? UNSENT : await pass.rail.find(messageOf(signed));
    if (finding.is === "absent") await send(pass, signed);
    if (finding.is === "confirmed") await confirm(pass, signed, finding.proof);
  } catch (error) {
    if (!(error instanceof RailUnavailable)) throw error;
  }
}

async function sign(pass: Pass, record: LegRecord): Promise<LegRecord | null> {
  const { store } = pass.needs;
  const { key, contract, pot, asset, amount } = record.leg;
  if (pass.busy.has(potOf(record))) return null;
  const asOf = await store.load(contract);
  invariant(asOf !== null, `${key} belongs to no contract`);
  // Checked after loading: a leg signed from now on moves the contract past `asOf`.
  if (await store.isPotBusy(contract, pot)) pass.busy.add(potOf(record));
  if (pass.busy.has(potOf(record)) || (await mustGiveWay(pass.needs, record, asOf))) return null;
  const account = accountOf(pass.needs, record.leg, asOf.state);
  if (account === null || !(await pass.rail.isAccount(account))) {
    if (isForPayeeToSay(record.leg)) await store.letLegWait(key, asOf);
    return null;
  }
  const message = await pass.rail.prepare({ key, contract, pot, account, asset, amount });
  const isOurs = await store.moveLeg(key, "ordered", { status: "signed", message, asOf });
  // Another process has signed, or the account changed: this message is never sent.
  if (!isOurs) return null;
  pass.busy.add(potOf(record));
  return { ...record, status: "signed", message };
}

/** A refund waits while the same pot can pay a leg that an act ordered. */
async function mustGiveWay(
  needs: Needs,
  { leg: { contract, pot }, isFromAct }: LegRecord,
  asOf: StoredContract,
): Promise<boolean> {
  if (isFromAct) return false;
  const ordered = await needs.store.legsOf(contract);
  return ordered.some(
    ({ leg, status, isWaiting }) =>
      leg.pot === pot &&
      status === "ordered" &&
      !isWaiting &&
      accountOf(needs, leg, asOf.state) !== null,
  );
}

/** Whether the payee names the account; accounts of the market itself are settings. */
function isForPayeeToSay({ to }: Leg): boolean {
  return to.account === null && !isHouseRole(to.role);
}

/** Sends the message, for the first time or again, and stores the result. */
async function send(pass: Pass, record: LegRecord): Promise<void> {
  const { store } = pass.needs;
  const { leg, status } = record;
  try {
    await pass.rail.send(messageOf(record));
  } catch (error) {
    if (!(error instanceof RailUnavailable)) throw error;
    await store.moveLeg(leg.key, status, { status: "unknown" });
    return;
  }
  const finding = await findSent(pass.rail, record);
  if (finding.is === "confirmed") await confirm(pass, record, finding.proof);
  else if (status !== "sent") await store.moveLeg(leg.key, status, { status: "sent" });
}

/** The network accepted the message, so no answer means pending. */
async function findSent(rail: Rail, record: LegRecord): Promise<Finding> {
  try {
    return await rail.find(messageOf(record));
  } catch (error) {
    if (!(error instanceof RailUnavailable)) throw error;
    return { is: "pending" };
  }
}

async function confirm(pass: Pass, record: LegRecord, proof: string): Promise<void> {
  const { leg, status } = record;
  await pass.needs.store.moveLeg(leg.key, status, { status: "confirmed", proof });
  pass.busy.delete(potOf(record));
}

function messageOf({ leg, status, message }: LegRecord): string {
  invariant(message !== null, `${leg.key} is ${status} without a message`);
  return message;
}

/** The last entry of a paid contract: the legs that its acts ordered, with their proofs. */
async function recordSettled(needs: Needs): Promise<void> {
  await concurrently(await needs.store.settleable(MAX_SETTLED), async (contract) => {
    const legs = await needs.store.legsOf(contract);
    const paid = legs.map(
      ({ leg, proof }): JsonObject => ({
        leg: leg.key,
        to: leg.to.party ?? leg.to.role,
        role: leg.to.role,
        amount: formatAmount(leg.amount, leg.asset),
        asset: leg.asset.code,
        proof: proof ?? "",
      }),
    );
    await recordAct(needs, { by: "server", type: "settled", data: { legs: paid }, contract });
  });
}
