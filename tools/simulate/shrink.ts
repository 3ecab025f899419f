/** Shortens a failing list of moves as long as it still breaks the same rule. */
import type { Move } from "./move.ts";
import { replayWorld, WorldFailed } from "./run-world.ts";
import { Violation } from "./violation.ts";
import type { WorldPlan } from "./world.ts";

const MAX_REPLAYS = 2_000;

type FailureOf = typeof failureOf;

export async function shrink(
  plan: WorldPlan,
  failure: WorldFailed,
  replay: FailureOf = failureOf,
): Promise<WorldFailed> {
  const broken = ruleOf(failure);
  let shortest = failure;
  let replays = 0;
  const stillFails = async (moves: readonly Move[]): Promise<WorldFailed | null> => {
    replays += 1;
    const failed = await replay(plan, moves);
    return failed !== null && ruleOf(failed) === broken ? failed : null;
  };
  const whole = await stillFails(failure.moves);
  if (whole === null) return failure;
  let size = Math.ceil(shortest.moves.length / 2);
  while (size >= 1 && replays < MAX_REPLAYS) {
    const before = shortest.moves.length;
    let at = 0;
    while (at < shortest.moves.length && replays < MAX_REPLAYS) {
      const without = [...shortest.moves.slice(0, at), ...shortest.moves.slice(at + size)];
      const failed = await stillFails(without);
      if (failed === null) at += size;
      else shortest = failed;
    }
    shortest = (await stillFails(joinPasses(shortest.moves))) ?? shortest;
    // Removing one move may make another unnecessary, so single moves are tried again.
    const isDone = size === 1 && shortest.moves.length === before;
    if (isDone) break;
    size = Math.max(1, Math.floor(size / 2));
  }
  return shortest;
}

/** Much time passes in many moves, none of which can be left out for itself. */
function joinPasses(moves: readonly Move[]): readonly Move[] {
  const joined: Move[] = [];
  for (const move of moves) {
    const last = joined.at(-1);
    if (move.do !== "pass" || last?.do !== "pass") joined.push(move);
    else joined[joined.length - 1] = { ...last, ms: last.ms + move.ms };
  }
  return joined;
}

/** The failure that these moves lead to, or null. */
export async function failureOf(
  plan: WorldPlan,
  moves: readonly Move[],
): Promise<WorldFailed | null> {
  try {
    using _world = await replayWorld(plan, moves);
    return null;
  } catch (error) {
    if (error instanceof WorldFailed) return error;
    throw error;
  }
}

/** A crash of the market itself is named by its message. */
export function ruleOf({ cause, message }: WorldFailed): string {
  return cause instanceof Violation ? cause.rule : message;
}
