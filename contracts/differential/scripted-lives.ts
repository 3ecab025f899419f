/**
 * Contracts from post to end: at least one for every row that the chain can select. Together they
 * make every call and pass every phase, which random lives do only in large numbers.
 */
import type { ChainRow } from "../client/vocabulary.ts";
import type { Deal } from "./deal.ts";
import { LONGEST_ALIKE_REVIEW } from "./differences.ts";
import type { Move, PlainCall } from "./moves.ts";

export interface ScriptedLife {
  readonly row: ChainRow;
  readonly how: string;
  /** Moves; a number is a wait in seconds before the next one. */
  readonly script: readonly (Move | number)[];
}

export const SCRIPTED_DEAL: Deal = {
  bounty: 1_000n,
  minBond: 300n,
  tierFees: [20n, 50n, 100n],
  platformFeeBps: 250,
  restitution: true,
  isAutonomous: false,
  maxAttempts: 2,
  executionSeconds: 300,
  reviewSeconds: LONGEST_ALIKE_REVIEW,
  hasCourt: true,
  isNamed: false,
};
const VERIFICATION_SECONDS = SCRIPTED_DEAL.executionSeconds + 120;

const SUBMIT = agent("submitFix");
const CANCEL = principal("cancel");
const HALT = principal("halt");
const FINALIZE = anybody("finalizeRuling");
const REFUSE: Move = { by: "oracle", call: "refuseDispute", isStale: false };
const PASS: Move = { by: "principal", call: "verify", success: true };
const FAIL: Move = { by: "principal", call: "verify", success: false };
const WORK = [agent("bond"), agent("accept")];
const DISPUTE = [...WORK, principal("fileDispute"), agent("respondDispute")];

export const SCRIPTED_LIVES: readonly ScriptedLife[] = [
  { row: "fulfilled", how: "a passed check", script: [...WORK, SUBMIT, FAIL, SUBMIT, PASS] },
  {
    row: "fulfilled",
    how: "a review that ended in silence",
    script: [
      ...[...WORK, SUBMIT, VERIFICATION_SECONDS + SCRIPTED_DEAL.reviewSeconds + 1],
      anybody("autoFulfill"),
    ],
  },
  {
    row: "canceled",
    how: "failed checks that the agent did not contest",
    script: [...WORK, SUBMIT, FAIL, SUBMIT, FAIL, 31, anybody("cancelStale")],
  },
  { row: "unclaimed", how: "a cancellation before any bond", script: [CANCEL] },
  { row: "withdrawn", how: "a halt before the work began", script: [agent("bond"), HALT] },
  {
    row: "agent_left_in_grace",
    how: "an agent that anchors and backs out",
    script: [...WORK, agent("anchorTranscript"), agent("backOut")],
  },
  { row: "principal_left_in_grace", how: "a quick cancellation", script: [...WORK, CANCEL] },
  {
    row: "agent_left_late",
    how: "abandoned work",
    script: [...WORK, 121, anybody("cancelAbandoned")],
  },
  {
    row: "principal_left_late",
    how: "canceling the second agent's work after the grace period",
    script: [...[agent("bond"), agent("decline"), rival("bond"), rival("accept")], ...[31, CANCEL]],
  },
  {
    row: "voided",
    how: "a court that stayed silent",
    script: [...DISPUTE, 61, anybody("voidDispute")],
  },
  {
    row: "voided",
    how: "a court that refused to rule on a second halt",
    script: [...WORK, HALT, principal("resume"), HALT, REFUSE],
  },
  {
    row: "ruled_fulfilled",
    how: "a ruling without appeal",
    script: [...DISPUTE, rule("fulfilled"), 31, FINALIZE],
  },
  {
    row: "ruled_canceled",
    how: "a rejected review, an unanswered dispute and a refused appeal",
    script: [
      ...[...WORK, SUBMIT, VERIFICATION_SECONDS + 1, agent("anchorTranscript")],
      ...[principal("reviewReject")],
      ...[agent("fileDispute"), 31, anybody("escalateDispute"), rule("canceled")],
      ...[agent("appeal"), principal("respondDispute"), REFUSE],
    ],
  },
  {
    row: "ruled_impossible",
    how: "three tiers",
    script: [
      ...[...DISPUTE, rule("evil_agent"), agent("appeal"), principal("respondDispute")],
      ...[rule("fulfilled"), principal("appeal"), agent("respondDispute"), rule("impossible")],
    ],
  },
  {
    row: "ruled_evil_agent",
    how: "a court of appeals that stayed silent",
    script: [
      ...[...DISPUTE, rule("evil_agent"), agent("appeal"), principal("respondDispute")],
      ...[61, FINALIZE],
    ],
  },
  {
    row: "ruled_evil_principal",
    how: "a halt",
    script: [...WORK, HALT, agent("respondDispute"), rule("evil_principal"), 31, FINALIZE],
  },
  {
    row: "ruled_evil_both",
    how: "a dispute of a waiting fix",
    script: [
      ...[...WORK, SUBMIT, principal("fileDispute"), 31, rule("evil_both")],
      ...[31, FINALIZE],
    ],
  },
];

function principal(call: PlainCall): Move {
  return { by: "principal", call };
}

function agent(call: PlainCall): Move {
  return { by: "agent", call };
}

function rival(call: PlainCall): Move {
  return { by: "rival", call };
}

function anybody(call: PlainCall): Move {
  return { by: "third", call };
}

function rule(ruling: Extract<Move, { readonly call: "rule" }>["ruling"]): Move {
  return { by: "oracle", call: "rule", ruling, isStale: false };
}
