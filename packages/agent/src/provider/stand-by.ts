/**
 * A provider after it has handed in: it answers an accusation, lets a rejection be checked where that
 * is possible, and leaves where it is not. Its evidence comes from its own run of the checks.
 */
import type { Contract } from "@bazaar/doors/connection";
import { contractAlias, type Entry, type JsonObject, unreachable } from "@bazaar/kernel";
import { rejectionIn } from "../work/rejection.ts";
import type { Watch } from "../work/watch.ts";
import { act, type WorkContext } from "../work/work-context.ts";
import type { JobHooks } from "./job-hooks.ts";
import type { Tries } from "./tries.ts";

/** Runs the checks on the text of a result. */
export type VerifyOwn = (
  contract: Contract,
  result: string,
  bounds: { readonly leftMs: () => number; readonly signal: AbortSignal },
) => Promise<OwnVerdict>;

export type OwnVerdict =
  | { readonly isPassed: boolean; readonly evidence: JsonObject }
  /** Why they did not come to a verdict, as a sentence. */
  | { readonly problem: string };

type Step = "dispute_response" | "dispute_filed" | "back_out";

interface StandByNeeds {
  readonly hooks: JobHooks;
  readonly verify: VerifyOwn;
  readonly tries: Tries;
}

const MAX_REASON = 500;

export async function standBy(context: WorkContext, needs: StandByNeeds): Promise<void> {
  const { watch } = context;
  const refused = new Set<Step>();
  while (!watch.signal.aborted) {
    const { contract } = watch;
    const step = nextStep(contract, watch, refused);
    if (step !== null && !(await take(context, needs, step))) refused.add(step);
    if (watch.contract === contract) await watch.changed();
  }
}

/** Whether the market took it. */
async function take(context: WorkContext, needs: StandByNeeds, step: Step): Promise<boolean> {
  const { contract } = context.watch;
  if (step === "back_out") {
    needs.hooks.rejected?.(contract);
    return giveBack(context, "The result was not taken.");
  }
  const { fix } = ownFix(context.watch)?.data ?? {};
  const { watch } = context;
  const bounds = { leftMs: () => watch.leftMs(), signal: watch.signal };
  const verified =
    typeof fix === "string"
      ? await needs.tries.next(contract.id, () => needs.verify(contract, fix, bounds))
      : null;
  const own = verified === "too_often" ? null : verified;
  // Told before: the market answers when there is a ruling.
  needs.hooks.disputed?.(contract, step);
  const answer = await act(context, step, {
    argument: argumentOf(contract, context.watch, own),
    ...(own === null || "problem" in own ? {} : { evidence: own.evidence }),
  });
  if (!answer.ok) {
    needs.hooks.error?.(new Error(`${step} was refused: ${answer.refusal.detail}`), contract);
  }
  return answer.ok;
}

/** What is to be done now; null: wait. */
function nextStep(contract: Contract, watch: Watch, refused: ReadonlySet<Step>): Step | null {
  const { phase, case: dispute } = contract.state;
  const isAccused = dispute !== null && dispute.leader === "principal" && !dispute.isAnswered;
  if (isAccused && (phase === "awaiting_response" || phase === "halted")) {
    return refused.has("dispute_response") ? null : "dispute_response";
  }
  if (phase !== "in_progress" && phase !== "contest") return null;
  const rejection = rejectionIn(contract, watch.party);
  if (rejection === null) return null;
  if (canBeHeard(contract, rejection.support !== "supported") && !refused.has("dispute_filed")) {
    return "dispute_filed";
  }
  return phase === "contest" || refused.has("back_out") ? null : "back_out";
}

/** A second run of the check costs nothing; a judge is asked only about what the record does not show. */
function canBeHeard({ state }: Contract, isUnshown: boolean): boolean {
  const { court } = state.terms;
  switch (court.kind) {
    case "none":
      return court.replays === true;
    case "tiered":
      return isUnshown;
    case "panel":
      // It asks for a nonce first and evidence later, which a program that stands by does not send.
      return false;
    default:
      return unreachable(court);
  }
}

/** The last result that this provider handed in. */
export function ownFix({ contract, party }: Pick<Watch, "contract" | "party">): Entry | null {
  const { entries } = contract.transcript;
  return entries.findLast(({ type, author }) => type === "fix" && author === party) ?? null;
}

/** Whether the market took it. */
export async function giveBack(context: WorkContext, reason: string): Promise<boolean> {
  const short = reason.slice(0, MAX_REASON).toWellFormed();
  return (await act(context, "back_out", { reason: short })).ok;
}

function argumentOf(contract: Contract, watch: Watch, own: OwnVerdict | null): string {
  const { seq = 0 } = ownFix(watch) ?? {};
  const said =
    own === null || "problem" in own
      ? "I could not run the agreed checks again."
      : own.isPassed
        ? "The agreed checks pass in my own sandbox; the evidence is attached."
        : "The agreed checks do not pass in my own sandbox; the evidence is attached.";
  const where = `Entry ${seq} of ${contractAlias(contract.id)} is my result, with the hash of its trajectory.`;
  return `${where} ${said}`;
}
