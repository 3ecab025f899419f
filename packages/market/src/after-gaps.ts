/**
 * What an outage does to a contract: its clock stands still for every gap since its last
 * entry.
 *
 * An extension is written right before the act that it makes a difference to, and only then: a fix
 * that is in time anyway starts a fresh clock, and its author has signed it for the present head.
 */
import {
  type Act,
  type ContractState,
  type Decision,
  extensionOf,
  type Facts,
  type Gap,
  invariant,
  type Result,
  stateText,
} from "@bazaar/kernel";
import type { Needs } from "./needs.ts";

interface Moved {
  readonly state: ContractState;
  readonly extensions: readonly Gap[];
}

/** The contract as it will be once every gap up to `nowMs` is written. */
export async function afterGaps(
  needs: Pick<Needs, "outages" | "decide">,
  state: ContractState,
  nowMs: number,
): Promise<Moved> {
  const extensions: Gap[] = [];
  if (state.deadline === null) return { state, extensions };
  let moved = state;
  for (const gap of await needs.outages.since(state.absence.afterMs, nowMs)) {
    const extension = extensionOf(moved, gap, nowMs);
    if (extension === null) continue;
    const decided = needs.decide(moved, { by: "server", ...extendedAct(extension) }, nowMs);
    invariant(decided.ok, `a gap was refused: ${decided.ok || JSON.stringify(decided.refusal)}`);
    moved = decided.value.state;
    extensions.push(extension);
  }
  return { state: moved, extensions };
}

interface DecidedAct {
  readonly decided: Result<Decision>;
  /** To be written first; then the act is decided again. */
  readonly extensions: readonly Gap[];
}

/** Decides an act, and whether an outage makes a difference to it. */
export async function decideAfterGaps(
  needs: Pick<Needs, "outages" | "decide">,
  state: ContractState,
  act: Act,
  nowMs: number,
  facts: Facts,
): Promise<DecidedAct> {
  const decided = needs.decide(state, act, nowMs, facts);
  if (act.type === "extended") return { decided, extensions: [] };
  const moved = await afterGaps(needs, state, nowMs);
  if (moved.extensions.length === 0) return { decided, extensions: [] };
  const after = needs.decide(moved.state, act, nowMs, facts);
  // Of two refusals the one that does not blame our outage on the author.
  const extensions = isSameOutcome(decided, after) ? [] : moved.extensions;
  return { decided: after.ok ? decided : after, extensions };
}

export function extendedAct({ fromMs, toMs }: Gap) {
  return { type: "extended", data: { from: BigInt(fromMs), to: BigInt(toMs) } } as const;
}

function isSameOutcome(a: Result<Decision>, b: Result<Decision>): boolean {
  if (!a.ok || !b.ok) return a.ok === b.ok;
  // These also count the extension itself.
  const { absence, said } = a.value.state;
  return stateText(a.value.state) === stateText({ ...b.value.state, absence, said });
}
