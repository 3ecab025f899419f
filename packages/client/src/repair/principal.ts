/**
 * The principal's side of one contract: answers investigations, tries fixes, reports the result, and
 * answers the agent before the court.
 *
 * A fix that passes is committed and paid at once if the user approves it (supervised), or kept for
 * a later review (autonomous): reporting success would accept it. It acts on the contract's state
 * and remembers nothing else, so that another process can resume. Whatever leaves the machine passes
 * through `Outgoing`.
 */
import type { Acted, ActName, Answered, Connection, Contract } from "@bazaar/doors/connection";
import {
  type ApprovedPlan,
  type CommitRefusal,
  explainCommitRefusal,
  isOnlyTime,
  type JudgedChange,
} from "@bazaar/guard/commit";
import { explainRefusal, type LayeredSandbox, type Opened } from "@bazaar/guard/sandbox";
import { invariant, type JsonObject, TEXT_LIMITS } from "@bazaar/kernel";
import { mustAnswerDispute } from "../must-answer-dispute.ts";
import type { Outgoing } from "../outgoing/outgoing.ts";
import type { Correction } from "./correction.ts";
import { failureEvidence } from "./evidence.ts";
import { Investigations } from "./investigations.ts";
import { lastPart } from "./plain-output.ts";
import { lastProposal, type Proposed } from "./proposal.ts";
import { recordedFacts, type SeenHere } from "./recorded-facts.ts";
import type { Proposal, RepairEvent } from "./repair-event.ts";
import { type Attempt, type Surroundings, type TrialNeeds, tryProposal } from "./try-fix.ts";

export interface PrincipalNeeds {
  readonly connection: Connection;
  /** The failed command as typed: it is verified unless the agent corrects it. */
  readonly command: string;
  readonly around: Surroundings;
  readonly scrub: (text: string) => string;
  /** Undoes `scrub` in what the user's own agent asks and proposes; not for agents elsewhere. */
  readonly restore?: (text: string) => string;
  /** What looks see besides the working tree. */
  readonly shows?: readonly string[];
  /** What of this machine leaves it. */
  readonly outgoing: Outgoing;
  readonly openSandbox: () => Promise<Opened<LayeredSandbox>>;
  /**
   * Which changes the user approves; null for none. A stranger's corrected command needs approval
   * too: a different command can pass any check.
   */
  readonly approve: (
    changes: readonly JudgedChange[],
    proposal: Proposal,
    correction: Correction | null,
  ) => Promise<ApprovedPlan | null>;
  /** Stores autonomous repairs until their review. */
  readonly waiting: WaitingPlace;
  /** The user's argument before the court; null for the recorded facts. */
  readonly argue?: (contract: Contract) => Promise<string | null>;
  /** What an earlier process saw of a fix that was not reported on. */
  readonly seenHere?: SeenHere;
  readonly tell: (event: RepairEvent) => void;
  /** Whether another agent may come after one leaves. */
  readonly hasOtherAgents: boolean;
  readonly signal: AbortSignal;
}

export interface WaitingPlace {
  /** Records the repair before anything else happens to its contract. */
  begin(contract: Contract): void;
  /** Keeps what a fix wrote for a later process. */
  keep(contract: Contract, verified: Verified): Promise<void>;
  /** Removes the record. */
  end(contract: Contract): void;
}

/** A fix that was run, in the sandbox that it wrote to. */
interface Tried extends Proposed {
  readonly attempt: Attempt;
}

/** A fix that has passed its check, and what it would change. */
export interface Verified extends Tried {
  readonly changes: readonly JudgedChange[];
}

/** A fix that was verified and committed. */
export interface Repaired {
  readonly proposal: Proposal;
  readonly correction: Correction | null;
}

/** How often a fix is tried again because the user's files changed meanwhile. */
const MAX_CONFLICTS = 2;

export class Principal {
  readonly #needs: PrincipalNeeds;
  readonly #investigations: Investigations;
  /** The last entry that was handled. */
  #knownSeq = 0;
  #triedSeq: number;
  #attempts = 0;
  /** The next entry to tell. */
  #untoldSeq = 0;
  repaired: Repaired | null = null;
  /** What the last check found, if it was not reported. */
  unreported: JsonObject = STOPPED_HERE;
  /** Whether a fix waits for review, so that following can stop. */
  isWaiting = false;

  constructor(needs: PrincipalNeeds) {
    this.#needs = needs;
    this.#investigations = new Investigations(needs);
    this.#triedSeq = needs.seenHere?.fixSeq ?? -1;
  }

  /** Entries up to here are known. */
  begin({ chain }: Contract): void {
    this.#untoldSeq = chain.seq;
  }

  /**
   * Does what the contract waits for from this side. Looks again after its own act: the agent may
   * have acted meanwhile, and that is not announced twice.
   */
  async respond(contract: Contract): Promise<void> {
    let current: Contract | null = contract;
    while (current !== null && current.chain.seq > this.#knownSeq) {
      this.#knownSeq = current.chain.seq;
      this.tellEntries(current);
      current = await this.#step(current);
    }
  }

  /** Before anything is done about them, so that what happened is told in its order. */
  tellEntries(contract: Contract): void {
    const entries = contract.transcript.entries.filter(({ seq }) => seq >= this.#untoldSeq);
    this.#untoldSeq = Math.max(this.#untoldSeq, contract.chain.seq);
    for (const entry of entries) this.#needs.tell({ type: "entry", entry, contract });
  }

  /** The contract after the act; null if there was none or it was refused. */
  async #step(contract: Contract): Promise<Contract | null> {
    const { phase, seatsTaken, seat } = contract.state;
    if (isLooking(contract) && (seat?.pending.length ?? 0) > 0) return this.#answerOldest(contract);
    if (phase === "open" && seatsTaken > 0 && !this.#needs.hasOtherAgents) {
      return this.#act(contract, "cancel", {});
    }
    if (mustAnswerDispute(contract)) return this.#answerDispute(contract);
    if (phase !== "verifying" && phase !== "review") return null;
    const proposed = lastProposal(contract, this.#needs.restore);
    invariant(proposed !== null, "no fix to verify");
    if (proposed.seq === this.#triedSeq) return null;
    this.#triedSeq = proposed.seq;
    return this.#verify(contract, proposed);
  }

  async #answerOldest(contract: Contract): Promise<Contract | null> {
    const { seat } = contract.state;
    const command = seat?.pending[0];
    invariant(seat !== null && command !== undefined, "no pending investigation");
    const { connection, signal, restore = (text) => text } = this.#needs;
    const wait = { clock: connection.clock, signal };
    const asked = restore(command);
    const output = await this.#investigations.look(contract, seat.number, asked, wait);
    return this.#act(contract, "result", { command, output });
  }

  async #answerDispute(contract: Contract): Promise<Contract | null> {
    const { argue, seenHere = null, scrub, tell } = this.#needs;
    const words = (await argue?.(contract)) ?? null;
    const argument = words ?? recordedFacts(contract, seenHere);
    tell({ type: "answering", argument, isOwnWords: words !== null });
    const said = lastPart(scrub(argument), TEXT_LIMITS.argument);
    return this.#act(contract, "dispute_response", { argument: said });
  }

  async #verify(contract: Contract, proposed: Proposed): Promise<Contract | null> {
    const { proposal } = proposed;
    this.#attempts += 1;
    const { outgoing, connection } = this.#needs;
    this.#needs.tell({ type: "trying", proposal, attempt: this.#attempts });
    for (let conflicts = 0; ; conflicts += 1) {
      const startedMs = connection.clock.nowMs();
      const opened = await this.#needs.openSandbox();
      if (!opened.ok) {
        const { refusal } = opened;
        this.#needs.tell({ type: "no_sandbox", refusal });
        return this.#fail(contract, {}, outgoing.reason(explainRefusal(refusal), refusal.code));
      }
      const { checks, rules } = contract.state.terms;
      const timeoutMs = rules.executionSeconds * 1_000;
      const isOwnAgent = !this.#needs.hasOtherAgents && rules.mode === "supervised";
      const publish: TrialNeeds["publish"] = (run, verdict) =>
        outgoing.evidence(contract, { run, proposal, verdict, startedMs });
      const needs = { ...this.#needs, checks, timeoutMs, isOwnAgent, publish };
      await using attempt = await tryProposal(opened.value, proposal, needs);
      const tried = { ...proposed, attempt };
      const concluded = await this.#conclude(contract, tried, conflicts);
      if (concluded !== "conflict") return concluded;
    }
  }

  /** The result of an attempt, or "conflict" if the user's files changed meanwhile. */
  async #conclude(
    contract: Contract,
    tried: Tried,
    conflicts: number,
  ): Promise<Contract | null | "conflict"> {
    const { tell, around, signal, waiting } = this.#needs;
    const { attempt } = tried;
    const { evidence, verdict } = attempt;
    this.unreported = verdict === "no_verdict" ? STOPPED_HERE : evidence;
    if (signal.aborted) return null;
    if (verdict === "fail" || verdict === "no_verdict") {
      const why = verdict === "fail" ? "The check fails after the fix." : "The check did not end.";
      return this.#fail(contract, evidence, why);
    }
    const changes = await attempt.changes(around);
    if (!changes.ok) {
      tell({ type: "not_committed", refusal: changes.refusal });
      return this.#fail(contract, evidence, this.#reason(changes.refusal));
    }
    const verified = { ...tried, changes: changes.value };
    const { proposal } = tried;
    const isSame = conflicts > 0 && changes.value.every(({ change }) => isOnlyTime(change));
    if (isSame && proposal.correctedCommand === null) {
      tell({ type: "repaired_meanwhile" });
      this.repaired = { proposal, correction: attempt.correction };
      return this.#act(contract, "verify", { success: true, evidence });
    }
    tell({ type: "changes", changes: verified.changes });
    if (contract.state.terms.rules.mode === "supervised") {
      return this.#commit(contract, verified, conflicts < MAX_CONFLICTS);
    }
    await waiting.keep(contract, verified);
    tell({ type: "waits", contract, proposal: verified.proposal, changes: verified.changes });
    this.isWaiting = true;
    return null;
  }

  async #commit(
    contract: Contract,
    { proposal, attempt, changes }: Verified,
    mayTryAgain: boolean,
  ): Promise<Contract | null | "conflict"> {
    const { tell, approve, signal } = this.#needs;
    const { evidence } = attempt;
    const plan = await approve(changes, proposal, attempt.correction);
    if (signal.aborted) return null;
    if (plan === null) return this.#fail(contract, evidence, NOT_APPROVED);
    const committed = await attempt.commit(plan);
    if (!committed.ok) {
      tell({ type: "not_committed", refusal: committed.refusal });
      if (committed.refusal.code === "conflict" && mayTryAgain) return "conflict";
      return this.#fail(contract, evidence, this.#reason(committed.refusal));
    }
    tell({ type: "committed", changes: committed.value.changes });
    this.repaired = { proposal, correction: attempt.correction };
    return this.#act(contract, "verify", { success: true, evidence });
  }

  /** A fix chooses names of files, which a refusal may repeat. */
  #reason(refusal: CommitRefusal): string {
    const words = explainCommitRefusal(refusal).join(" ");
    return this.#needs.outgoing.reason(words, refusal.code);
  }

  #fail(contract: Contract, evidence: JsonObject, why: string): Promise<Contract | null> {
    const explanation = lastPart(this.#needs.scrub(why), TEXT_LIMITS.explanation);
    const shown = failureEvidence(contract, evidence);
    return this.#act(contract, "verify", { success: false, explanation, evidence: shown });
  }

  /** Null if the market refuses. */
  async #act(seen: Contract, act: ActName, data: JsonObject): Promise<Contract | null> {
    const { connection, signal, tell } = this.#needs;
    // A committed fix is paid for, even after an interrupt.
    const until = this.repaired === null ? signal : undefined;
    const answer: Answered<Acted> = await connection.act(seen, act, data, until);
    if (act === "verify" && answer.ok) this.unreported = STOPPED_HERE;
    if (answer.ok) return answer.value.contract;
    tell({ type: "market_refused", act, refusal: answer.refusal });
    return null;
  }
}

/** The evidence if the principal stops before the check has ended: a failure that nothing shows looks like a lie. */
const STOPPED_HERE: JsonObject = { stopped_by: "principal" };

/** The explanation for a fix that passed and was not approved. */
export const NOT_APPROVED = "The check passes; the principal did not approve the changes.";

function isLooking({ state }: Contract): boolean {
  return state.phase === "investigating" || state.phase === "in_progress";
}
