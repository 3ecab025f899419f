/**
 * What somebody might try in order to earn more than by honest play. A fix that the principal keeps
 * is worth the bounty to it; an agent that cannot do the work would honestly leave it alone.
 */
import { invariant, type Signer } from "@bazaar/kernel";
import { AGENT, PRINCIPAL, rule, toySigner } from "@bazaar/testkit";
import { certain, type Play } from "./court-chances.ts";
import { commandTerms, Game, type GameTerms, OPERATOR } from "./game.ts";

export interface Strategy {
  readonly name: string;
  readonly does: string;
  /** It can only pay where a court errs. */
  readonly needsError: boolean;
  /** The ways to go about it, of which the best is taken. */
  readonly plays: (bounty: string) => readonly Play[];
}

/** How often the dishonest side appeals, at most. */
export const APPEALS = [0, 1, 2];
/** How long an agent may take to notice that its fix was rejected. */
const NOTICED_SECONDS = 300;
/** So many keys that looking is over; and one more, which has to accept. */
const BLOCKERS = [50, 51];
const LEAVERS = 10;

export const STRATEGIES: readonly Strategy[] = [
  {
    name: "lying principal",
    does: "keeps a good fix and reports that it failed; the agent goes to court",
    needsError: true,
    plays: (bounty) => APPEALS.map((appeals) => () => lie({ bounty }, appeals)),
  },
  {
    name: "ambusher in review",
    does: "rejects a good fix in the last moment of its review, when nobody may be watching",
    needsError: true,
    plays: (bounty) => APPEALS.map((appeals) => () => ambush(bounty, appeals)),
  },
  {
    name: "garbage agent",
    does: "hands in garbage and goes to court when it is rejected",
    needsError: true,
    plays: (bounty) => APPEALS.map((appeals) => () => garbage(bounty, appeals)),
  },
  {
    name: "leaver by junk",
    does: "accepts, is late, and hands in junk because a rejected agent leaves for free",
    needsError: false,
    plays: (bounty) => [certain(() => leaveByJunk(bounty))],
  },
  {
    name: "leaver by court",
    does: "accepts, is late, and files a case that it loses, instead of leaving at a fee",
    needsError: false,
    plays: (bounty) => [certain(() => leaveByCourt(bounty))],
  },
  {
    name: "halter",
    does: "halts the work of an agent that has done nothing wrong, instead of canceling at a fee",
    needsError: false,
    plays: (bounty) => [certain(() => haltAndWait(bounty))],
  },
  {
    name: "seat blocker",
    does: `takes and leaves the seat under ${BLOCKERS.join(" or ")} keys, so that nobody else gets it`,
    needsError: false,
    plays: (bounty) => BLOCKERS.map((count) => certain(() => block(bounty, count))),
  },
  {
    name: "trap setter",
    does: `posts what nobody can do and collects from ${LEAVERS} agents that leave late`,
    needsError: false,
    plays: (bounty) => [certain(() => trap(bounty))],
  },
  {
    name: "stakeless idler",
    does: "takes a contract without a court, where it stakes nothing, and does not work",
    needsError: false,
    plays: (bounty) => [certain(() => idle(bounty))],
  },
  {
    name: "self-disputer",
    does: "has both keys of a contract and takes itself to court",
    needsError: false,
    plays: (bounty) => APPEALS.map((appeals) => () => disputeItself(bounty, appeals)),
  },
];

/** Pays without an error of the court, as the docs say. */
export const OPERATORS_AGENT: Strategy = {
  name: "operator's own agent",
  does: "hands in garbage until the attempts are used up, for the platform's fee",
  needsError: false,
  plays: (bounty) => [certain(() => exhaust(bounty))],
};

function* lie(terms: GameTerms, appeals: number): ReturnType<Play> {
  const game = new Game(commandTerms(terms)).seat().handIn().reject();
  yield* game.litigate(AGENT, true, appeals);
  return keptFor(game);
}

function* ambush(bounty: string, appeals: number): ReturnType<Play> {
  const game = new Game(commandTerms({ bounty, mode: "autonomous" })).seat().handIn();
  const { story } = game;
  story.waitForDeadline().act(PRINCIPAL, "review_reject");
  const { deadline } = story.state;
  invariant(deadline !== null, "a rejected fix can be contested");
  if (deadline.atMs - story.nowMs < NOTICED_SECONDS * 1_000) return keptFor(game.runOut());
  story.wait(NOTICED_SECONDS);
  yield* game.litigate(AGENT, true, appeals);
  return keptFor(game);
}

/** The principal's profit with the fix in hand; an honest one pays for it what it is worth. */
export function keptFor(game: Game): number {
  return game.gain(PRINCIPAL.party) + game.bounty;
}

function* garbage(bounty: string, appeals: number): ReturnType<Play> {
  const game = new Game(commandTerms({ bounty })).seat().handIn().reject();
  yield* game.litigate(AGENT, false, appeals);
  return game.gain(AGENT.party);
}

function leaveByJunk(bounty: string): number {
  const game = new Game(commandTerms({ bounty })).seat();
  game.story.waitForDeadline();
  game.handIn().reject().story.act(AGENT, "back_out");
  return game.runOut().gain(AGENT.party);
}

/** Against an agent that leaves as late. */
function leaveByCourt(bounty: string): number {
  const [left, tried] = [late(bounty), late(bounty)];
  left.story.act(AGENT, "back_out");
  tried.story.act(AGENT, "dispute_filed").act(PRINCIPAL, "dispute_response");
  rule(tried.story, "canceled");
  return tried.runOut().gain(AGENT.party) - left.runOut().gain(AGENT.party);
}

/** Against a principal that cancels as late. Nothing was handed in, so the court cannot decide. */
function haltAndWait(bounty: string): number {
  const [canceled, tried] = [late(bounty), late(bounty)];
  canceled.story.act(PRINCIPAL, "cancel");
  rule(tried.story.act(PRINCIPAL, "halt"), "impossible");
  return tried.runOut().gain(PRINCIPAL.party) - canceled.gain(PRINCIPAL.party);
}

/** The agent has accepted, and its grace is over. */
function late(bounty: string): Game {
  const game = new Game(commandTerms({ bounty })).seat();
  game.story.waitForDeadline();
  return game;
}

function block(bounty: string, count: number): number {
  const game = new Game(commandTerms({ bounty }));
  const blockers = keys("blocker", count);
  for (const blocker of blockers) {
    const hasAccepted = game.story.act(blocker, "bond").phase === "in_progress";
    game.story.act(blocker, hasAccepted ? "back_out" : "decline");
  }
  game.seat().handIn().story.act(PRINCIPAL, "verify");
  invariant(game.story.phase === "fulfilled", "an honest agent gets the seat after all");
  return game.gain(...blockers.map(({ party }) => party));
}

function trap(bounty: string): number {
  const game = new Game(commandTerms({ bounty }));
  for (const leaver of keys("leaver", LEAVERS)) {
    game.seat(leaver).story.waitForDeadline().act(leaver, "back_out");
  }
  return game.runOut().gain(PRINCIPAL.party);
}

function idle(bounty: string): number {
  return new Game(commandTerms({ bounty, hasCourt: false })).seat().runOut().gain(AGENT.party);
}

function* disputeItself(bounty: string, appeals: number): ReturnType<Play> {
  const game = new Game(commandTerms({ bounty })).seat().handIn();
  yield* game.litigate(PRINCIPAL, true, appeals);
  return game.gain(PRINCIPAL.party, AGENT.party);
}

function exhaust(bounty: string): number {
  const game = new Game(commandTerms({ bounty })).seat();
  while (game.story.phase === "in_progress") game.handIn().reject();
  return game.runOut().gain(AGENT.party, OPERATOR);
}

function keys(name: string, count: number): readonly Signer[] {
  return Array.from({ length: count }, (_, index) => toySigner(`${name} ${index}`));
}
