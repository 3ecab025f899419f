/** What worlds reach: how often, by kind and name. */
import { type ContractState, type Entry, isEnded, judgeOf, type Refusal } from "@bazaar/kernel";
import { statedIn } from "./check-plays.ts";
import type { Move } from "./move.ts";
import type { World } from "./world.ts";

export type Reach = Record<string, Record<string, number>>;

export function addReach(total: Reach, more: Reach): void {
  for (const [kind, names] of Object.entries(more)) {
    for (const [name, times] of Object.entries(names)) count(total, kind, name, times);
  }
}

/** The world has been drained. */
export async function reachOf(world: World): Promise<Reach> {
  const reach: Reach = {};
  for (const move of world.moves) countMove(reach, move);
  count(reach, "fault", "crash", world.counts.crashes);
  count(reach, "fault", "lost answer", world.counts.lostAnswers);
  for (const clock of world.auditor.clocks) count(reach, "clock", clock);
  for (const state of world.auditor.states()) {
    countContract(reach, state);
    for (const { entry } of await world.store.entries(state.id)) countEntry(reach, state, entry);
  }
  for (const { contract, refusal } of world.refusals) {
    const state = world.auditor.stateOf(contract);
    const owner = state === null ? null : ownerRefused(state, refusal);
    if (owner !== null) count(reach, "refused to another key of", owner);
  }
  return reach;
}

function count(reach: Reach, kind: string, name: string, times = 1): void {
  reach[kind] ??= {};
  const names = reach[kind];
  names[name] = (names[name] ?? 0) + times;
}

function countMove(reach: Reach, move: Move): void {
  count(reach, "move", move.do);
  const act = move.do === "work at once" ? move.act : move;
  if (act.do === "act") {
    count(reach, "fate", act.fate);
    count(reach, "signing", act.signing);
  }
  if ("job" in move) count(reach, "job", move.job);
}

function countContract(reach: Reach, { terms, outcome, phase }: ContractState): void {
  const { work, rules, court, pots } = terms;
  const isReplayed = court.kind === "none" && court.replays === true;
  const expires = work.kind === "task" && work.expiresSeconds !== null;
  const hasSchema = work.spec.schema_id !== undefined && isEnded(phase);
  count(reach, "profile", rules.profile);
  count(reach, "work", `${work.kind}${expires ? " with an expiry" : ""}`);
  if (hasSchema) count(reach, "work", "job with a schema");
  count(reach, "court", `${court.kind}${isReplayed ? " with replays" : ""}`);
  for (const { asset, rail, schedule, funds } of pots) {
    count(reach, "rail", rail);
    count(reach, "decimals", String(asset.decimals));
    count(reach, "schedule", `${schedule} at ${funds}`);
  }
  if (outcome !== null) count(reach, "row", outcome.row);
}

function countEntry(reach: Reach, { terms }: ContractState, entry: Entry): void {
  count(reach, "act", entry.type);
  const shown = statedIn(entry.data.evidence);
  const how = entry.type === "checked" ? "run again" : "reported";
  for (const method of shown?.methods ?? []) count(reach, how, `${method} ${shown?.verdict}`);
  if (entry.type === "dispute_filed") count(reach, "disputed", terms.rules.profile);
  if (entry.type !== "ruling") return;
  const ours = entry.data.origin === undefined ? "our own court" : "a judge's opinion";
  count(reach, "ruling by", entry.author === terms.platform ? ours : "a judge's entry");
}

/** Whose other key this was refused to; null if it was refused to the key itself, or to anybody. */
function ownerRefused(state: ContractState, refusal: Refusal): string | null {
  const { terms, formerAgents } = state;
  switch (refusal.code) {
    case "own_contract":
      return refusal.author === terms.principal ? null : "the principal";
    case "held_before":
      return formerAgents.some((agent) => agent === refusal.author) ? null : "a former agent";
    case "conflict_of_interest": {
      const judge = judgeOf(terms.court);
      if (judge === null) return "a side or an arbiter";
      return refusal.author === judge ? null : "the judge";
    }
    default:
      return null;
  }
}
