/**
 * The receipts of a contract, made from its transcript.
 *
 * The rules are followed entry by entry: they order the legs, and `settled` says that all of them
 * are confirmed. Nothing else is needed, so a market and a stranger make the same receipts.
 */
import type { Leg } from "../contract/act.ts";
import { JOB_KINDS, type Terms } from "../contract/terms.ts";
import type { Party } from "../identity/party.ts";
import type { Verify } from "../identity/verify.ts";
import { accept, type Result, refuse } from "../refusal.ts";
import { entryHash } from "../transcript/entry.ts";
import { type ReplayStep, replaySteps, type Transcript } from "../transcript/verify-transcript.ts";
import { isoTime } from "./iso-time.ts";
import { paymentOf, proofsIn } from "./payment.ts";
import type { Receipt } from "./receipt.ts";
import { receiptId } from "./receipt-id.ts";
import { afterEntry, chosenId, jobHashOf, NO_WORK, type WorkFacts } from "./work-facts.ts";

/** Empty before the contract is settled. Links and signatures of the entries are not checked. */
export function receiptsOf(transcript: Transcript, verify: Verify): Result<readonly Receipt[]> {
  const steps = receiptSteps(transcript, verify);
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

/** The same with a pause after each entry: a long transcript takes long. */
export async function receiptsOfInSteps(
  transcript: Transcript,
  verify: Verify,
  pause: () => Promise<void>,
): Promise<Result<readonly Receipt[]>> {
  const steps = receiptSteps(transcript, verify);
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    await pause();
  }
}

/** A leg, who held the seat when it was ordered, and what was known about the work then. */
interface OrderedLeg {
  readonly leg: Leg;
  readonly provider: Party | null;
  readonly work: WorkFacts;
}

function* receiptSteps(
  transcript: Transcript,
  verify: Verify,
): Generator<undefined, Result<readonly Receipt[]>> {
  const ordered: OrderedLeg[] = [];
  let work = NO_WORK;
  let seated: Party | null = null;
  const replay = replaySteps(transcript, verify);
  for (;;) {
    const step = replay.next();
    if (step.done === true) return step.value.ok ? accept([]) : step.value;
    const { entry, decision } = step.value;
    const agent = decision.state.seat?.agent ?? null;
    work = afterEntry(work, entry, decision.state.terms);
    // The seat that this entry ended is the one whose money it divides.
    const provider = agent ?? seated;
    ordered.push(...decision.legs.map((leg) => ({ leg, provider, work })));
    seated = agent;
    if (entry.type === "settled") return issued(step.value, ordered);
    yield;
  }
}

function issued(
  { entry, atMs, decision }: ReplayStep,
  ordered: readonly OrderedLeg[],
): Result<readonly Receipt[]> {
  const paidAt = isoTime(atMs);
  if (paidAt === null) {
    const problem = "received at a time that no receipt can state";
    return refuse({ code: "broken_chain", seq: entry.seq, problem });
  }
  const { id, terms } = decision.state;
  const proofs = proofsIn(entry.data);
  const settled = { seq: entry.seq, head: entryHash(entry) };
  const jobId = isJob(terms) ? id : null;
  const shared = {
    market: terms.platform,
    contract: id,
    jobId,
    jobHash: jobHashOf(terms),
    policyBundleId: chosenId(terms.document.policy_bundle_id),
    approvalRuleId: chosenId(terms.document.approval_rule_id),
    buyer: terms.principal,
    settled,
    paidAt,
  };
  return accept(
    ordered.map(({ leg, provider, work }) => ({
      ...shared,
      ...work,
      ...paymentOf(leg, proofs),
      receiptId: receiptId(id, leg.key),
      leg: leg.key,
      provider,
      payee: { role: leg.to.role, party: leg.to.party },
    })),
  );
}

function isJob({ work }: Terms): boolean {
  return (JOB_KINDS as readonly string[]).includes(work.kind);
}
