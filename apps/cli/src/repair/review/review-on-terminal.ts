/** Reviews one kept fix: shows it, asks for a decision and carries it out. Returns the exit code. */

import { homedir } from "node:os";
import {
  attend,
  dropLayer,
  forget,
  NO_CONSENT,
  type PrincipalNeeds,
  type RemoveNeeds,
  type Reviewed,
  type ReviewStanding,
  review,
  reviewStanding,
  standBy,
  type WaitingRepair,
} from "@bazaar/client";
import { BadAnswer, type Contract, MarketUnavailable } from "@bazaar/doors/connection";
import { explainCommitRefusal } from "@bazaar/guard/commit";
import { explainRefusal, reopenSandbox } from "@bazaar/guard/sandbox";
import { contestMs } from "@bazaar/kernel";
import { BadInput } from "@bazaar/terminal";
import { readConfig } from "../../config.ts";
import { explainMarketRefusal } from "../../contracts/explain-market-refusal.ts";
import { untilPaid } from "../../contracts/follow-until.ts";
import { durationWords } from "../../contracts/time-words.ts";
import { fixHome } from "../../home.ts";
import { recoverFirst } from "../../recover-first.ts";
import { shownTo } from "../../shows/shown-to.ts";
import type { OpenedMarket } from "../open-market.ts";
import { principalNeeds, type RepairContext, repairContext } from "../repair-context.ts";
import { exitCodeAfter } from "../repair-failure.ts";
import { saySent } from "../sent-words.ts";
import type { UserInterface } from "../user-interface.ts";
import { decide, type ReviewFlags, rejectionWords, wishOf } from "./decide.ts";
import { discardOnTerminal } from "./discard-on-terminal.ts";
import { isOnDisk } from "./is-on-disk.ts";
import { openReviewMarket, readContract } from "./review-market.ts";
import {
  alreadyAccepted,
  DISCARDED,
  reviewCommand,
  standingWords,
  undecidedWords,
} from "./waiting-words.ts";

const EXIT_NOT_ACCEPTED = 1;

export async function reviewOnTerminal(
  waiting: WaitingRepair,
  keeping: RemoveNeeds,
  flags: ReviewFlags,
  ui: UserInterface,
): Promise<number> {
  // An interrupted commit is reverted first, so that the disk is as it was before.
  const problem = await recoverFirst(waiting.directory);
  if (problem !== null) throw new BadInput(problem);
  if (flags.discard === true) {
    return discardOnTerminal(waiting, { ...keeping, isOnDisk }, flags, ui);
  }
  try {
    const looking = { hasAgent: true, contract: waiting.contract, clock: ui.clock };
    await using market = await openReviewMarket(waiting.market, looking);
    const contract = await readContract(market.connection, waiting.contract);
    if (!contract.ok) {
      ui.say("market", explainMarketRefusal(contract.refusal));
      if (contract.refusal.code === "unknown_contract") sayDiscard(waiting, ui);
      return EXIT_NOT_ACCEPTED;
    }
    const session = new ReviewSession(waiting, keeping, flags, ui, market);
    const code = await session.take(contract.value);
    saySent(market, contract.value, ui);
    return code;
  } catch (error) {
    if (!(error instanceof MarketUnavailable || error instanceof BadAnswer)) throw error;
    ui.say("market", `${error.message}; nothing has changed`);
    return EXIT_NOT_ACCEPTED;
  }
}

function sayDiscard({ contract: id }: WaitingRepair, { say }: UserInterface): void {
  say("waits", `${reviewCommand({ id })} --discard deletes what the fix wrote`);
}

class ReviewSession {
  readonly #keeping: RemoveNeeds;
  readonly #flags: ReviewFlags;
  readonly #ui: UserInterface;
  readonly #market: OpenedMarket;
  readonly #place: RepairContext;
  readonly #needs: PrincipalNeeds;
  #waiting: WaitingRepair;

  constructor(
    waiting: WaitingRepair,
    keeping: RemoveNeeds,
    flags: ReviewFlags,
    ui: UserInterface,
    market: OpenedMarket,
  ) {
    this.#waiting = waiting;
    this.#keeping = keeping;
    this.#flags = flags;
    this.#ui = ui;
    this.#market = market;
    const { network } = waiting;
    const shows = [...new Set([...waiting.shows, ...shownTo(waiting.directory, flags, ui)])];
    const { timeoutSeconds } = readConfig(fixHome(homedir()).config);
    const keeps = { mustSurviveRestart: true, timeoutSeconds };
    const options = { network, shows, ...keeps, consent: NO_CONSENT };
    this.#place = repairContext(waiting, options, ui);
    // Nothing is approved before the review, so nothing is committed until then.
    this.#needs = principalNeeds(this.#place, market, async () => null);
  }

  async take(contract: Contract): Promise<number> {
    const standing = reviewStanding(this.#waiting, contract);
    this.#ui.say("review", `${this.#waiting.command}  (in ${this.#waiting.directory})`);
    this.#sayStanding(contract, standing);
    switch (standing) {
      case "contradicted":
        sayDiscard(this.#waiting, this.#ui);
        return EXIT_NOT_ACCEPTED;
      case "working":
        return this.#resume(contract);
      case "in_court":
        return contract.state.phase === "contest"
          ? this.#whileContestable(contract)
          : this.#standBy(contract);
      case "over":
        return this.#forget();
      case "paid":
      case "reviewable":
        return this.#decide(contract, standing);
    }
  }

  /** Resumes a contract that an interrupted process left unfinished. */
  async #resume(contract: Contract): Promise<number> {
    // The layer of an older fix is no longer needed.
    const dropped = await dropLayer(this.#waiting, this.#keeping);
    if (!dropped.ok) {
      this.#ui.say("waits", explainRefusal(dropped.refusal));
      return EXIT_NOT_ACCEPTED;
    }
    const done = await attend(contract, this.#needs);
    if (done.is !== "waiting" || this.#ui.signal.aborted) return EXIT_NOT_ACCEPTED;
    const waiting = this.#keeping.repairs.find(contract.id);
    if (waiting === null) return EXIT_NOT_ACCEPTED;
    this.#waiting = waiting;
    return this.take(done.contract);
  }

  async #decide(contract: Contract, standing: ReviewStanding): Promise<number> {
    const wish = wishOf(this.#flags);
    if (standing === "paid" && (wish?.is === "reject" || wish?.is === "dispute")) {
      throw new BadInput("the agent was already paid: accept the fix, or delete it with --discard");
    }
    if (wish?.is === "reject") this.#ui.say("cost", rejectionWords(contract));
    const deciding = {
      waiting: this.#waiting,
      standing,
      flags: this.#flags,
      ui: this.#ui,
    };
    const needs = {
      ...this.#needs,
      ...this.#keeping,
      isOnDisk,
      reopenSandbox: (id: string) => reopenSandbox(id, this.#place.sandbox),
      decide: (seen: Parameters<typeof decide>[0]) => decide(seen, deciding),
    };
    return this.#after(await review(contract.id, needs, wish));
  }

  async #after(reviewed: Reviewed): Promise<number> {
    const { say } = this.#ui;
    const name = reviewCommand({ id: this.#waiting.contract });
    switch (reviewed.is) {
      case "committed":
        await this.#showPayout(reviewed.contract);
        return exitCodeAfter(reviewed.proposal, this.#place);
      case "rejected":
        return this.#afterRejection(reviewed.contract);
      case "discarded":
        say("discarded", DISCARDED);
        break;
      case "later":
        say("waits", `nothing was decided; ${name} asks again`);
        break;
      case "not_committed":
        for (const line of explainCommitRefusal(reviewed.refusal)) say("not done", line);
        say("waits", `${name} --again runs the fix on your files as they are now`);
        say("waits", `${name} --discard deletes it`);
        break;
      case "not_verified":
        say("not done", "on your files as they are now the fix does not pass its check");
        say("waits", `${name} --reject rejects it, --discard deletes it`);
        break;
      case "no_sandbox":
        say("no sandbox", explainRefusal(reviewed.refusal));
        say("waits", `${name} --reject rejects it, --discard deletes it`);
        break;
      case "market_refused":
        say("market", explainMarketRefusal(reviewed.refusal));
        break;
      case "not_reviewable":
        this.#sayStanding(reviewed.contract, reviewed.standing);
        say("not done", `the contract has changed meanwhile; ${name} shows its state`);
        break;
      case "already_accepted":
        throw alreadyAccepted(this.#waiting);
      case "in_use":
      case "gone":
        say("not done", undecidedWords(reviewed.is));
        break;
    }
    return EXIT_NOT_ACCEPTED;
  }

  async #showPayout(contract: Contract): Promise<void> {
    const { connection, tell } = this.#needs;
    await untilPaid(connection, contract, (followed) => tell({ type: "entry", ...followed }));
  }

  /**
   * Waits, so that a dispute is answered in time. On the built-in market this is not needed: its agent
   * contests no rejection, and its deadlines take effect the next time `fix` runs.
   */
  async #afterRejection(contract: Contract): Promise<number> {
    this.#waiting = this.#keeping.repairs.find(contract.id) ?? this.#waiting;
    const { phase, terms } = contract.state;
    if (phase !== "contest") return this.#standBy(contract);
    const window = `the agent has ${durationWords(contestMs(terms.rules))} to contest it`;
    this.#ui.say("rejected", `${window}; ${this.#contestWords()}`);
    return this.#market.url === null ? EXIT_NOT_ACCEPTED : this.#standBy(contract);
  }

  /** The fix was rejected before, and the agent has not answered yet. */
  async #whileContestable(contract: Contract): Promise<number> {
    if (this.#flags.yes === true || wishOf(this.#flags) !== null) {
      throw new BadInput("you have rejected this fix, and the agent has not answered yet");
    }
    this.#ui.say("rejected", this.#contestWords());
    return this.#market.url === null ? EXIT_NOT_ACCEPTED : this.#standBy(contract);
  }

  #contestWords(): string {
    return this.#market.url === null
      ? "after that, your money is returned the next time fix runs"
      : "fix waits to answer it in court; after Ctrl+C a later fix review does";
  }

  async #standBy(from: Contract): Promise<number> {
    const { kept } = this.#waiting;
    const seen = kept === null ? {} : { seenHere: kept };
    this.#ui.waits(from);
    const ended = await standBy(from, { ...this.#needs, ...seen });
    if (this.#ui.signal.aborted) {
      const name = reviewCommand({ id: from.id });
      this.#ui.say("left", `it continues without you; ${name} returns to it`);
      return EXIT_NOT_ACCEPTED;
    }
    const standing = reviewStanding(this.#waiting, ended);
    this.#sayStanding(ended, standing);
    return standing === "over" ? this.#forget() : EXIT_NOT_ACCEPTED;
  }

  async #forget(): Promise<number> {
    const gone = await forget(this.#waiting, this.#keeping);
    if (!gone.ok) this.#ui.say("waits", explainRefusal(gone.refusal));
    return EXIT_NOT_ACCEPTED;
  }

  #sayStanding(contract: Contract, standing: ReviewStanding): void {
    const nowMs = this.#ui.clock.nowMs();
    this.#ui.say("state", standingWords(contract, standing, nowMs));
  }
}
