/**
 * One job on the market: accept or decline, work, hand in, and stand by the result until it is paid.
 *
 * Its seat is the contract's own record of it, so that a provider that was restarted goes on where
 * the transcript ends. A job that cannot be done is given back at once: the buyer's money is free again.
 */
import { type Connection, type Contract, MarketUnavailable } from "@bazaar/doors/connection";
import { isEnded } from "@bazaar/kernel";
import { Watch } from "../work/watch.ts";
import { act, type WorkContext } from "../work/work-context.ts";
import { doJob } from "./do-job.ts";
import type { JobHooks } from "./job-hooks.ts";
import { agreedSats, type PriceBook, quoteFor } from "./price-book.ts";
import { jobIn } from "./read-job.ts";
import { giveBack, ownFix, standBy, type VerifyOwn } from "./stand-by.ts";
import { termsProblem } from "./terms-problem.ts";
import { MAX_TRIES, type Tries } from "./tries.ts";
import type { JobRequest, Worker } from "./worker.ts";

export interface JobNeeds {
  readonly connection: Connection;
  readonly worker: Worker;
  readonly prices: PriceBook;
  readonly hooks: JobHooks;
  readonly verify: VerifyOwn;
  readonly tries: Tries;
  /** Called when the work is over and only its verification is left. */
  readonly isFree: () => void;
}

/** Of the time that is left; the rest is for checking the result and handing it in. */
const SHARE_FOR_WORK = 0.75;
const MAX_SENT = 5;
const TOO_OFTEN = `The provider's program ended ${MAX_TRIES} times while it worked on this job.`;

/** Returns when it is over for this provider. */
export async function workJob(
  needs: JobNeeds,
  found: Contract,
  signal: AbortSignal,
): Promise<Contract> {
  const { connection } = needs;
  const watch = new Watch(connection, found, signal);
  const context: WorkContext = { connection, watch, hooks: {}, rejectionIn: () => null };
  const running = [
    whileOpen(watch, watch.run()),
    whileOpen(watch, attend(needs, context)),
    whileOpen(watch, standBy(context, needs)),
  ];
  const failure = (await Promise.allSettled(running)).find(({ status }) => status === "rejected");
  if (failure?.status === "rejected") throw failure.reason;
  return watch.contract;
}

/** If one part fails, the others end, too. */
async function whileOpen(watch: Watch, run: Promise<void>): Promise<void> {
  try {
    await run;
  } catch (error) {
    if (watch.signal.aborted) return;
    watch.end();
    throw error;
  }
}

async function attend(needs: JobNeeds, context: WorkContext): Promise<void> {
  const { watch } = context;
  const job = jobIn(watch.contract.state.terms);
  if (job === null) return watch.end();
  if (watch.contract.state.phase === "open" && !(await take(needs, context, job))) {
    return watch.end();
  }
  // After a restart the result may be handed in already.
  const { phase } = watch.contract.state;
  if (phase === "in_progress" && ownFix(watch) === null) await workOrGiveBack(needs, context, job);
  needs.isFree();
  await watch.until(({ state }) => isEnded(state.phase));
}

/** Whether the job is ours now. */
async function take(
  { worker, prices, hooks }: JobNeeds,
  context: WorkContext,
  job: JobRequest,
): Promise<boolean> {
  const { contract } = context.watch;
  const { terms } = contract.state;
  const quote = quoteFor(prices, job.schemaId, terms);
  const reason = worker.declines(job) ?? termsProblem(terms);
  if (reason !== null || "problem" in quote) {
    const because = reason ?? ("problem" in quote ? quote.problem : "");
    hooks.declined?.(contract, because);
    await act(context, "decline", { reason: because });
    return false;
  }
  const { price } = quote;
  const answer = await act(context, "accept", { price });
  if (answer.ok) hooks.accepted?.(contract, job, price);
  else hooks.notTaken?.(contract, answer.refusal);
  return answer.ok;
}

/** An error of ours must not keep the buyer waiting. Its message may contain anything of this machine. */
async function workOrGiveBack(
  needs: JobNeeds,
  context: WorkContext,
  job: JobRequest,
): Promise<void> {
  const { watch } = context;
  try {
    const { id } = watch.contract;
    const worked = await needs.tries.next(id, () => work(needs, context, job));
    if (worked === "too_often") await fail(needs, context, TOO_OFTEN);
  } catch (error) {
    if (watch.signal.aborted || error instanceof MarketUnavailable) throw error;
    needs.hooks.error?.(error, watch.contract);
    await giveBack(context, "The provider failed.");
  }
}

async function work(needs: JobNeeds, context: WorkContext, job: JobRequest): Promise<void> {
  const { connection, worker, hooks } = needs;
  const { watch } = context;
  hooks.working?.(watch.contract, job);
  const sats = agreedSats(watch.contract.state);
  const timeoutMs = Math.max(1, watch.leftMs() * SHARE_FOR_WORK);
  const { signal } = watch;
  const result = await doJob({ connection, worker, sats, timeoutMs, signal }, watch.contract, job);
  const problem =
    result.is === "unusable" ? result.because : await wrongWith(needs, watch, result.text);
  if (result.is === "unusable" || problem !== null) return fail(needs, context, problem ?? "");
  await handIn(needs, context, result.text);
}

/**
 * A worker may be wrong about its own work, or lie. Handing that in would cost the provider its name, and
 * so would a result that nobody can check.
 */
async function wrongWith({ verify }: JobNeeds, watch: Watch, text: string): Promise<string | null> {
  const bounds = { leftMs: () => watch.leftMs(), signal: watch.signal };
  const own = await verify(watch.contract, text, bounds);
  if ("problem" in own)
    return `The result could not be checked before handing it in: ${own.problem}`;
  return own.isPassed ? null : "The worker's result does not pass the agreed checks.";
}

async function handIn(needs: JobNeeds, context: WorkContext, text: string): Promise<void> {
  const { watch } = context;
  for (let sent = 0; sent < MAX_SENT; sent += 1) {
    const answer = await act(context, "fix", { fix: text });
    if (answer.ok) return needs.hooks.handedIn?.(watch.contract, text);
    const { code, detail } = answer.refusal;
    if (code === "stale_head") continue;
    return fail(needs, context, detail);
  }
}

async function fail({ hooks }: JobNeeds, context: WorkContext, because: string): Promise<void> {
  hooks.failed?.(context.watch.contract, because);
  await giveBack(context, because);
}
