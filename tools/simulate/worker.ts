/** One simulation thread: plays a range of worlds, one after the other. */
import { parentPort, workerData } from "node:worker_threads";
import { invariant } from "@bazaar/kernel";
import { failureOfSecond, playTwice, SAME_PAYOUTS } from "./absences.ts";
import { realKeys, toyKeys } from "./keys.ts";
import { describe } from "./move.ts";
import { plantNamed } from "./plants.ts";
import { subSeed } from "./random.ts";
import { type Reach, reachOf } from "./reach.ts";
import { runWorld, WorldFailed } from "./run-world.ts";
import { ruleOf, shrink } from "./shrink.ts";
import { type StoreName, storeNamed } from "./stores.ts";

export interface Range {
  readonly seed: number;
  /** The first world of this thread, and the distance to its next one. */
  readonly first: number;
  readonly stride: number;
  /** Contracts to be posted before this thread stops. */
  readonly share: number;
  readonly contracts: number;
  readonly signatures: "toy" | "real";
  readonly store: StoreName;
  readonly plant: string | null;
}

export interface Progress {
  contracts: number;
  entries: number;
  accepted: number;
  refused: number;
  crashes: number;
  lostAnswers: number;
  timeFaults: number;
  /** Of markets that were compared with one that is always there. */
  absences: number;
}

/** After each world: what it adds. */
export interface Report {
  readonly progress: Progress;
  readonly reach: Reach;
}

export interface Found {
  readonly world: number;
  readonly message: string;
  readonly script: readonly string[];
}

const { seed, first, stride, share, contracts, signatures, store, plant }: Range = workerData;
const CONTRACTS_PLAYED_TWICE = 3;
const port = parentPort;
invariant(port !== null, "run `npm run simulate` instead");
const keys = signatures === "real" ? realKeys() : toyKeys();

let posted = 0;
for (let index = first; posted < share; index += stride) {
  const parts = { keys, plant: plantNamed(plant), makeStore: storeNamed(store) };
  const plan = { seed: subSeed(seed, index), contracts, ...parts };
  try {
    using world = await runWorld(plan);
    const { auditor, counts } = world;
    const progress: Progress = {
      contracts: auditor.states().length,
      entries: auditor.entries,
      absences: 0,
      ...counts,
    };
    posted += progress.contracts;
    progress.absences = await playTwice({ ...plan, contracts: CONTRACTS_PLAYED_TWICE });
    const report: Report = { progress, reach: await reachOf(world) };
    port.postMessage(report);
  } catch (error) {
    if (!(error instanceof WorldFailed)) throw error;
    const differs = ruleOf(error) === SAME_PAYOUTS;
    const { message, moves } = differs
      ? await shrink({ ...plan, contracts: CONTRACTS_PLAYED_TWICE }, error, failureOfSecond)
      : await shrink(plan, error);
    const found: Found = { world: index, message, script: moves.map(describe) };
    port.postMessage(found);
    break;
  }
}
