/**
 * The principal's side of one supervised contract: it answers what an agent asks to see, tries what
 * the agent proposes, and says what came of it.
 *
 * It acts on where the contract stands, not on what it remembers, so that a repair can be taken up
 * again by another process. Everything that leaves the machine goes through one scrub.
 */
import type { Acted, ActName, Answered, Connection, Contract } from "@bazaar/doors/http/connect";
import { type ApprovedPlan, explainCommitRefusal, type JudgedChange } from "@bazaar/guard/commit";
import { explain, Investigation, investigate } from "@bazaar/guard/investigate";
import { explainRefusal, type LayeredSandbox, type Opened } from "@bazaar/guard/sandbox";
import { type Entry, invariant, type JsonObject, TEXT_LIMITS } from "@bazaar/kernel";
import { lastPart } from "./plain-output.ts";
import type { Proposal, RepairEvent } from "./repair-event.ts";
import { type Attempt, type Surroundings, tryFix } from "./try-fix.ts";

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
  readonly tell: (event: RepairEvent) => void;
  /** Whether another agent may come when one has left. */
  readonly hasOtherAgents: boolean;
  readonly signal: AbortSignal;
}

/** A fix that was verified and brought to the disk. */
export interface Repaired {
  readonly proposal: Proposal;
}

/** How often a fix is tried again because the person's own files changed under it. */
const MAX_CONFLICTS = 2;

export class Principal {
  readonly #needs: PrincipalNeeds;
  readonly #looks = new Map<number, Investigation>();
  /** How much of the chain this side has answered to, its own entries included. */
  #knownSeq = 0;
  #triedSeq = -1;
  #attempts = 0;
  repaired: Repaired | null = null;

  constructor(needs: PrincipalNeeds) {
    this.#needs = needs;
  }

  /** Does whatever the contract waits for from this side. */
  async respond(contract: Contract): Promise<void> {
    if (contract.chain.seq <= this.#knownSeq) return;
    this.#knownSeq = contract.chain.seq;
    let current = contract;
    while (isLooking(current) && (current.state.seat?.pending.length ?? 0) > 0) {
      const answered = await this.#answerOldest(current);
      if (answered === null) return;
      current = answered;
    }
    const { phase, seatsTaken } = current.state;
    if (phase === "open" && seatsTaken > 0 && !this.#needs.hasOtherAgents) {
      await this.#act(current, "cancel", {});
      return;
    }
    const fixSeq = current.transcript.entries.findLastIndex(({ type }) => type === "fix");
    if (phase !== "verifying" || fixSeq === this.#triedSeq) return;
    this.#triedSeq = fixSeq;
    const entry = current.transcript.entries[fixSeq];
    invariant(entry !== undefined, "a contract is verified without a fix");
    await this.#verify(current, proposalIn(entry));
  }

  async #answerOldest(contract: Contract): Promise<Contract | null> {
    const { seat } = contract.state;
    const command = seat?.pending[0];
    invariant(seat !== null && command !== undefined, "nobody asks");
    const output = await this.#look(contract, seat.number, command);
    return this.#act(contract, "result", { command, output });
  }

  async #look(contract: Contract, seat: number, command: string): Promise<string> {
    const { around, scrub, tell, connection } = this.#needs;
    const { investigationRounds, investigationRateSeconds } = contract.state.terms.rules;
    const pace = { rounds: investigationRounds, secondsBetween: investigationRateSeconds };
    const looks = this.#looks.get(seat) ?? new Investigation(pace);
    this.#looks.set(seat, looks);
    const taken = looks.take(connection.clock.nowMs());
    const found = taken.ok
      ? await investigate({
          command,
          directory: around.workingTree,
          home: around.home,
          searchPath: around.path,
          scrub,
        })
      : taken;
    if (!found.ok) {
      tell({ type: "look_refused", command, refusal: found.refusal });
      return scrub(`Refused: ${explain(found.refusal)}`);
    }
    tell({ type: "looked", command, finding: found.value });
    return found.value.output;
  }

  async #verify(contract: Contract, proposal: Proposal): Promise<void> {
    this.#attempts += 1;
    this.#needs.tell({ type: "trying", proposal, attempt: this.#attempts });
    for (let conflicts = 0; ; conflicts += 1) {
      const opened = await this.#needs.openSandbox();
      if (!opened.ok) {
        this.#needs.tell({ type: "no_sandbox", refusal: opened.refusal });
        await this.#fail(contract, {}, explainRefusal(opened.refusal));
        return;
      }
      await using attempt = await this.#try(opened.value, contract, proposal);
      if (await this.#conclude(contract, proposal, attempt, conflicts < MAX_CONFLICTS)) return;
    }
  }

  async #try(sandbox: LayeredSandbox, contract: Contract, proposal: Proposal): Promise<Attempt> {
    const { command, scrub, signal, tell } = this.#needs;
    const { checks, rules } = contract.state.terms;
    const attempt = await tryFix(sandbox, {
      fix: proposal.fix,
      command: proposal.command ?? command,
      checks,
      timeoutMs: rules.executionSeconds * 1_000,
      scrub,
      signal,
      onOutput: (bytes, stream) => tell({ type: "output", bytes, stream }),
    });
    const { verdict, evidence } = attempt;
    tell({ type: "tried", verdict, evidence });
    return attempt;
  }

  /** False when it has to be tried again, because the person's files changed meanwhile. */
  async #conclude(
    contract: Contract,
    proposal: Proposal,
    attempt: Attempt,
    mayTryAgain: boolean,
  ): Promise<boolean> {
    const { tell, approve, around, signal } = this.#needs;
    const { evidence, verdict } = attempt;
    if (signal.aborted) return true;
    if (verdict === "fail" || verdict === "no_verdict") {
      const why = verdict === "fail" ? "The check fails after the fix." : "The check did not end.";
      await this.#fail(contract, evidence, why);
      return true;
    }
    const changes = await attempt.changes(around);
    if (!changes.ok) {
      tell({ type: "not_committed", refusal: changes.refusal });
      await this.#fail(contract, evidence, explainCommitRefusal(changes.refusal).join(" "));
      return true;
    }
    tell({ type: "changes", changes: changes.value });
    const plan = await approve(changes.value, proposal);
    if (plan === null || signal.aborted) {
      if (!signal.aborted) await this.#fail(contract, evidence, NOT_APPROVED);
      return true;
    }
    const committed = await attempt.commit(plan);
    if (!committed.ok) {
      tell({ type: "not_committed", refusal: committed.refusal });
      if (committed.refusal.code === "conflict" && mayTryAgain) return false;
      await this.#fail(contract, evidence, explainCommitRefusal(committed.refusal).join(" "));
      return true;
    }
    tell({ type: "committed", changes: committed.value.changes });
    this.repaired = { proposal };
    await this.#act(contract, "verify", { success: true, evidence });
    return true;
  }

  async #fail(contract: Contract, evidence: JsonObject, why: string): Promise<void> {
    const explanation = lastPart(this.#needs.scrub(why), TEXT_LIMITS.explanation);
    await this.#act(contract, "verify", { success: false, explanation, evidence });
  }

  /** Null where the market said no: the next entry tells where things stand. */
  async #act(seen: Contract, act: ActName, data: JsonObject): Promise<Contract | null> {
    const answer: Answered<Acted> = await this.#needs.connection.act(seen, act, data);
    if (answer.ok) {
      this.#knownSeq = answer.value.contract.chain.seq;
      return answer.value.contract;
    }
    this.#needs.tell({ type: "market_refused", act, refusal: answer.refusal });
    return null;
  }
}

const NOT_APPROVED = "The check passes; the principal did not approve the changes.";

function isLooking({ state }: Contract): boolean {
  return state.phase === "investigating" || state.phase === "in_progress";
}

function proposalIn({ data }: Entry): Proposal {
  const text = (name: string): string | null => {
    const value = data[name];
    return typeof value === "string" ? value : null;
  };
  return { fix: text("fix") ?? "", explanation: text("explanation"), command: text("command") };
}
