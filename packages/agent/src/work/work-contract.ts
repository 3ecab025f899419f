/**
 * One contract from the bond to its end. Beside the solver two others are at work: one keeps the
 * turn alive, one answers the court. Whatever happens to the solver, the agent says so and leaves.
 */
import type { Connection, Contract } from "@bazaar/doors/http/connect";
import type { Hooks } from "../hooks.ts";
import { type Solver, type Tools, WorkOver } from "../solver.ts";
import { type Argue, defend } from "./defend.ts";
import { act, type Desk, isWorkable } from "./desk.ts";
import { keepTurn } from "./keep-turn.ts";
import { LAST_WORDS_MS, toolsFor } from "./session.ts";
import { Watch } from "./watch.ts";
import { within } from "./within.ts";

export interface WorkNeeds {
  readonly connection: Connection;
  readonly solver: Solver;
  readonly hooks: Hooks;
  /** What the agent asks for where it may name a price; the whole bounty without. */
  readonly price?: (contract: Contract) => string | null;
  readonly argue?: Argue;
}

/** Gives the contract as it was when it was over for this agent; null if it never had the seat. */
export async function workContract(
  needs: WorkNeeds,
  found: Contract,
  signal: AbortSignal,
): Promise<Contract | null> {
  const { connection, hooks } = needs;
  const watch = new Watch(connection, found, signal);
  const desk = { connection, watch, hooks };
  if (!watch.isMine && !(await takeSeat(desk))) return null;
  const hurry = new AbortController();
  // A guard that fails is no reason to be silent: the agent leaves, and says so.
  const leaving = (): void => hurry.abort("The agent failed.");
  const running = [
    untilOver(watch, watch.run(), () => watch.end()),
    untilOver(watch, attend(needs, desk, hurry.signal), () => watch.end()),
    untilOver(
      watch,
      keepTurn(desk, (reason) => hurry.abort(reason)),
      leaving,
    ),
    untilOver(watch, defend(desk, needs.argue), leaving),
  ];
  const failure = (await Promise.allSettled(running)).find(({ status }) => status === "rejected");
  if (failure?.status === "rejected") throw failure.reason;
  return watch.contract;
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

async function takeSeat(desk: Desk): Promise<boolean> {
  const { watch, hooks } = desk;
  const { contract } = watch;
  const answer = await act(desk, "bond");
  if (!answer.ok) {
    hooks.notTaken?.(contract, answer.refusal);
    return false;
  }
  const { deposit = null } = answer.value.answer;
  if (deposit !== null) hooks.depositDue?.(watch.contract, deposit);
  return true;
}

/** Lets the solver work, and leaves when it has nothing more. */
async function attend(needs: WorkNeeds, desk: Desk, hurry: AbortSignal): Promise<void> {
  const { watch } = desk;
  await watch.until(isWorkable);
  const inTime = AbortSignal.any([watch.signal, hurry]);
  const tools = toolsFor(desk, needs.price?.(watch.contract) ?? null, inTime);
  const solving = reasonToLeave(needs.solver, tools, desk);
  // A solver that does not listen to its signal is not waited for.
  const reason = await Promise.race([solving, abortOf(inTime)]);
  const { clock } = needs.connection;
  // The last verdict comes with the end of the contract: there must be time to make use of it.
  if (watch.signal.aborted) await within({ clock, ms: LAST_WORDS_MS }, () => solving);
  else if (reason !== null) await leave(desk, reason === "aborted" ? String(hurry.reason) : reason);
}

/** What to say when the solver is done; null where there is nothing to say any more. */
async function reasonToLeave(
  solver: Solver,
  tools: Tools,
  { watch, hooks }: Desk,
): Promise<string | null> {
  try {
    await solver.solve(tools.now(), tools);
    return "Nothing to offer.";
  } catch (error) {
    if (watch.signal.aborted || error instanceof WorkOver) return null;
    hooks.error?.(error, watch.contract);
    // The words of an error may hold anything of this machine; the principal needs none of them.
    return "The agent failed.";
  }
}

function abortOf(signal: AbortSignal): Promise<"aborted"> {
  const { promise, resolve } = Promise.withResolvers<"aborted">();
  if (signal.aborted) resolve("aborted");
  signal.addEventListener("abort", () => resolve("aborted"), { once: true });
  return promise;
}

/** Gives the seat back as soon as that is possible; a fix that waits for its verification bars it. */
async function leave(desk: Desk, reason: string): Promise<void> {
  const { watch } = desk;
  for (;;) {
    const { state } = await watch.until(isWorkable);
    const answer = await act(desk, state.phase === "investigating" ? "decline" : "back_out", {
      reason,
    });
    if (answer.ok) return;
    await watch.changed(1_000);
  }
}
