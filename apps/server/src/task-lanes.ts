/**
 * Tasks, several at once: a judge that takes its minute holds up its own lane only.
 *
 * One lane looks for work. When it is still at it after a moment, the next lane looks, so that a
 * market with nothing to do asks its store once and not once for every lane.
 */
import { type Needs, runTasks } from "@bazaar/market";
import { isUnavailable, LOOK_AGAIN_MS, type LoopNeeds, logUnavailable } from "./loop.ts";

/** Each is one question to a judge, waiting: it costs a socket and little else. */
const MAX_LANES = 64;
/** A task that takes longer than this is a slow one. */
const SLOW_MS = 20;

export class TaskLanes {
  readonly #needs: Needs;
  readonly #loopNeeds: LoopNeeds;
  readonly #lanes = new Set<Promise<number>>();

  constructor(needs: Needs, loopNeeds: LoopNeeds) {
    this.#needs = needs;
    this.#loopNeeds = loopNeeds;
  }

  async turn(): Promise<number> {
    if (this.#lanes.size >= MAX_LANES) {
      await Promise.race(this.#lanes);
      return 0;
    }
    const done = await Promise.race([this.#open(), afterMs(SLOW_MS)]);
    return done === 0 ? LOOK_AGAIN_MS : 0;
  }

  /** When every lane is done with what it has. */
  async settled(): Promise<void> {
    await Promise.all(this.#lanes);
  }

  #open(): Promise<number> {
    const lane: Promise<number> = this.#work().finally(() => this.#lanes.delete(lane));
    this.#lanes.add(lane);
    return lane;
  }

  /** How many tasks it ran; it may throw long after anybody has waited for it, so it never does. */
  async #work(): Promise<number> {
    try {
      return await runTasks(this.#needs);
    } catch (error) {
      if (isUnavailable(error)) logUnavailable(this.#loopNeeds.log, "tasks", error, LOOK_AGAIN_MS);
      else this.#loopNeeds.onBug(error);
      return 0;
    }
  }
}

function afterMs(ms: number): Promise<null> {
  return new Promise((resolve) => setTimeout(resolve, ms, null));
}
