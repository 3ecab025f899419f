/**
 * What the parties of a few contracts do, and when, in a world without faults: a script that can be
 * played again in another world. Time in it is time in which the market runs.
 *
 * Nobody acts close to a deadline, where a second that an outage adds or takes would decide.
 */
import { type ContractState, isEnded } from "@bazaar/kernel";
import type { Away, Move } from "./move.ts";
import { Random, subSeed } from "./random.ts";
import { namesOf, nextMove } from "./run-world.ts";
import type { World } from "./world.ts";

export type Step = Extract<Move, { do: "act" } | { do: "pay" } | { do: "pass" }>;

/** A step, or a time in which the market is not there, of which the script knows nothing. */
export type Scene = Step | Away;

const MOVES_PER_CONTRACT = 40;
/**
 * What a few absences may add or take: heartbeats are 0.9 s apart, the clocks of the processes 0.7 s, and
 * a clock that is being corrected is off by 7 s in four hours.
 */
const MARGIN_MS = 15_000;

/** Plays a world by chance, and writes down what had an effect. */
export async function writeScript(world: World, seed: number): Promise<readonly Step[]> {
  const random = new Random(subSeed(seed, 2));
  const names = namesOf(world.keys);
  const script: Step[] = [];
  const most = world.cast.plans.length * MOVES_PER_CONTRACT;
  for (let made = 0; made < most; made += 1) {
    const move = nextMove(world, random, names);
    if (move === null) break;
    const step = await stepOf(world, move);
    if (step === null) continue;
    if (await playStep(world, step)) script.push(step);
    const waitMs = awayFromDeadlines(world, 0);
    if (waitMs === 0) continue;
    const wait: Step = { do: "pass", ms: waitMs, salt: random.uint32() };
    await playStep(world, wait);
    script.push(wait);
  }
  return script;
}

/** Plays the steps, and keeps those that still have an effect; null if one is close to a deadline. */
export async function playSteps(
  world: World,
  scenes: readonly Scene[],
): Promise<readonly Scene[] | null> {
  const kept: Scene[] = [];
  for (const scene of scenes) {
    if (scene.do === "away") {
      kept.push(scene);
      continue;
    }
    if (scene.do !== "pass" && awayFromDeadlines(world, 0) > 0) return null;
    if (await playStep(world, scene)) kept.push(scene);
  }
  return kept;
}

/** True if it had an effect. Afterwards the market does at once what it has to do. */
export async function playStep(world: World, step: Step): Promise<boolean> {
  const { entries } = world.auditor;
  await world.play(step);
  // A repeated request is answered again, and changes nothing.
  if (step.do === "act" && (world.lastRefusal !== null || world.auditor.entries === entries))
    return false;
  for (const job of ["deposits", "tasks", "deadlines", "legs"] as const) {
    // By the clock of either process something may not be due yet.
    for (const process of [0, 1]) await world.work(process, job);
  }
  return true;
}

async function stepOf(world: World, move: Move): Promise<Step | null> {
  const { salt } = move;
  switch (move.do) {
    case "pay":
      return move;
    case "act":
    case "work at once": {
      const act = move.do === "act" ? move : move.act;
      const isOpinion = act.signing === "opinion" || act.signing === "request";
      const signing = isOpinion ? act.signing : "head";
      return { ...act, signing, fate: "arrives", salt };
    }
    case "pass":
      return { do: "pass", ms: awayFromDeadlines(world, move.ms), salt };
    case "pass to deadline": {
      const nextMs = await world.store.nextDeadlineMs();
      const leftMs = Math.max(0, (nextMs ?? 0) - world.marketMs);
      return { do: "pass", ms: awayFromDeadlines(world, leftMs + move.plusMs), salt };
    }
    default:
      return null;
  }
}

/** At least this long, and longer if anything of an open contract would end about then. */
function awayFromDeadlines(world: World, ms: number): number {
  const ends = world.auditor
    .states()
    .filter(({ phase }) => !isEnded(phase))
    .flatMap(endsOf)
    .sort((a, b) => a - b);
  let atMs = world.marketMs + Math.max(0, ms);
  for (const end of ends) {
    if (Math.abs(end - atMs) <= MARGIN_MS) atMs = end + MARGIN_MS + 1;
  }
  return atMs - world.marketMs;
}

function endsOf({ deadline, seat, expiresMs }: ContractState): readonly number[] {
  return [deadline?.atMs, seat?.graceEndsMs, expiresMs].filter((ms) => typeof ms === "number");
}
