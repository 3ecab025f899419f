/**
 * The review of a kept repair: commit and pay, reject, or discard.
 *
 * Every step is recorded before the next begins, so that a process that is killed leaves either the
 * decision open or an acceptance that the next process finishes. Files are committed before the
 * market is told: a commit that is refused costs nothing.
 */
import type { Acted, Contract } from "@bazaar/doors/connection";
import type { ApprovedPlan, JudgedChange } from "@bazaar/guard/commit";
import type { LayeredSandbox, Opened, SandboxRefusal } from "@bazaar/guard/sandbox";
import { type ContractId, invariant } from "@bazaar/kernel";
import type { PrincipalNeeds } from "../repair/principal.ts";
import { lastProposal, type Proposed } from "../repair/proposal.ts";
import type { Proposal } from "../repair/repair-event.ts";
import { Attempt, tryProposal } from "../repair/try-fix.ts";
import { changesDigest } from "./changes-digest.ts";
import type { Decision, Rejection, Reviewed, SeenFix, Wish } from "./decision.ts";
import { type DiscardNeeds, isAccepted } from "./discard.ts";
import { dropLayer, forget } from "./remove-kept.ts";
import { type ReviewStanding, reviewStanding } from "./standing.ts";
import { keptId } from "./waiting-place.ts";
import type { KeptFix, WaitingRepair } from "./waiting-repair.ts";
import { withReviewLock } from "./with-review-lock.ts";

export interface ReviewNeeds
  extends DiscardNeeds,
    Pick<PrincipalNeeds, "connection" | "around" | "scrub" | "openSandbox" | "tell" | "signal"> {
  readonly reopenSandbox: (id: string) => Promise<Opened<LayeredSandbox>>;
  readonly decide: (seen: SeenFix) => Promise<Decision>;
}

/** Reads the contract again under the lock: it may have changed. */
export function review(
  id: ContractId,
  needs: ReviewNeeds,
  wish: Wish | null = null,
): Promise<Reviewed> {
  return withReviewLock(id, needs, async (waiting) => {
    const read = await needs.connection.contract(id);
    if (!read.ok) return { is: "market_refused", refusal: read.refusal };
    const contract = read.value;
    const standing = reviewStanding(waiting, contract);
    if (!isDecidable(standing)) return { is: "not_reviewable", contract, standing };
    return reviewHeld({ ...waiting, known: contract.chain }, contract, needs, wish);
  });
}

function isDecidable(standing: ReviewStanding): boolean {
  return standing === "reviewable" || standing === "paid";
}

async function reviewHeld(
  waiting: WaitingRepair,
  contract: Contract,
  needs: ReviewNeeds,
  wish: Wish | null,
): Promise<Reviewed> {
  const proposed = lastProposal(contract);
  invariant(proposed !== null, "no fix to review");
  let kept = waiting.kept;
  if (kept?.fixSeq !== proposed.seq) {
    // The layer belongs to an older fix.
    const dropped = await dropLayer(waiting, needs);
    if (!dropped.ok) return { is: "no_sandbox", refusal: dropped.refusal };
    kept = unkept(proposed);
  }
  // The command that was tried, which may differ from a later entry.
  const proposal = { ...proposed.proposal, correctedCommand: kept.correctedCommand };
  const one = new OneReview({ ...waiting, kept }, contract, proposal, needs);
  if (wish === null) return kept.step === "committed" ? one.finish() : one.run();
  if (await isAccepted(waiting, needs)) return { is: "already_accepted" };
  return wish.is === "again" ? one.runAgain() : one.reject(wish);
}

/** The agent was paid before the fix was tried here. */
function unkept({ seq, proposal: { correctedCommand } }: Proposed): KeptFix {
  const nothing = { sandbox: null, evidence: {}, shown: null } as const;
  return { fixSeq: seq, correctedCommand, step: "undecided", ...nothing };
}

class OneReview {
  readonly #proposal: Proposal;
  readonly #needs: ReviewNeeds;
  #contract: Contract;
  #waiting: WaitingRepair & { readonly kept: KeptFix };

  constructor(
    waiting: WaitingRepair & { readonly kept: KeptFix },
    contract: Contract,
    proposal: Proposal,
    needs: ReviewNeeds,
  ) {
    this.#waiting = waiting;
    this.#contract = contract;
    this.#proposal = proposal;
    this.#needs = needs;
  }

  async run(): Promise<Reviewed> {
    const opened = await this.#open();
    if (!opened.ok) return { is: "no_sandbox", refusal: opened.refusal };
    // Disposed on return, so everything that uses it is awaited.
    await using attempt = opened.value;
    if (attempt.verdict !== "pass") return { is: "not_verified" };
    const changes = await attempt.changes(this.#needs.around);
    if (!changes.ok) {
      await this.#keepAgain(attempt);
      return { is: "not_committed", refusal: changes.refusal };
    }
    // An interrupted acceptance with no changes left was committed completely.
    if (this.#waiting.kept.step === "accepting" && changes.value.length === 0) {
      this.#write({ step: "committed" });
      return await this.#finishAfter(attempt);
    }
    return await this.#decide(attempt, changes.value);
  }

  /** The result may differ from what the user was shown; they asked for it. */
  async runAgain(): Promise<Reviewed> {
    const dropped = await this.#dropLayer();
    if (!dropped.ok) return { is: "no_sandbox", refusal: dropped.refusal };
    this.#write({ shown: null, step: "undecided" });
    return this.run();
  }

  async #discard(): Promise<Reviewed> {
    const gone = await forget(this.#waiting, this.#needs);
    return gone.ok ? { is: "discarded" } : { is: "no_sandbox", refusal: gone.refusal };
  }

  /** The evidence stays on record for the court; so does a layer that is open. */
  async reject(rejection: Rejection): Promise<Reviewed> {
    const { connection, scrub } = this.#needs;
    const isDispute = rejection.is === "dispute";
    const argument = scrub(isDispute ? rejection.argument : rejection.reason);
    const data = argument === "" ? {} : { argument };
    const act = isDispute ? "dispute_filed" : "review_reject";
    const answer = await connection.act(this.#contract, act, data);
    if (!answer.ok) return { is: "market_refused", refusal: answer.refusal };
    const { contract } = answer.value;
    this.#tellSince(answer.value);
    this.#waiting = { ...this.#waiting, known: contract.chain };
    this.#write({ step: "undecided" });
    await this.#dropLayer();
    return { is: "rejected", contract };
  }

  /**
   * The files are committed: tells the market and removes the record. A layer that is open is removed
   * by the next process that looks at this repair.
   */
  async finish(): Promise<Reviewed> {
    const { connection, tell } = this.#needs;
    let contract = this.#contract;
    if (contract.state.phase === "review") {
      const accepted = await connection.act(contract, "review_accept");
      // The window has ended meanwhile, which accepts it too.
      if (accepted.ok) {
        contract = accepted.value.contract;
        this.#tellSince(accepted.value);
      } else tell({ type: "market_refused", act: "review_accept", refusal: accepted.refusal });
    }
    await forget(this.#waiting, this.#needs);
    return { is: "committed", contract, proposal: this.#proposal };
  }

  async #decide(attempt: Attempt, changes: readonly JudgedChange[]): Promise<Reviewed> {
    const { tell, decide, signal, repairs } = this.#needs;
    const { shown: before, step, sandbox } = this.#waiting.kept;
    const shown = changesDigest(changes);
    // An interrupted acceptance: part of it may be on the disk, and this is the rest.
    const isRest = step === "accepting" && sandbox !== null;
    tell({ type: "changes", changes });
    const decision = await decide({
      contract: this.#contract,
      proposal: this.#proposal,
      changes,
      isAsShown: isRest || before === null || before === shown,
    });
    // Another process may have removed it meanwhile.
    if (repairs.find(this.#contract.id) === null) return { is: "gone" };
    this.#write({ shown });
    const decided = signal.aborted ? LATER : decision;
    if (decided.is === "accept") return this.#accept(attempt, decided.plan);
    await this.#keepAgain(attempt);
    if (decided.is === "later") return decided;
    return decided.is === "discard" ? this.#discard() : this.reject(decided);
  }

  async #accept(attempt: Attempt, plan: ApprovedPlan): Promise<Reviewed> {
    const problem = await this.#lookAgain();
    if (problem !== null) {
      await this.#keepAgain(attempt);
      return problem;
    }
    this.#write({ step: "accepting" });
    const committed = await attempt.commit(plan);
    if (!committed.ok) {
      await this.#keepAgain(attempt);
      return { is: "not_committed", refusal: committed.refusal };
    }
    this.#write({ step: "committed" });
    this.#needs.tell({ type: "committed", changes: committed.value.changes });
    return this.#finishAfter(attempt);
  }

  /** Why it is too late to commit, or null: the contract may have changed meanwhile. */
  async #lookAgain(): Promise<Reviewed | null> {
    const read = await this.#needs.connection.contract(this.#contract);
    if (!read.ok) return { is: "market_refused", refusal: read.refusal };
    const contract = read.value;
    const standing = reviewStanding(this.#waiting, contract);
    const isSameFix = lastProposal(contract)?.seq === this.#waiting.kept.fixSeq;
    if (!isDecidable(standing) || !isSameFix) return { is: "not_reviewable", contract, standing };
    this.#contract = contract;
    return null;
  }

  async #finishAfter(attempt: Attempt): Promise<Reviewed> {
    await attempt.discard();
    this.#write({ sandbox: null });
    return this.finish();
  }

  /** Opens what was kept; if that is lost, runs the fix again on the files as they are. */
  async #open(): Promise<Opened<Attempt>> {
    const { command, kept } = this.#waiting;
    const { sandbox, evidence } = kept;
    if (sandbox === null) return this.#tryAgain();
    const opened = await this.#needs.reopenSandbox(sandbox);
    if (opened.ok) {
      return {
        ok: true,
        value: new Attempt(opened.value, {
          evidence,
          verdict: "pass",
          command,
          ownCommand: null,
          correction: null,
        }),
      };
    }
    if (!LOST.includes(opened.refusal.code)) return opened;
    this.#needs.tell({ type: "no_sandbox", refusal: opened.refusal });
    const dropped = await this.#dropLayer();
    return dropped.ok ? this.#tryAgain() : dropped;
  }

  async #tryAgain(): Promise<Opened<Attempt>> {
    const { openSandbox, tell } = this.#needs;
    const { checks, rules } = this.#contract.state.terms;
    tell({ type: "trying", proposal: this.#proposal, attempt: 1 });
    const opened = await openSandbox();
    if (!opened.ok) return opened;
    const { command } = this.#waiting;
    const timeoutMs = rules.executionSeconds * 1_000;
    const needs = { ...this.#needs, command, checks, timeoutMs, isOwnAgent: false };
    return { ok: true, value: await tryProposal(opened.value, this.#proposal, needs) };
  }

  async #dropLayer(): Promise<Opened<WaitingRepair>> {
    const dropped = await dropLayer(this.#waiting, this.#needs);
    if (dropped.ok)
      this.#waiting = { ...this.#waiting, kept: { ...this.#waiting.kept, sandbox: null } };
    return dropped;
  }

  /** If that fails, what was kept before still is. */
  async #keepAgain(attempt: Attempt): Promise<void> {
    const label = this.#needs.repairs.pathOf(this.#contract.id);
    const sandbox = (await keptId(attempt, label)) ?? this.#waiting.kept.sandbox;
    this.#write({ sandbox, step: "undecided" });
  }

  /** The other side, or the market, may have answered an act already. */
  #tellSince({ contract, entry: ours }: Acted): void {
    const since = contract.transcript.entries.slice(ours.seq + 1);
    for (const entry of since) this.#needs.tell({ type: "entry", entry, contract });
  }

  #write(change: Partial<Pick<KeptFix, "step" | "sandbox" | "shown">>): void {
    this.#waiting = { ...this.#waiting, kept: { ...this.#waiting.kept, ...change } };
    this.#needs.repairs.write(this.#waiting);
  }
}

const LATER: Extract<Decision, { readonly is: "later" }> = { is: "later" };

/** Refusals after which the layer can never be reopened. */
const LOST: readonly SandboxRefusal["code"][] = ["nothing_kept", "kept_damaged", "kept_outdated"];
