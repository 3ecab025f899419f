/**
 * Executes payouts, leg by leg, in the order they were written.
 *
 * ordered → signed → sent → confirmed, each step stored before the next is taken. When a network
 * does not answer, the leg is `unknown`: the same message is looked for and sent again; there is
 * never a second one. One pot sends one leg at a time, because on most networks two messages that
 * were signed on the same balance shut each other out. A leg without an account waits as ordered
 * and holds nobody else up.
 */
import { formatAmount, invariant, type JsonObject, type Leg } from "@bazaar/kernel";
import type { Needs } from "../needs.ts";
import { type Rail, RailUnavailable } from "../ports/rail.ts";
import type { LegRecord, StoredContract } from "../ports/store.ts";
import { recordAct } from "../record-act.ts";

const BATCH = 256;

export async function payLegs(needs: Needs): Promise<void> {
  let afterNo = 0;
  for (;;) {
    const page = await needs.store.openLegs(afterNo, BATCH);
    for (const record of page) {
      const rail = needs.rails.find(({ name }) => name === record.leg.rail);
      if (rail !== undefined) await advance(needs, rail, record);
      afterNo = record.no;
    }
    if (page.length < BATCH) break;
  }
  await recordSettled(needs);
}

/** Takes one leg as far as it will go now. */
async function advance(needs: Needs, rail: Rail, record: LegRecord): Promise<void> {
  try {
    const signed = record.status === "ordered" ? await sign(needs, rail, record) : record;
    if (signed === null) return;
    const sent = signed.status === "signed" ? await send(needs, rail, signed) : signed;
    if (sent !== null) await confirm(needs, rail, sent);
  } catch (error) {
    if (!(error instanceof RailUnavailable)) throw error;
  }
}

async function sign(needs: Needs, rail: Rail, record: LegRecord): Promise<LegRecord | null> {
  const { key, contract, pot, asset, amount } = record.leg;
  const asOf = await needs.store.load(contract);
  if (asOf === null || (await isPotBusy(needs, record))) return null;
  const account = accountOf(needs, record.leg, asOf);
  if (account === null || !(await rail.isAccount(account))) return null;
  const message = await rail.prepare({ key, contract, pot, account, asset, amount });
  const isOurs = await needs.store.moveLeg(key, "ordered", { status: "signed", message, asOf });
  // Another process has signed meanwhile, or the account was changed: ours is never sent.
  return isOurs ? { ...record, status: "signed", message } : null;
}

async function isPotBusy(needs: Needs, { leg: { contract, pot } }: LegRecord): Promise<boolean> {
  const legs = await needs.store.legsOf(contract);
  return legs.some(
    ({ leg, status }) => leg.pot === pot && status !== "ordered" && status !== "confirmed",
  );
}

function accountOf(needs: Needs, leg: Leg, { state }: StoredContract): string | null {
  const { account, party, role } = leg.to;
  if (account !== null) return account;
  const house = needs.houseAccount(leg.rail, role);
  if (house !== null) return house;
  if (party === null) return null;
  return leg.rail === "ledger" ? party : (state.accounts[party] ?? null);
}

/** Sends THE message, for the first time or again. */
async function send(needs: Needs, rail: Rail, record: LegRecord): Promise<LegRecord | null> {
  const { leg, status } = record;
  try {
    await rail.send(messageOf(record));
  } catch (error) {
    if (!(error instanceof RailUnavailable)) throw error;
    await needs.store.moveLeg(leg.key, status, { status: "unknown" });
    return null;
  }
  if (status === "sent") return record;
  const isMoved = await needs.store.moveLeg(leg.key, status, { status: "sent" });
  return isMoved ? { ...record, status: "sent" } : null;
}

/** A network may lose what it has taken: a message that is nowhere is sent again. */
async function confirm(needs: Needs, rail: Rail, record: LegRecord): Promise<void> {
  const message = messageOf(record);
  let finding = await rail.find(message);
  let at: LegRecord | null = record;
  if (finding.is === "absent") {
    at = await send(needs, rail, record);
    if (at === null) return;
    finding = await rail.find(message);
  }
  if (finding.is !== "confirmed") return;
  const { proof } = finding;
  await needs.store.moveLeg(at.leg.key, at.status, { status: "confirmed", proof });
}

function messageOf({ leg, status, message }: LegRecord): string {
  invariant(message !== null, `${leg.key} is ${status} without a message`);
  return message;
}

/** The last word of a contract that paid: which legs went out, with their proofs. */
async function recordSettled(needs: Needs): Promise<void> {
  for (const contract of await needs.store.settleable(BATCH)) {
    const legs = await needs.store.legsOf(contract);
    const paid = legs.map(
      ({ leg, proof }): JsonObject => ({
        leg: leg.key,
        to: leg.to.party ?? leg.to.account ?? leg.to.role,
        role: leg.to.role,
        amount: formatAmount(leg.amount, leg.asset),
        asset: leg.asset.code,
        proof: proof ?? "",
      }),
    );
    await recordAct(needs, { type: "settled", data: { legs: paid }, contract });
  }
}
