/**
 * Replays a transcript entry by entry: who acted, the state after it, and the payouts it ordered.
 * Everything is computed from the entries and nothing taken from the market.
 */
import {
  actOf,
  type ContractState,
  decide,
  type Entry,
  invariant,
  type Leg,
  type Party,
  type Transcript,
  type Verify,
} from "@bazaar/kernel";

export interface Step {
  readonly entry: Entry;
  /** The author; of an entry that the server signed for a party, that party. */
  readonly by: Party | "server";
  readonly receivedMs: number;
  readonly after: ContractState;
  readonly legs: readonly Leg[];
}

/** The transcript must have been verified. */
export function replayTranscript(
  transcript: Transcript,
  platform: Party,
  verify: Verify,
): readonly Step[] {
  const contract = { id: transcript.id, platform };
  const steps: Step[] = [];
  let state: ContractState | null = null;
  for (const [seq, entry] of transcript.entries.entries()) {
    const receivedMs = transcript.receivedAt[seq];
    invariant(receivedMs !== undefined, `entry ${seq} has no time`);
    const act = actOf(entry, contract, verify);
    invariant(act.ok, `entry ${seq} has no author`);
    const decided = decide(state, act.value, receivedMs);
    invariant(decided.ok, `entry ${seq} does not follow`);
    const { state: after, legs } = decided.value;
    steps.push({ entry, by: act.value.by, receivedMs, after, legs });
    state = after;
  }
  return steps;
}

export function payoutsIn(steps: readonly Step[]): readonly Leg[] {
  return steps.flatMap(({ legs }) => legs);
}
