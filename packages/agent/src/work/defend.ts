/** The agent before the court: answers in time, and contests what the record does not bear out. */

import type { Contract } from "@bazaar/doors/connection";
import { TEXT_LIMITS } from "@bazaar/kernel";
import { isWorthContesting } from "./rejection.ts";
import { statementOn } from "./statement.ts";
import { type Timeout, withTimeout } from "./with-timeout.ts";
import { act, type WorkContext } from "./work-context.ts";

/** The owner's argument, if it comes within most of the time to answer. */
export type Argue = (contract: Contract) => Promise<string>;

/** The rest is for a slow market. */
const SHARE_FOR_WORDS = 0.7;

export async function defend(context: WorkContext, argue?: Argue): Promise<void> {
  const { watch } = context;
  while (!watch.signal.aborted) {
    const { contract } = watch;
    const say = dueIn(context, contract);
    if (say !== null) {
      const answer = await act(context, say, {
        argument: await argumentFor(context, contract, argue),
      });
      if (answer.ok) continue;
      context.hooks.error?.(new Error(`${say} was refused: ${answer.refusal.detail}`), contract);
    }
    if (watch.contract === contract) await watch.changed();
  }
}

/** The owner's argument if it comes in time, otherwise the record. */
export async function argumentFor(
  context: WorkContext,
  contract: Contract,
  argue?: Argue,
): Promise<string> {
  const record = (): string => statementOn(contract, context.rejectionIn(contract));
  if (argue === undefined) return record();
  try {
    const own = await withTimeout(timeForWords(context), () => argue(contract));
    if (own === null) throw new Error("the argument came too late");
    return own.slice(0, TEXT_LIMITS.argument).toWellFormed();
  } catch (error) {
    context.hooks.error?.(error, contract);
    return record();
  }
}

function timeForWords({ watch, connection }: WorkContext): Timeout {
  const ms = watch.leftMs() * SHARE_FOR_WORDS;
  return { clock: connection.clock, ms, signal: watch.signal };
}

/** The act that the agent owes the court now, if any. */
function dueIn(
  { rejectionIn }: WorkContext,
  contract: Contract,
): "dispute_response" | "dispute_filed" | null {
  const { phase, case: dispute } = contract.state;
  const isAccused = dispute !== null && dispute.leader === "principal" && !dispute.isAnswered;
  if (isAccused && (phase === "awaiting_response" || phase === "halted")) return "dispute_response";
  const rejection = phase === "contest" ? rejectionIn(contract) : null;
  return rejection !== null && isWorthContesting(contract, rejection) ? "dispute_filed" : null;
}
