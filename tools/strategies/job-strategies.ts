/**
 * What somebody might try with jobs. Nobody stakes anything on one: the price is held, and paid once the
 * check passes. A result that the buyer keeps is worth the price to it; a provider that cannot do the work
 * would honestly leave it alone.
 */
import { AGENT, PRINCIPAL } from "@bazaar/testkit";
import { certain, type Play } from "./court-chances.ts";
import { Game, type JobTerms, jobTerms } from "./game.ts";
import { APPEALS, keptFor, type Strategy } from "./strategies.ts";

type Deal = Omit<JobTerms, "bounty">;

const REPLAYED: Deal = { isReplayed: true, hasCourt: false };
const REPLAYED_AND_COURT: Deal = { isReplayed: true, hasCourt: true };
const COURT: Deal = { isReplayed: false, hasCourt: true };
const NEITHER: Deal = { isReplayed: false, hasCourt: false };
const DEALS = [REPLAYED, REPLAYED_AND_COURT, COURT, NEITHER];
/** One more than before a court alone: from the check that was run again. */
const FROM_THE_CHECK = [...APPEALS, APPEALS.length];

export const JOB_STRATEGIES: readonly Strategy[] = [
  {
    name: "silent buyer",
    does: "takes the result of a job and says nothing, whatever the check and the court",
    needsError: false,
    plays: (bounty) => DEALS.map((deal) => certain(() => staySilent({ bounty, ...deal }))),
  },
  {
    name: "lying buyer, check",
    does: "reports that a good result failed, where the market runs the check again and that is final",
    needsError: false,
    plays: (bounty) => [() => lie({ bounty, ...REPLAYED }, 0)],
  },
  {
    name: "lying buyer, check, court",
    does: "the same where a court hears appeals from the check",
    needsError: true,
    plays: (bounty) =>
      FROM_THE_CHECK.map((appeals) => () => lie({ bounty, ...REPLAYED_AND_COURT }, appeals)),
  },
  {
    name: "lying buyer, court",
    does: "the same where only a court can tell",
    needsError: true,
    plays: (bounty) => APPEALS.map((appeals) => () => lie({ bounty, ...COURT }, appeals)),
  },
  {
    name: "garbage provider, check",
    does: "hands in garbage and has the check run again, which is final",
    needsError: false,
    plays: (bounty) => [() => handInGarbage({ bounty, ...REPLAYED }, 0)],
  },
  {
    name: "garbage provider, court",
    does: "hands in garbage and goes to court, from the check or at once",
    needsError: true,
    plays: (bounty) => [
      ...FROM_THE_CHECK.map(
        (appeals) => () => handInGarbage({ bounty, ...REPLAYED_AND_COURT }, appeals),
      ),
      ...APPEALS.map((appeals) => () => handInGarbage({ bounty, ...COURT }, appeals)),
    ],
  },
  {
    name: "idle provider",
    does: "takes a job and hands in nothing",
    needsError: false,
    plays: (bounty) => DEALS.map((deal) => certain(() => handInNothing({ bounty, ...deal }))),
  },
];

/** Pay without an error of a court, as the docs say: there is none, and no check that decides. */
export const UNDECIDED_JOBS: readonly Strategy[] = [
  {
    name: "lying buyer, neither",
    does: "reports that a good result failed, where there is no court and no check to run again",
    needsError: false,
    plays: (bounty) => [certain(() => lieUnseen({ bounty, ...NEITHER }))],
  },
  {
    name: "buyer of an open check",
    does: "lies about a job without a court whose check cannot decide, so that the price is split",
    needsError: false,
    plays: (bounty) => [certain(() => splitThePrice({ bounty, ...REPLAYED }))],
  },
];

function handedIn(terms: JobTerms): Game {
  return new Game(jobTerms(terms)).seat().handIn();
}

function staySilent(terms: JobTerms): number {
  const game = handedIn(terms).runOut();
  if (game.isBeingReplayed) game.replay("pass").runOut();
  return keptFor(game);
}

function* lie(terms: JobTerms, appeals: number): ReturnType<Play> {
  const game = handedIn(terms).reject();
  yield* game.litigate(AGENT, true, appeals);
  return keptFor(game);
}

function lieUnseen(terms: JobTerms): number {
  const game = handedIn(terms).reject();
  while (game.story.phase === "in_progress") game.handIn().reject();
  return keptFor(game.runOut());
}

function splitThePrice(terms: JobTerms): number {
  const game = handedIn(terms).reject();
  game.story.act(AGENT, "dispute_filed").act(PRINCIPAL, "dispute_response");
  return keptFor(game.replay("no_verdict"));
}

function* handInGarbage(terms: JobTerms, appeals: number): ReturnType<Play> {
  const game = handedIn(terms).reject();
  yield* game.litigate(AGENT, false, appeals);
  return game.gain(AGENT.party);
}

function handInNothing(terms: JobTerms): number {
  return new Game(jobTerms(terms)).seat().runOut().gain(AGENT.party);
}
