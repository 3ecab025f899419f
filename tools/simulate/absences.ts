/**
 * One script, played in a world whose market is always there and in one whose market is away now and
 * then: the parties act equally soon in the time in which it is there, so all must be paid the same.
 */
import type { ContractId, ContractState } from "@bazaar/kernel";
import { playStep, playSteps, type Scene, type Step, writeScript } from "./calm-script.ts";
import { drain } from "./drain.ts";
import { type Away, describe, type Move } from "./move.ts";
import { Random, subSeed } from "./random.ts";
import { WorldFailed } from "./run-world.ts";
import { ensure } from "./violation.ts";
import { World, type WorldPlan } from "./world.ts";

export const SAME_PAYOUTS = "nobody is paid otherwise because the market was away";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const MAX_ABSENCES = 4;
/** An entry has to be signed again after an extension, of which there may be several. */
const MAX_TRIES = MAX_ABSENCES + 1;

interface Played {
  readonly states: ReadonlyMap<ContractId, ContractState>;
  /** What each side got in the end, by contract, asset and role. */
  readonly payouts: ReadonlyMap<string, bigint>;
}

/** How many absences were played. @throws WorldFailed with the moves of the second world. */
export async function playTwice(plan: WorldPlan): Promise<number> {
  const { scenes, played } = await playCalmly(plan, (world) => writeScript(world, plan.seed));
  const random = new Random(subSeed(plan.seed, 3));
  const count = 1 + random.below(MAX_ABSENCES);
  const places = Array.from({ length: count }, () => random.below(scenes.length));
  const disturbed = scenes.flatMap((scene, at) =>
    places.includes(at) ? [absence(random), scene] : [scene],
  );
  await playDisturbed(plan, disturbed, played);
  return new Set(places).size;
}

/** The failure of the second world, if these are its moves; null if there is none. */
export async function failureOfSecond(
  plan: WorldPlan,
  moves: readonly Move[],
): Promise<WorldFailed | null> {
  try {
    const { scenes, played } = await playCalmly(plan, (world) =>
      playSteps(world, moves.filter(isScene)),
    );
    if (scenes !== null) await playDisturbed(plan, scenes, played);
    return null;
  } catch (error) {
    if (error instanceof WorldFailed) return error;
    throw error;
  }
}

function isScene(move: Move): move is Scene {
  return ["act", "pay", "pass", "away"].includes(move.do);
}

/** The first world, whose market is always there. */
async function playCalmly<T>(plan: WorldPlan, play: (world: World) => Promise<T>) {
  using world = new World(plan);
  try {
    await begin(world);
    const scenes = await play(world);
    await drain(world);
    return { scenes, played: resultOf(world) };
  } catch (cause) {
    throw new WorldFailed([], cause);
  }
}

async function playDisturbed(
  plan: WorldPlan,
  scenes: readonly Scene[],
  calm: Played,
): Promise<void> {
  const moves: Move[] = [];
  using world = new World(plan);
  try {
    await begin(world);
    for (const scene of scenes) {
      moves.push(scene);
      if (scene.do === "away") await world.play(scene);
      else await insist(world, scene);
    }
    await drain(world);
    compare(calm, resultOf(world));
  } catch (cause) {
    throw new WorldFailed(moves, cause);
  }
}

async function begin(world: World): Promise<void> {
  await world.begin();
  world.isFaultless = true;
  world.isAnswerFixed = true;
}

/** The market is killed, stands still, has no room on its disk, or its machine's clock is set. */
function absence(random: Random): Away {
  const salt = random.uint32();
  const ms = 1_001 + random.below(random.pick([MINUTE_MS, 3 * MINUTE_MS, HOUR_MS]));
  const byMs = random.pick([HOUR_MS, -HOUR_MS]);
  const moves = random.pick<Away["moves"]>([
    [{ do: "outage", ms, salt }],
    // A restart that is too short to be an outage.
    [{ do: "outage", ms: 1 + (ms % 900), salt }],
    [{ do: "freeze", ms, salt }],
    [{ do: "set clock", byMs, salt }],
    [
      { do: "set clock", byMs, salt },
      { do: "outage", ms, salt },
    ],
    [
      { do: "fill disk", salt },
      { do: "pass", ms, salt },
      { do: "free disk", salt },
    ],
  ]);
  return { do: "away", moves, salt };
}

/** What was accepted in the first world is accepted here, if need be signed again. */
async function insist(world: World, step: Step): Promise<void> {
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    if (await playStep(world, step)) return;
    const code = world.lastRefusal?.code ?? "repeated";
    // The same request was sent in this second: a client signs it with the next one.
    if (code === "repeated" || code === "already_recorded") await world.live(1_000);
    else if (code !== "stale_head") break;
  }
  const refusal = JSON.stringify(world.lastRefusal, (_, value) =>
    typeof value === "bigint" ? value.toString() : value,
  );
  ensure(false, SAME_PAYOUTS, () => `refused: ${describe(step)}: ${refusal}`);
}

function resultOf({ auditor }: World): Played {
  const payouts = new Map<string, bigint>();
  for (const { contract, asset, to, amount } of auditor.legs()) {
    const key = `${contract} ${asset.code} ${to.role} ${to.party ?? ""}`;
    payouts.set(key, (payouts.get(key) ?? 0n) + amount);
  }
  return { states: new Map(auditor.states().map((state) => [state.id, state])), payouts };
}

function compare(calm: Played, disturbed: Played): void {
  for (const key of new Set([...calm.payouts.keys(), ...disturbed.payouts.keys()])) {
    const [one, other] = [calm.payouts.get(key) ?? 0n, disturbed.payouts.get(key) ?? 0n];
    ensure(one === other, SAME_PAYOUTS, () => `${key}: ${other} in place of ${one}`);
  }
  for (const [id, { outcome }] of calm.states) {
    const row = disturbed.states.get(id)?.outcome?.row;
    ensure(row === outcome?.row, SAME_PAYOUTS, () => `${id}: ${row} in place of ${outcome?.row}`);
  }
}
