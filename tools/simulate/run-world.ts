/** Plays one world: with random moves, or with given ones. */
import { asksFor, type Party } from "@bazaar/kernel";
import { nameOf, nextAction } from "./actors.ts";
import { drain } from "./drain.ts";
import { JOB_NAMES } from "./jobs.ts";
import type { Keys } from "./keys.ts";
import type { ActMove, Fate, Move, Signing } from "./move.ts";
import { PARTIES } from "./people.ts";
import { SKEW_MS } from "./process.ts";
import { Random, subSeed } from "./random.ts";
import { World, type WorldPlan } from "./world.ts";

/** Enough for every contract to end; a world that needs more is drained from there. */
const MOVES_PER_CONTRACT = 60;

export class WorldFailed extends Error {
  override name = "WorldFailed";
  readonly moves: readonly Move[];

  constructor(moves: readonly Move[], cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.moves = moves;
  }
}

/** The caller disposes of the world. @throws WorldFailed with every move that was made. */
export async function runWorld(plan: WorldPlan): Promise<World> {
  const world = new World(plan);
  const random = new Random(subSeed(plan.seed, 1));
  const names = namesOf(plan.keys);
  try {
    await world.begin();
    while (world.moves.length < plan.contracts * MOVES_PER_CONTRACT) {
      const move = nextMove(world, random, names);
      if (move === null) break;
      await world.play(move);
    }
    await drain(world);
  } catch (cause) {
    world[Symbol.dispose]();
    throw new WorldFailed(world.moves, cause);
  }
  return world;
}

/** The same world with exactly these moves. @throws WorldFailed */
export async function replayWorld(plan: WorldPlan, moves: readonly Move[]): Promise<World> {
  const world = new World(plan);
  try {
    await world.begin();
    for (const move of moves) await world.play(move);
    await drain(world);
  } catch (cause) {
    world[Symbol.dispose]();
    throw new WorldFailed(moves, cause);
  }
  return world;
}

export function namesOf(keys: Keys): ReadonlyMap<Party, string> {
  return new Map(PARTIES.map((name) => [keys.signer(name).party, name]));
}

/** What happens next by chance; null if nothing is left to do. */
export function nextMove(
  world: World,
  random: Random,
  names: ReadonlyMap<Party, string>,
): Move | null {
  const salt = random.uint32();
  const open = world.openContracts();
  const next = world.cast.plans.findIndex((_, index) => {
    return !world.posted.has(index) && (world.tries.get(index) ?? 0) < MAX_TRIES;
  });
  if (open.length === 0 && next === -1) return null;
  if (next !== -1 && (open.length < 2 || random.chance(0.1))) return postMove(world, next, random);
  if (world.isDiskFull && random.chance(0.2)) return { do: "free disk", salt };
  const dice = random.fraction();
  const process = random.below(2);
  if (dice < 0.25) return { do: "work", job: random.pick(JOB_NAMES), process, salt };
  if (dice < 0.28) return bothWork(random, salt);
  if (dice < 0.32) return pass(random, salt);
  if (dice < 0.335) return { do: "crash", process, afterCalls: 1 + random.below(12), salt };
  if (dice < 0.345) return timeFault(random, salt);
  if (dice < 0.365 && world.delayed.length > 0) return { do: "deliver", process, salt };
  if (dice < 0.39) return outside(world, open, random, process, salt);
  const act = partyMove(world, open, random, names, salt);
  if (act?.do === "act" && random.chance(0.1)) {
    return { do: "work at once", job: random.pick(JOB_NAMES), act, salt };
  }
  return act ?? { do: "pass", ms: random.below(1_500), salt };
}

/** A principal that cannot pay for its contract gives up. */
const MAX_TRIES = 3;

/** Something that belongs to no contract. */
function outside(
  world: World,
  open: readonly number[],
  random: Random,
  process: number,
  salt: number,
): Move {
  const late = random.chance(0.2) ? sideAndArbiter(world, open, random) : null;
  const keys = late ?? (random.chance(0.4) ? random.pick(world.cast.bindings) : undefined);
  if (keys !== undefined) return { do: "bind", keys, process, salt };
  const upload = {
    who: random.pick(PARTIES.slice(0, 4)) ?? "pia",
    letter: random.below(6),
    bytes: random.below(70),
    isAltered: random.chance(0.1),
  };
  return { do: "upload", ...upload, process, salt };
}

/** A side, and somebody who was asked to judge its case; null if nobody was. */
function sideAndArbiter(
  world: World,
  open: readonly number[],
  random: Random,
): readonly [string, string] | null {
  for (const contract of open) {
    const arbiters = world.stateOf(contract)?.case?.panel?.arbiters ?? [];
    const asked = random.pick(arbiters.filter(({ is }) => is === "asked"));
    const principal = world.cast.plans[contract]?.principal;
    if (asked !== undefined && principal !== undefined) return [principal, asked.id];
  }
  return null;
}

/** Two processes at the same time, on one job or on two. */
function bothWork(random: Random, salt: number): Move {
  const job = random.pick(JOB_NAMES);
  const other = random.chance(0.5) ? job : random.pick(JOB_NAMES);
  return { do: "both work", jobs: [job, other], salt };
}

function postMove(world: World, contract: number, random: Random): Move {
  return {
    do: "act",
    who: world.cast.plans[contract]?.principal ?? "pia",
    contract,
    type: "post",
    data: {},
    signing: "head",
    fate: fate(random),
    process: random.below(2),
    salt: random.uint32(),
  };
}

/** Passes a random time, or the time to a deadline or just past it. */
function pass(random: Random, salt: number): Move {
  if (random.chance(0.4)) {
    return { do: "pass to deadline", plusMs: random.pick([0, 0, 1, 1 - SKEW_MS, 2_000]), salt };
  }
  return { do: "pass", ms: random.below(random.pick([1_000, 1_000, 3_000, 9_000, 40_000])), salt };
}

const HOUR_MS = 3_600_000;
/** How long an outage is: about a deadline, rarely much longer. */
const ABSENCES_MS = [2_000, 15_000, 40_000, 125_000, 125_000, HOUR_MS] as const;

/** Something happens to the machine: nobody's fault but ours. */
function timeFault(random: Random, salt: number): Move {
  const dice = random.fraction();
  if (dice < 0.15) return { do: "fill disk", salt };
  if (dice < 0.4) return { do: "set clock", byMs: random.pick([HOUR_MS, -HOUR_MS]), salt };
  const ms = 1_001 + random.below(random.pick(ABSENCES_MS));
  return { do: dice < 0.7 ? "outage" : "freeze", ms, salt };
}

function partyMove(
  world: World,
  open: readonly number[],
  random: Random,
  names: ReadonlyMap<Party, string>,
  salt: number,
): Move | null {
  // Sometimes an ended contract.
  const contract = random.pick(random.chance(0.05) ? [...world.posted.keys()] : open) ?? 0;
  const state = world.stateOf(contract);
  const plan = world.cast.plans[contract];
  if (state === null || plan === undefined) return null;
  const agent = nameOf(state.seat?.agent, names);
  const stage = {
    state,
    principal: plan.principal,
    principalNature: world.cast.principals[plan.principal] ?? "honest",
    agent,
    named: nameOf(state.terms.agent ?? undefined, names),
    agentNature: world.cast.agents[agent ?? ""] ?? "honest",
    judgeNature: plan.judge,
    result: world.auditor.witness.resultOf(state.id),
  };
  const action = nextAction(stage, random);
  if (action === null) return null;
  if ("percent" in action) return { do: "pay", contract, ...action, salt };
  const move: ActMove = {
    do: "act",
    ...action,
    contract,
    signing: signing(action.type, random),
    fate: fate(random),
    process: random.below(2),
    salt,
  };
  return move;
}

const OPINIONS: readonly [Signing, ...Signing[]] = [
  "opinion",
  "opinion",
  "opinion",
  "opinion",
  "altered opinion",
  "moved opinion",
];

function signing(type: string, random: Random): Signing {
  if (type === "ruling" && random.chance(0.7)) return random.pick(OPINIONS);
  if (asksFor(type, type, {}) && random.chance(0.25)) return "request";
  if (random.chance(0.03)) return "forgery";
  return random.chance(0.05) ? "old head" : "head";
}

function fate(random: Random): Fate {
  const dice = random.fraction();
  if (dice < 0.88) return "arrives";
  if (dice < 0.92) return "is delayed";
  return dice < 0.97 ? "arrives twice" : "is lost";
}
