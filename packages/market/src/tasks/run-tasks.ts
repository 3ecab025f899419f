/**
 * Runs the tasks that acts ordered. A task may run twice, and its process may die at any point; its
 * result is recorded as an act or under a key, once.
 */
import {
  type AskJudge,
  actOnAnswer,
  type ContractState,
  InvariantViolation,
  isOverdue,
  type OpenHold,
  type RunCheck,
  TEXT_LIMITS,
  unreachable,
} from "@bazaar/kernel";
import { afterGaps } from "../after-gaps.ts";
import type { Needs } from "../needs.ts";
import { type Judge, JudgeUnavailable } from "../ports/judge.ts";
import { RailUnavailable } from "../ports/rail.ts";
import type { ClaimedTask } from "../ports/store.ts";
import { exportTranscript } from "../queries/export-transcript.ts";
import { recordAct } from "../record-act.ts";
import { callPanel } from "./call-panel.ts";

const MAX_TASKS = 16;
/**
 * A task of a dead process is taken over after this. It is shorter than the minute that a judge may
 * take, so that another process can still ask in time. A slow judge may be asked twice; the first
 * answer counts.
 */
const LEASE_MS = 30_000;
const RETRY_MS = 1_000;
const MAX_RETRY_MS = 60_000;
/** A place for a check stays free until the one whose turn it is asks again. */
const MAX_CHECK_RETRY_MS = 10_000;

/** Run it in several lanes at once, so that a slow judge blocks only its own. */
export async function runTasks(needs: Needs): Promise<number> {
  for (let done = 0; done < MAX_TASKS; done += 1) {
    // One at a time, so that no claimed task waits behind a slow one.
    const claim = { nowMs: needs.clock.nowMs(), leaseMs: LEASE_MS, limit: 1 };
    const [claimed] = await needs.store.claimTasks(claim);
    if (claimed === undefined) return done;
    await runTask(needs, claimed);
  }
  return MAX_TASKS;
}

async function runTask(needs: Needs, { task, attempt }: ClaimedTask): Promise<void> {
  const isDone = await run(needs, task);
  if (isDone) {
    await needs.store.finishTask(task.key, attempt);
    return;
  }
  const mostMs = task.kind === "run_check" ? MAX_CHECK_RETRY_MS : MAX_RETRY_MS;
  const waitMs = Math.min(RETRY_MS * 2 ** attempt, mostMs);
  const spreadMs = Math.floor((waitMs * (1 + needs.randomness.fraction())) / 2);
  await needs.store.retryTask(task.key, attempt, needs.clock.nowMs() + spreadMs);
}

/** False when the task must be tried again: a rail, a judge or the checker did not answer. */
async function run(needs: Needs, task: ClaimedTask["task"]): Promise<boolean> {
  switch (task.kind) {
    case "open_hold":
      return openHold(needs, task.key, task.payload);
    case "ask_judge":
      return askJudge(needs, task.payload);
    case "run_check":
      return runCheck(needs, task.payload);
    default:
      return unreachable(task);
  }
}

export async function openHold(needs: Needs, key: string, hold: OpenHold): Promise<boolean> {
  const rail = needs.rails.find(({ name }) => name === hold.rail);
  // Without its rail or after its time the deposit cannot come; the funding clock ends the wait.
  if (rail === undefined || (await isExpired(needs, hold))) return true;
  try {
    const address = await rail.open(key, hold);
    await needs.store.saveHold({ key, hold, address });
    return true;
  } catch (error) {
    if (error instanceof RailUnavailable) return false;
    throw error;
  }
}

/** Whether the deposit is no longer waited for. Gaps do not use up its time. */
async function isExpired(needs: Needs, { contract, expiresMs }: OpenHold): Promise<boolean> {
  const nowMs = needs.clock.nowMs();
  if (nowMs <= expiresMs) return false;
  const stored = await needs.store.load(contract);
  if (stored?.state.phase !== "unfunded" && stored?.state.phase !== "reserved") return true;
  return isOverdue((await afterGaps(needs, stored.state, nowMs)).state, nowMs);
}

async function askJudge(needs: Needs, question: AskJudge): Promise<boolean> {
  // Another judge reads the feed and submits its own ruling.
  if (question.judge !== needs.signer.party) return true;
  const asked = await waitingState(needs, question);
  if (asked === null) return true;
  switch (question.bench) {
    case "panel":
      return isReached(() => callPanel(needs, question, asked));
    case "district":
    case "appeals":
    case "supreme":
      return askOwnJudge(needs, question, asked);
    case "replay":
      throw new InvariantViolation("a judge is asked to run the check again");
    default:
      return unreachable(question.bench);
  }
}

async function askOwnJudge(
  needs: Needs,
  question: AskJudge,
  asked: ContractState,
): Promise<boolean> {
  const transcript = await exportTranscript(needs.store, question.contract);
  if (transcript === null) return true;
  const byMs = asked.deadline?.atMs ?? question.byMs;
  const opinion = await opine(needs.judge, { question: { ...question, byMs }, transcript });
  if (opinion === null) return false;
  const state = await waitingState(needs, question);
  if (state === null) return true;
  const { answer, reasoning, details } = opinion;
  // This entry is the server's own, so it must not carry an origin.
  const { origin: _, ...added } = details;
  const said = { ...added, reasoning: reasoning.slice(0, TEXT_LIMITS.ruling) };
  const act = actOnAnswer(state, answer, question.question, said);
  // Refused if the case has moved on: then this answer is no longer needed.
  await recordAct(needs, { by: "server", ...act, contract: question.contract });
  return true;
}

/** The contract, if this question is still open. Its time is not that of a gap. */
async function waitingState(
  needs: Needs,
  { contract, question }: AskJudge | RunCheck,
): Promise<ContractState | null> {
  const stored = (await needs.store.load(contract))?.state;
  const isSitting = stored?.phase === "deliberating" || stored?.phase === "halted";
  if (!isSitting || stored.case?.question !== question) return null;
  const nowMs = needs.clock.nowMs();
  const { state } = await afterGaps(needs, stored, nowMs);
  // After this time the court's deadline decides.
  return isOverdue(state, nowMs) ? null : state;
}

/** False if the one who is asked could not be reached. */
async function isReached(ask: () => Promise<boolean>): Promise<boolean> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof JudgeUnavailable) return false;
    throw error;
  }
}

async function opine(
  judge: Judge,
  file: Parameters<Judge["opine"]>[0],
): Promise<Awaited<ReturnType<Judge["opine"]>> | null> {
  try {
    return await judge.opine(file);
  } catch (error) {
    if (error instanceof JudgeUnavailable) return null;
    throw error;
  }
}

async function runCheck(needs: Needs, question: RunCheck): Promise<boolean> {
  const asked = await waitingState(needs, question);
  if (asked === null) return true;
  const { contract } = question;
  const transcript = await exportTranscript(needs.store, contract);
  if (transcript === null) return true;
  const checked = await needs.checker.run(transcript, asked.deadline?.atMs ?? question.byMs);
  if (checked === null) return false;
  const data = { ...checked, question: BigInt(question.question) };
  await recordAct(needs, { by: "server", type: "checked", data, contract });
  return true;
}
