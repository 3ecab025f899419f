/** What the processes of a market do by themselves. */
import { fireDeadlines, payLegs, runTasks, takeDeposits } from "@bazaar/market";
import type { Process } from "./process.ts";
import { countEntries } from "./tally.ts";

export const JOB_NAMES = ["deposits", "tasks", "deadlines", "legs", "tally", "sweep"] as const;

export type Job = (typeof JOB_NAMES)[number];

const SWEPT_AT_ONCE = 64;

export const JOBS: Readonly<Record<Job, (process: Process) => Promise<unknown>>> = {
  deposits: ({ needs }) => takeDeposits(needs),
  tasks: ({ needs }) => runTasks(needs),
  deadlines: ({ needs }) => fireDeadlines(needs),
  legs: async (process) => {
    process.afterLeg = await payLegs(process.needs, process.afterLeg);
  },
  tally: ({ needs }) => countEntries(needs.store),
  sweep: ({ needs }) => needs.store.artifacts.expire(needs.clock.nowMs(), SWEPT_AT_ONCE),
};
