/** One thread of the simulation: a range of worlds, one after the other. */
import { parentPort, workerData } from "node:worker_threads";
import { realKeys, toyKeys } from "./keys.ts";
import { describe } from "./move.ts";
import { plantNamed } from "./plants.ts";
import { subSeed } from "./random.ts";
import { runWorld, WorldFailed } from "./run-world.ts";
import { shrink } from "./shrink.ts";

export interface Range {
  readonly seed: number;
  /** The first world, and how many lie between two of this thread's. */
  readonly first: number;
  readonly stride: number;
  /** Contracts to be posted before this thread stops. */
  readonly share: number;
  readonly contracts: number;
  readonly signatures: "toy" | "real";
  readonly plant?: string;
}

export interface Progress {
  contracts: number;
  entries: number;
  accepted: number;
  refused: number;
  crashes: number;
  lostAnswers: number;
}

export interface Found {
  readonly world: number;
  readonly message: string;
  readonly script: readonly string[];
}

const { seed, first, stride, share, contracts, signatures, plant }: Range = workerData;
const keys = signatures === "real" ? realKeys() : toyKeys();

let posted = 0;
for (let index = first; posted < share; index += stride) {
  const plan = { seed: subSeed(seed, index), contracts, keys, plant: plantNamed(plant) };
  try {
    const { auditor, counts } = await runWorld(plan);
    const progress: Progress = {
      contracts: auditor.states().length,
      entries: auditor.entries,
      ...counts,
    };
    posted += progress.contracts;
    parentPort?.postMessage(progress);
  } catch (error) {
    if (!(error instanceof WorldFailed)) throw error;
    const { message, moves } = await shrink(plan, error);
    const found: Found = { world: index, message, script: moves.map(describe) };
    parentPort?.postMessage(found);
    break;
  }
}
