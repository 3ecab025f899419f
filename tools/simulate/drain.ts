/**
 * Brings a world to its end without further faults, and then counts everything once more: every
 * contract over, every leg paid, nothing left where nothing is owed.
 */
import { CUSTODY, isEnded, type Leg, verifyTranscript, XNO } from "@bazaar/kernel";
import { exportTranscript } from "@bazaar/market";
import { holdAccount } from "@bazaar/market/ports";
import { AGENTS, PRINCIPALS } from "./cast.ts";
import type { Job } from "./move.ts";
import { SKEW_MS } from "./process.ts";
import { promise } from "./violation.ts";
import type { World } from "./world.ts";

const ENDS = "every contract ends";
const PAID = "every payout arrives";
const EMPTY = "nothing stays held after the end";
const DUE = "a deadline takes effect when it is due";
const VERIFIED = "every transcript verifies";
const SETTLED = "every paid contract is recorded as settled";

const MAX_ROUNDS = 400;
/** Longer than any retry or lease: then whatever can happen without a deadline has happened. */
const IDLE_MS = 100_000;
const JOBS: readonly Job[] = ["deposits", "tasks", "deadlines", "legs"];

export async function drain(world: World): Promise<void> {
  world.isCalm = true;
  world.heal();
  let round = 0;
  for (; round < MAX_ROUNDS; round += 1) {
    for (const job of JOBS) await world.work(round % 2, job);
    checkClocks(world);
    const isPaid = !(await giveAccounts(world)) && (await world.store.openLegs(0, 1)).length === 0;
    if (isQuiet(world) && isPaid) break;
    passTime(world);
  }
  promise(isQuiet(world), ENDS, () => `${stuck(world)} after ${round} rounds`);
  for (const job of JOBS) await world.work(0, job);
  await checkBooks(world);
  await checkTranscripts(world);
}

/** A healthy process that looked has left nothing overdue, as late as its clock may be. */
function checkClocks(world: World): void {
  const overdue = world.auditor
    .states()
    .filter(({ deadline }) => deadline !== null && deadline.atMs - SKEW_MS < world.nowMs);
  promise(overdue.length === 0, DUE, () => `${overdue[0]?.phase} waits for nobody`);
}

/** To the next deadline, until it has passed on every clock; or on, where there is none. */
function passTime(world: World): void {
  const deadlines = world.auditor.states().flatMap(({ deadline }) => deadline?.atMs ?? []);
  if (deadlines.length === 0) world.nowMs += IDLE_MS;
  else world.nowMs = Math.max(world.nowMs, Math.min(...deadlines) - SKEW_MS) + 1;
}

/** Whoever is owed money on a slow network says where it goes. True if anybody had to. */
async function giveAccounts(world: World): Promise<boolean> {
  const waiting: Leg[] = [];
  for (const { id, terms, accounts } of world.auditor.states()) {
    if (terms.pots.every(({ rail }) => CUSTODY[rail].paysParties)) continue;
    for (const { leg, isWaiting } of await world.store.legsOf(id)) {
      // Whoever has said it is not asked again: such a leg must have been found again.
      const isSaid = leg.to.party !== null && accounts[leg.to.party] !== undefined;
      if (isWaiting && !isSaid) waiting.push(leg);
    }
  }
  for (const { contract, to } of waiting) {
    const who = PEOPLE.find((name) => world.keys.signer(name).party === to.party);
    promise(who !== undefined, PAID, () => `nobody is the ${to.role} of ${contract}`);
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

const PEOPLE = [...PRINCIPALS, ...AGENTS];

function isQuiet(world: World): boolean {
  return world.auditor.states().every(({ phase }) => isEnded(phase));
}

function stuck(world: World): string {
  return world.auditor
    .states()
    .filter(({ phase }) => !isEnded(phase))
    .map(({ phase }) => phase)
    .join(", ");
}

/** Every history holds before somebody who was not there, and tells where the contract stands. */
async function checkTranscripts(world: World): Promise<void> {
  // One in eight: the auditor has looked at every entry of every contract already.
  for (const state of world.auditor.states().filter(({ id }) => /^[01]/.test(id))) {
    const transcript = await exportTranscript(world.store, state.id);
    const verified = transcript === null ? null : verifyTranscript(transcript, world.keys.verify);
    promise(verified?.ok === true, VERIFIED, () => `${state.id}: ${JSON.stringify(verified)}`);
    promise(verified.value.phase === state.phase, VERIFIED, () => `${state.id}: ${state.phase}`);
  }
}

async function checkBooks(world: World): Promise<void> {
  const legs = world.auditor.legs();
  const [open] = await world.store.openLegs(0, 1);
  promise(open === undefined, PAID, () => `${open?.leg.key} is ${open?.status}`);
  for (const { id, terms, legs: ordered, isSettled } of world.auditor.states()) {
    const stored = await world.store.legsOf(id);
    const unpaid = stored.filter(({ status }) => status !== "confirmed");
    promise(unpaid.length === 0, PAID, () => `${unpaid[0]?.leg.key} is ${unpaid[0]?.status}`);
    promise(isSettled || ordered === 0, SETTLED, () => id);
    for (const [pot, { rail, asset }] of terms.pots.entries()) {
      if (!CUSTODY[rail].holdsAtOnce) continue;
      const held = await world.store.ledger.balance(holdAccount(id, pot), asset.code);
      promise(held === 0n, EMPTY, () => `${held} ${asset.code} of ${id}`);
    }
  }
  const left = await world.nano.balance(XNO);
  promise(left === 0n, EMPTY, () => `${left} raw on the network`);
  checkReceived(
    world,
    legs.filter(({ rail }) => rail === "nano"),
  );
}

/** On the network every leg was paid with its own amount, to the last unit, and nothing else. */
function checkReceived(world: World, legs: readonly Leg[]): void {
  const sent = new Map(world.nano.sent().map(({ key, amount }) => [key, amount]));
  for (const { key, amount } of legs) {
    promise(sent.get(key) === amount, PAID, () => `${key}: ${sent.get(key)} of ${amount}`);
    sent.delete(key);
  }
  const extra = [...sent.keys()].filter((key) => !key.includes("/back/"));
  promise(extra.length === 0, EMPTY, () => `${extra[0]} was never ordered`);
}
