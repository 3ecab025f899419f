/**
 * Runs tasks in several lanes, so that a slow judge blocks only its own.
 *
 * One lane at a time looks for work. When it is still busy after a moment, the next lane starts: an
 * idle market asks its store once, not once per lane.
 */
import { type Needs, runTasks } from "@bazaar/market";
import { isDamage, isUnavailable, LOOK_AGAIN_MS, type LoopNeeds, logUnavailable } from "./loop.ts";

/** A lane that waits for a judge costs a socket and little else. */
const MAX_LANES = 64;
/** A task that takes longer than this is slow. */
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

  /** Resolves when every lane is done. */
  async settled(): Promise<void> {
    await Promise.all(this.#lanes);
  }

  #open(): Promise<number> {
    const lane: Promise<number> = this.#work().finally(() => this.#lanes.delete(lane));
    this.#lanes.add(lane);
    return lane;
  }

  /** How many tasks it ran. It reports errors itself: its caller may no longer be waiting. */
  async #work(): Promise<number> {
    try {
      return await runTasks(this.#needs);
    } catch (error) {
      if (!isUnavailable(error)) this.#loopNeeds.onBug(error);
      else if (!isDamage(this.#loopNeeds, error)) {
        logUnavailable(this.#loopNeeds.log, "tasks", error, LOOK_AGAIN_MS);
      }
      return 0;
    }
  }
}

function afterMs(ms: number): Promise<null> {
  return new Promise((resolve) => setTimeout(resolve, ms, null));
}
