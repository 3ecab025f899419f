/**
 * A transcript, entry by entry: who acted, where that put the contract, and what it ordered to be
 * paid. Everything is decided again from the entries; what the market says of itself is not asked.
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
  /** Whose act it is: of an entry that the server signs for somebody, that somebody. */
  readonly by: Party | "server";
  readonly receivedMs: number;
  readonly after: ContractState;
  readonly legs: readonly Leg[];
}

/** The transcript has been verified: whatever does not follow here is our own mistake. */
export function retell(transcript: Transcript, platform: Party, verify: Verify): readonly Step[] {
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
