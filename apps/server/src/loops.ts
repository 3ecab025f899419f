/** The background jobs of the server. They are independent: none waits for another. */
import { fireDeadlines, type InTurn, type Needs, payLegs, takeDeposits } from "@bazaar/market";
import { beat } from "./beat.ts";
import type { Composition } from "./compose.ts";
import { LOOK_AGAIN_MS, Loop, type LoopNeeds } from "./loop.ts";
import { requestsReceived } from "./requests-received.ts";
import { TaskLanes } from "./task-lanes.ts";

/** An overdue contract that could not be moved on is tried again after this. */
const OVERDUE_AGAIN_MS = 100;
/** How long a slow task may delay the shutdown; the next process takes it over. */
const LAST_TASKS_MS = 3_000;

export class Loops {
  readonly #loops: readonly Loop[];
  readonly #lanes: TaskLanes;
  readonly #unsubscribe: () => void;

  constructor(composition: Omit<Composition, "store">, loopNeeds: LoopNeeds) {
    const { needs, market } = composition;
    this.#lanes = new TaskLanes(needs, loopNeeds);
    const loop = (name: string, turn: () => Promise<number>) => new Loop(name, turn, loopNeeds);
    const notified = [
      loop("deadlines", () => fireDue(composition)),
      loop("tasks", () => this.#lanes.turn()),
      loop("payouts", payAll(needs)),
    ];
    const timed = [
      loop("heartbeat", () => beat(composition)),
      loop("deposits", () => takeDeposits(needs).then(() => LOOK_AGAIN_MS)),
      loop("feed", () => market.catchUp().then(() => LOOK_AGAIN_MS)),
    ];
    this.#loops = [...notified, ...timed];
    this.#unsubscribe = needs.feed.subscribe(() => {
      for (const each of notified) each.notify();
    });
  }

  /** Finishes running turns, but does not wait for a slow judge. */
  async stop(): Promise<void> {
    this.#unsubscribe();
    const ended = Promise.all(this.#loops.map((loop) => loop.stop())).then(() =>
      this.#lanes.settled(),
    );
    const { promise: late, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, LAST_TASKS_MS);
    await Promise.race([ended, late]);
    clearTimeout(timer);
  }
}

async function fireDue({ needs, market }: Pick<Composition, "needs" | "market">): Promise<number> {
  const nextMs = await needs.store.nextDeadlineMs();
  if (nextMs === null) return LOOK_AGAIN_MS;
  // At its deadline a contract is still in time; it is overdue a millisecond later.
  const waitMs = nextMs + 1 - needs.clock.nowMs();
  if (waitMs > 0) return Math.min(waitMs, LOOK_AGAIN_MS);
  await requestsReceived();
  const inTurn: InTurn = (contract, work) => market.inTurn(contract, work);
  return (await fireDeadlines(needs, inTurn)) > 0 ? 0 : OVERDUE_AGAIN_MS;
}

function payAll(needs: Needs): () => Promise<number> {
  let afterNo = 0;
  return async () => {
    afterNo = await payLegs(needs, afterNo);
    return afterNo === 0 ? LOOK_AGAIN_MS : 0;
  };
}
