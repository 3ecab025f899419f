/**
 * One contract from the bond to its end. Beside the solver, one task keeps the turn alive and one
 * answers the court. If the solver fails, the agent says so and leaves.
 */
import type { Connection, Contract, MarketRefusal } from "@bazaar/doors/connection";
import type { Hooks } from "../hooks.ts";
import { type Solver, type Tools, WorkOver } from "../solver.ts";
import { type Argue, defend } from "./defend.ts";
import { keepTurn } from "./keep-turn.ts";
import { leave } from "./leave.ts";
import { rejectionReader } from "./rejection.ts";
import { LAST_WORDS_MS, toolsFor } from "./session.ts";
import { type AskForMoney, takeSeat } from "./take-seat.ts";
import { Watch } from "./watch.ts";
import { withTimeout } from "./with-timeout.ts";
import { isWorkable, type WorkContext } from "./work-context.ts";

export interface WorkNeeds {
  readonly connection: Connection;
  readonly solver: Solver;
  readonly hooks: Hooks;
  /** The price to ask for, where one may be named. Default: the whole bounty. */
  readonly price?: (contract: Contract) => string | null;
  readonly argue?: Argue;
  readonly testMoney?: AskForMoney;
  readonly patience?: Patience;
  /** Takes a rejection at its word: no court, and no thought of the fee. */
  readonly trustsPrincipal?: boolean;
}

/** After this long the agent stops working, and leaves as soon as it can. */
export interface Patience {
  readonly ms: number;
  readonly lost: () => void;
}

export type Worked =
  /** Over for this agent. */
  | { readonly is: "over"; readonly contract: Contract }
  | { readonly is: "not_taken"; readonly refusal: MarketRefusal };

export async function workContract(
  needs: WorkNeeds,
  found: Contract,
  signal: AbortSignal,
): Promise<Worked> {
  const { connection, hooks, patience } = needs;
  const watch = new Watch(connection, found, signal);
  const rejectionIn = needs.trustsPrincipal === true ? () => null : rejectionReader(watch.party);
  const context = { connection, watch, hooks, rejectionIn };
  const refusal = watch.isMine ? null : await takeSeat(context, needs.testMoney);
  if (refusal !== null) return { is: "not_taken", refusal };
  const hurry = new AbortController();
  // If a task beside the solver fails, the agent leaves and says so.
  const leaving = (): void => hurry.abort("The agent failed.");
  const running = [
    untilOver(watch, watch.run(), () => watch.end()),
    untilOver(watch, attend(needs, context, hurry.signal), () => watch.end()),
    untilOver(
      watch,
      keepTurn(context, (reason) => hurry.abort(reason)),
      leaving,
    ),
    untilOver(watch, defend(context, needs.argue), leaving),
    ...(patience === undefined
      ? []
      : [losePatience(patience, context, (reason) => hurry.abort(reason))]),
  ];
  const failure = (await Promise.allSettled(running)).find(({ status }) => status === "rejected");
  if (failure?.status === "rejected") throw failure.reason;
  return { is: "over", contract: watch.contract };
}

async function untilOver(watch: Watch, run: Promise<void>, onFailure: () => void): Promise<void> {
  try {
    await run;
  } catch (error) {
    if (watch.signal.aborted) return;
    onFailure();
    throw error;
  }
}

async function losePatience(
  { ms, lost }: Patience,
  { connection, watch }: WorkContext,
  giveUp: (reason: string) => void,
): Promise<void> {
  await connection.clock.sleep(ms, watch.signal);
  if (watch.signal.aborted) return;
  lost();
  giveUp("The agent has waited long enough.");
}

/** Runs the solver, and leaves the contract when it has nothing more to offer. */
async function attend(needs: WorkNeeds, context: WorkContext, hurry: AbortSignal): Promise<void> {
  const { watch } = context;
  await watch.until(isWorkable);
  const inTime = AbortSignal.any([watch.signal, hurry]);
  const tools = toolsFor(context, needs.price?.(watch.contract) ?? null, inTime);
  const solving = reasonToLeave(needs.solver, tools, context);
  // Do not wait for a solver that ignores its signal.
  const reason = await Promise.race([solving, abortOf(inTime)]);
  const { clock } = needs.connection;
  // The last verdict comes with the end of the contract: give the solver time to use it.
  if (watch.signal.aborted) await withTimeout({ clock, ms: LAST_WORDS_MS }, () => solving);
  else if (reason !== null)
    await leave(context, reason === "aborted" ? String(hurry.reason) : reason, needs.argue);
}

/** The reason to give for leaving; null if the contract is over anyway. */
async function reasonToLeave(
  solver: Solver,
  tools: Tools,
  { watch, hooks }: WorkContext,
): Promise<string | null> {
  try {
    await solver.solve(tools.now(), tools);
    return "Nothing to offer.";
  } catch (error) {
    if (watch.signal.aborted || error instanceof WorkOver) return null;
    hooks.error?.(error, watch.contract);
    // An error's message may contain anything of this machine, so it is not sent.
    return "The agent failed.";
  }
}

function abortOf(signal: AbortSignal): Promise<"aborted"> {
  const { promise, resolve } = Promise.withResolvers<"aborted">();
  if (signal.aborted) resolve("aborted");
  signal.addEventListener("abort", () => resolve("aborted"), { once: true });
  return promise;
}
