/**
 * Brings a world to its end without further faults, and then counts everything once more: every
 * contract over, every leg paid, nothing left where nothing is owed.
 */
import { isEnded, type Leg } from "@bazaar/kernel";
import { holdAccount } from "@bazaar/market/ports";
import { AGENTS, PRINCIPALS } from "./cast.ts";
import type { Job } from "./move.ts";
import { promise } from "./violation.ts";
import type { World } from "./world.ts";

const ENDS = "every contract ends";
const PAID = "every payout arrives";
const EMPTY = "nothing stays held after the end";
const DUE = "a deadline takes effect when it is due";
const SETTLED = "every paid contract is recorded as settled";

const MAX_ROUNDS = 400;
const JOBS: readonly Job[] = ["deposits", "tasks", "deadlines", "legs"];

export async function drain(world: World): Promise<void> {
  world.isCalm = true;
  world.heal();
  let round = 0;
  for (; round < MAX_ROUNDS; round += 1) {
    for (const job of JOBS) await world.work(round % 2, job);
    await checkClocks(world);
    await giveAccounts(world);
    if (isQuiet(world) && (await world.store.openLegs(0, 1)).length === 0) break;
    await passTime(world);
  }
  promise(isQuiet(world), ENDS, () => `${stuck(world)} after ${round} rounds`);
  for (const job of JOBS) await world.work(0, job);
  await checkBooks(world);
}

/** A healthy process that looked has left nothing overdue. */
async function checkClocks(world: World): Promise<void> {
  const overdue = world.auditor
    .states()
    .filter(({ deadline }) => deadline !== null && deadline.atMs + 1_000 < world.nowMs);
  promise(overdue.length === 0, DUE, () => `${overdue[0]?.phase} waits for nobody`);
}

async function passTime(world: World): Promise<void> {
  const deadlines = world.auditor.states().flatMap(({ deadline }) => deadline?.atMs ?? []);
  const next = deadlines.length > 0 ? Math.min(...deadlines) + 701 : 0;
  world.nowMs = Math.max(world.nowMs + 100_000 * (deadlines.length > 0 ? 0 : 1) + 1, next);
}

/** Whoever is owed money on a slow network says where it goes. */
async function giveAccounts(world: World): Promise<void> {
  const waiting = (await world.store.openLegs(0, 1_000)).filter(
    ({ status }) => status === "ordered",
  );
  for (const { leg } of waiting) {
    const who = [...PRINCIPALS, ...AGENTS].find((name) => {
      return world.keys.signer(name).party === leg.to.party;
    });
    const index = [...world.posted].find(([, id]) => id === leg.contract)?.[0];
    if (who === undefined || index === undefined) continue;
    await world.play({
      do: "act",
      who,
      contract: index,
      type: "set_account",
      data: { account: `nano/${who}` },
      signing: "head",
      fate: "arrives",
      process: 0,
      salt: 0,
    });
  }
}

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

async function checkBooks(world: World): Promise<void> {
  const legs = world.auditor.legs();
  for (const { id, terms, legs: ordered, isSettled } of world.auditor.states()) {
    const stored = await world.store.legsOf(id);
    const open = stored.filter(({ status }) => status !== "confirmed");
    promise(open.length === 0, PAID, () => `${open[0]?.leg.key} is ${open[0]?.status}`);
    promise(isSettled || ordered === 0, SETTLED, () => id);
    for (const [pot, { rail, asset }] of terms.pots.entries()) {
      if (rail !== "ledger") continue;
      const held = await world.store.ledger.balance(holdAccount(id, pot), asset.code);
      promise(held === 0n, EMPTY, () => `${held} ${asset.code} of ${id}`);
    }
  }
  const left = await world.nano.balance({ code: "XNO", decimals: 30 });
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
