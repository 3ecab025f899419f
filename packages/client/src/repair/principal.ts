/**
 * The principal's side of one contract: it answers what an agent asks to see, tries what the agent
 * proposes, says what came of it, and answers the agent before the court.
 *
 * A fix that passes is committed and paid at once where the person approves it (supervised), or
 * kept for a later review (autonomous): to report a success would be to accept it. It acts on where
 * the contract stands, not on what it remembers, so that a repair can be taken up again by another
 * process. Everything that leaves the machine goes through one scrub.
 */
import type { Acted, ActName, Answered, Connection, Contract } from "@bazaar/doors/http/connect";
import { type ApprovedPlan, explainCommitRefusal, type JudgedChange } from "@bazaar/guard/commit";
import { explainRefusal, type LayeredSandbox, type Opened } from "@bazaar/guard/sandbox";
import { invariant, type JsonObject, TEXT_LIMITS } from "@bazaar/kernel";
import { Keyhole } from "./keyhole.ts";
import { lastPart } from "./plain-output.ts";
import { lastProposal, type Proposed } from "./proposal.ts";
import { recordedFacts, type SeenHere } from "./recorded-facts.ts";
import type { Proposal, RepairEvent } from "./repair-event.ts";
import { type Attempt, type Surroundings, tryProposal } from "./try-fix.ts";

export interface PrincipalNeeds {
  readonly connection: Connection;
  /** The failed command as it was typed: what is verified, unless the agent corrects it. */
  readonly command: string;
  readonly around: Surroundings & { readonly home: string };
  readonly scrub: (text: string) => string;
  readonly openSandbox: () => Promise<Opened<LayeredSandbox>>;
  /**
   * Which changes the person wants; null when none of it may happen. A corrected command is for
   * the person to accept too: any check passes for the right command.
   */
  readonly approve: (
    changes: readonly JudgedChange[],
    proposal: Proposal,
  ) => Promise<ApprovedPlan | null>;
  /** Where an autonomous repair waits for its person. */
  readonly waiting: WaitingPlace;
  /** What the person says to the court, in time; null leaves it to what was recorded. */
  readonly argue?: (contract: Contract) => Promise<string | null>;
  /** What an earlier process saw of a fix that was never reported on. */
  readonly seenHere?: SeenHere;
  readonly tell: (event: RepairEvent) => void;
  /** Whether another agent may come when one has left. */
  readonly hasOtherAgents: boolean;
  readonly signal: AbortSignal;
}

export interface WaitingPlace {
  /** Remembers the repair before anything else happens to its contract. */
  begin(contract: Contract): void;
  /** Keeps what a fix wrote where the next process finds it. */
  keep(contract: Contract, verified: Verified): Promise<void>;
  /** There is nothing to wait for any more. */
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

/** A fix that was verified and brought to the disk. */
export interface Repaired {
  readonly proposal: Proposal;
}

/** How often a fix is tried again because the person's own files changed under it. */
const MAX_CONFLICTS = 2;

export class Principal {
  readonly #needs: PrincipalNeeds;
  readonly #keyhole: Keyhole;
  /** How much of the chain this side has answered to, its own entries included. */
  #knownSeq = 0;
  #triedSeq: number;
  #attempts = 0;
  repaired: Repaired | null = null;
  /** Whether a fix waits for the person to review it, so that nobody need stay. */
  isWaiting = false;

  constructor(needs: PrincipalNeeds) {
    this.#needs = needs;
    this.#keyhole = new Keyhole(needs);
    this.#triedSeq = needs.seenHere?.fixSeq ?? -1;
  }

  /**
   * Does whatever the contract waits for from this side. After an act of its own it looks again:
   * the agent may have gone on meanwhile, and nobody tells of that a second time.
   */
  async respond(contract: Contract): Promise<void> {
    let current: Contract | null = contract;
    while (current !== null && current.chain.seq > this.#knownSeq) {
      this.#knownSeq = current.chain.seq;
      current = await this.#step(current);
    }
  }

  /** The contract after what was done; null where nothing was, or the market said no. */
  async #step(contract: Contract): Promise<Contract | null> {
    const { phase, seatsTaken, seat } = contract.state;
    if (isLooking(contract) && (seat?.pending.length ?? 0) > 0) return this.#answerOldest(contract);
    if (phase === "open" && seatsTaken > 0 && !this.#needs.hasOtherAgents) {
      return this.#act(contract, "cancel", {});
    }
    if (isAccused(contract)) return this.#answerDispute(contract);
    if (phase !== "verifying" && phase !== "review") return null;
    const proposed = lastProposal(contract);
    invariant(proposed !== null, "a contract is verified without a fix");
    if (proposed.seq === this.#triedSeq) return null;
    this.#triedSeq = proposed.seq;
    return this.#verify(contract, proposed);
  }

  async #answerOldest(contract: Contract): Promise<Contract | null> {
    const { seat } = contract.state;
    const command = seat?.pending[0];
    invariant(seat !== null && command !== undefined, "nobody asks");
    const { connection, signal } = this.#needs;
    const wait = { clock: connection.clock, signal };
    const output = await this.#keyhole.look(contract, seat.number, command, wait);
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
    this.#needs.tell({ type: "trying", proposal, attempt: this.#attempts });
    for (let conflicts = 0; ; conflicts += 1) {
      const opened = await this.#needs.openSandbox();
      if (!opened.ok) {
        this.#needs.tell({ type: "no_sandbox", refusal: opened.refusal });
        return this.#fail(contract, {}, explainRefusal(opened.refusal));
      }
      const { checks, rules } = contract.state.terms;
      const timeoutMs = rules.executionSeconds * 1_000;
      const needs = { ...this.#needs, checks, timeoutMs };
      await using attempt = await tryProposal(opened.value, proposal, needs);
      const tried = { ...proposed, attempt };
      const concluded = await this.#conclude(contract, tried, conflicts < MAX_CONFLICTS);
      if (concluded !== "conflict") return concluded;
    }
  }

  /** What came of an attempt, or that the person's files changed under it. */
  async #conclude(
    contract: Contract,
    tried: Tried,
    mayTryAgain: boolean,
  ): Promise<Contract | null | "conflict"> {
    const { tell, around, signal, waiting } = this.#needs;
    const { attempt } = tried;
    const { evidence, verdict } = attempt;
    if (signal.aborted) return null;
    if (verdict === "fail" || verdict === "no_verdict") {
      const why = verdict === "fail" ? "The check fails after the fix." : "The check did not end.";
      return this.#fail(contract, evidence, why);
    }
    const changes = await attempt.changes(around);
    if (!changes.ok) {
      tell({ type: "not_committed", refusal: changes.refusal });
      return this.#fail(contract, evidence, explainCommitRefusal(changes.refusal).join(" "));
    }
    const verified = { ...tried, changes: changes.value };
    tell({ type: "changes", changes: verified.changes });
    if (contract.state.terms.rules.mode === "supervised") {
      return this.#commit(contract, verified, mayTryAgain);
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
    const plan = await approve(changes, proposal);
    if (signal.aborted) return null;
    if (plan === null) return this.#fail(contract, evidence, NOT_APPROVED);
    const committed = await attempt.commit(plan);
    if (!committed.ok) {
      tell({ type: "not_committed", refusal: committed.refusal });
      if (committed.refusal.code === "conflict" && mayTryAgain) return "conflict";
      return this.#fail(contract, evidence, explainCommitRefusal(committed.refusal).join(" "));
    }
    tell({ type: "committed", changes: committed.value.changes });
    this.repaired = { proposal };
    return this.#act(contract, "verify", { success: true, evidence });
  }

  #fail(contract: Contract, evidence: JsonObject, why: string): Promise<Contract | null> {
    const explanation = lastPart(this.#needs.scrub(why), TEXT_LIMITS.explanation);
    return this.#act(contract, "verify", { success: false, explanation, evidence });
  }

  /** Null where the market said no: the next entry tells where things stand. */
  async #act(seen: Contract, act: ActName, data: JsonObject): Promise<Contract | null> {
    const { connection, signal, tell } = this.#needs;
    // What is on the disk is paid for, also by somebody in a hurry.
    const until = this.repaired === null ? signal : undefined;
    const answer: Answered<Acted> = await connection.act(seen, act, data, until);
    if (answer.ok) return answer.value.contract;
    tell({ type: "market_refused", act, refusal: answer.refusal });
    return null;
  }
}

/** What the transcript says of a fix that worked and that nobody took. */
export const NOT_APPROVED = "The check passes; the principal did not approve the changes.";

function isLooking({ state }: Contract): boolean {
  return state.phase === "investigating" || state.phase === "in_progress";
}

/** The agent has brought it before the court, and has not been answered. */
function isAccused({ state }: Contract): boolean {
  const { phase, case: dispute } = state;
  if (phase !== "awaiting_response" || dispute === null) return false;
  return dispute.leader === "agent" && !dispute.isAnswered;
}
