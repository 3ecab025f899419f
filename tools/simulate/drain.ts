/**
 * Runs a world to its end without further faults, then checks that every contract has ended, every
 * leg is paid, and nothing is held.
 */
import {
  BOND_POT,
  CUSTODY,
  isEnded,
  type Leg,
  RATING,
  verifyTranscript,
  XNO,
} from "@bazaar/kernel";
import { exportTranscript, gapsSince } from "@bazaar/market";
import { holdAccount } from "@bazaar/market/ports";
import { JOB_NAMES } from "./jobs.ts";
import { PARTIES } from "./people.ts";
import { SKEW_MS } from "./process.ts";
import { checkTally, isBehind } from "./tally.ts";
import { ensure } from "./violation.ts";
import type { World } from "./world.ts";

const ENDS = "every contract ends";
const PAID = "every payout arrives";
const EMPTY = "nothing stays held after the end";
const DUE = "a deadline takes effect when it is due";
const VERIFIED = "every transcript verifies";
const PUBLISHED = "every extension is part of a published outage";
const RATING_KEPT = "rating points are kept or burned";
const SETTLED = "every paid contract is recorded as settled";

const MAX_ROUNDS = 400;
/** Longer than any retry or lease, so that everything without a deadline has happened. */
const IDLE_MS = 100_000;

export async function drain(world: World): Promise<void> {
  world.isFaultless = true;
  world.heal();
  let round = 0;
  for (; round < MAX_ROUNDS; round += 1) {
    await workAll(world, round % 2);
    checkDeadlines(world);
    const isPaid = !(await setAccounts(world)) && (await world.store.openLegs(0, 1)).length === 0;
    if (hasEnded(world) && isPaid) break;
    await passTime(world);
  }
  ensure(hasEnded(world), ENDS, () => `${stuck(world)} after ${round} rounds`);
  await workAll(world, 0);
  await checkBooks(world);
  await checkExtensions(world);
  await checkTranscripts(world);
  await checkRating(world);
  await world.shelf.check(world.marketMs);
  for (let turn = 0; turn < MAX_ROUNDS && (await isBehind(world.store)); turn += 1) {
    await world.work(turn % 2, "tally");
  }
  await checkTally(world.store);
}

/** Until nothing is left to do now: a timeout may ask a court, which has only so long to answer. */
async function workAll(world: World, process: number): Promise<void> {
  let entries: number;
  do {
    entries = world.auditor.entries;
    for (const job of JOB_NAMES) await world.work(process, job);
  } while (world.auditor.entries > entries);
}

/** After a pass of a healthy process nothing is overdue, even by the slower clock. */
function checkDeadlines(world: World): void {
  const overdue = world.auditor
    .states()
    .filter(({ deadline }) => deadline !== null && deadline.atMs - SKEW_MS < world.marketMs);
  ensure(overdue.length === 0, DUE, () => `${overdue[0]?.phase} is overdue`);
}

/** Passes time until the next deadline has passed on every clock. */
async function passTime(world: World): Promise<void> {
  const deadlines = world.auditor.states().flatMap(({ deadline }) => deadline?.atMs ?? []);
  if (deadlines.length === 0) await world.live(IDLE_MS);
  else await world.liveUntil(Math.max(world.marketMs, Math.min(...deadlines) - SKEW_MS) + 1);
}

/** Sets the accounts of parties that are owed money on a network. True if any was missing. */
async function setAccounts(world: World): Promise<boolean> {
  const waiting: Leg[] = [];
  for (const { id, terms, accounts } of world.auditor.states()) {
    if (terms.pots.every(({ rail }) => CUSTODY[rail].isOnOwnBooks)) continue;
    for (const { leg, isWaiting } of await world.store.legsOf(id)) {
      // A leg with an account must be found without asking again.
      const hasAccount = leg.to.party !== null && accounts[leg.to.party] !== undefined;
      if (isWaiting && !hasAccount) waiting.push(leg);
    }
  }
  for (const { contract, to } of waiting) {
    const who = PARTIES.find((name) => world.keys.signer(name).party === to.party);
    ensure(who !== undefined, PAID, () => `${contract} has no ${to.role}`);
    await world.play({
      do: "act",
      who,
      contract: world.indexOf(contract),
      type: "set_account",
      data: { account: `nano/${who}` },
      signing: "head",
      fate: "arrives",
      process: 0,
      salt: 0,
    });
  }
  return waiting.length > 0;
}

function hasEnded(world: World): boolean {
  return world.auditor.states().every(({ phase }) => isEnded(phase));
}

function stuck(world: World): string {
  return world.auditor
    .states()
    .filter(({ phase }) => !isEnded(phase))
    .map(({ phase }) => phase)
    .join(", ");
}

/** Every transcript verifies on its own, and gives the state of its contract. */
async function checkTranscripts(world: World): Promise<void> {
  // One in eight: the auditor has already checked every entry.
  for (const state of world.auditor.states().filter(({ id }) => /^[01]/.test(id))) {
    const transcript = await exportTranscript(world.store, state.id);
    const verified = transcript === null ? null : verifyTranscript(transcript, world.keys.verify);
    ensure(verified?.ok === true, VERIFIED, () => `${state.id}: ${JSON.stringify(verified)}`);
    ensure(verified.value.phase === state.phase, VERIFIED, () => `${state.id}: ${state.phase}`);
  }
}

/** What moved a deadline is published, so that anyone can check it; the slower clock may end it. */
async function checkExtensions(world: World): Promise<void> {
  // An outage is published by the heartbeat after it, which a world may end before.
  await world.live(0);
  const gaps = await gapsSince(world.store, 0, world.marketMs);
  for (const { id } of world.auditor.states()) {
    for (const { entry } of await world.store.entries(id)) {
      if (entry.type !== "extended") continue;
      const [from, to] = [Number(entry.data.from), Number(entry.data.to)];
      const isPublished = gaps.some(({ fromMs, toMs }) => fromMs <= from && to <= toMs - SKEW_MS);
      ensure(isPublished, PUBLISHED, () => `${id}: ${from} to ${to}`);
    }
  }
}

async function checkBooks(world: World): Promise<void> {
  const legs = world.auditor.legs();
  const [open] = await world.store.openLegs(0, 1);
  ensure(open === undefined, PAID, () => `${open?.leg.key} is ${open?.status}`);
  for (const { id, terms, legs: ordered, isSettled } of world.auditor.states()) {
    const stored = await world.store.legsOf(id);
    const unpaid = stored.filter(({ status }) => status !== "confirmed");
    ensure(unpaid.length === 0, PAID, () => `${unpaid[0]?.leg.key} is ${unpaid[0]?.status}`);
    ensure(isSettled || ordered === 0, SETTLED, () => id);
    for (const [pot, { rail, asset }] of terms.pots.entries()) {
      if (!CUSTODY[rail].isOnOwnBooks) continue;
      const held = await world.store.ledger.balance(holdAccount(id, pot), asset.code);
      ensure(held === 0n, EMPTY, () => `${held} ${asset.code} of ${id}`);
    }
    const bonds = await world.store.ledger.balance(holdAccount(id, BOND_POT), RATING.code);
    ensure(bonds === 0n, EMPTY, () => `${bonds} ${RATING.code} of ${id}`);
  }
  const left = await world.nano.balance(XNO);
  ensure(left === 0n, EMPTY, () => `${left} raw on the network`);
  checkReceived(
    world,
    legs.filter(({ rail }) => rail === world.nano.name),
  );
}

/** On the network every leg was paid its exact amount, and nothing else was paid. */
function checkReceived(world: World, legs: readonly Leg[]): void {
  const sent = new Map(world.nano.sent().map(({ key, amount }) => [key, amount]));
  for (const { key, amount } of legs) {
    ensure(sent.get(key) === amount, PAID, () => `${key}: ${sent.get(key)} of ${amount}`);
    sent.delete(key);
  }
  const extra = [...sent.keys()].filter((key) => !key.includes("/back/"));
  ensure(extra.length === 0, EMPTY, () => `${extra[0]} was never ordered`);
}

/** Rating points are nobody's to make: what is not with a party was burned. */
async function checkRating(world: World): Promise<void> {
  const { ledger } = world.store;
  const { staked, returned, transferred, burned } = world.auditor.witness.stakes;
  const sum = returned + transferred + burned;
  ensure(staked === sum, RATING_KEPT, () => `${staked} were staked, ${sum} came out`);
  const burnt = world.auditor
    .legs()
    .filter(({ to }) => to.role === "burn")
    .reduce((total, { amount }) => total + amount, 0n);
  const ashes = await ledger.balance("ledger/burn", RATING.code);
  ensure(ashes === burnt, RATING_KEPT, () => `${ashes} burned, not ${burnt}`);
  const { accounts, holds, world: granted } = await ledger.totals(RATING.code);
  let left = 0n;
  for (const name of PARTIES) {
    left += await ledger.balance(world.keys.signer(name).party, RATING.code);
  }
  const isKept = accounts === left + ashes && holds === 0n && granted === -accounts;
  ensure(isKept, RATING_KEPT, () => `${left} with parties, ${holds} held, ${granted} granted`);
}
