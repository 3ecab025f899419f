/** No contract can have more entries than readers of transcripts accept. */
import {
  checkedData,
  JUDGE,
  PRINCIPAL,
  SERVER,
  Story,
  sampleData,
  sampleTerms,
  TEST_XNO,
  toySigner,
} from "@bazaar/testkit";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { JsonObject } from "../canonical/json.ts";
import { MAX_REPLACEMENTS, MAX_WRONG_NONCES, PANEL_SIZE } from "../court/panel/proceedings.ts";
import { TIERS } from "../court/ruling.ts";
import type { Signer } from "../identity/signer.ts";
import { rulesOf } from "../profiles/rules-of.ts";
import type { Pot } from "../settlement/pot.ts";
import { MAX_EXTENSIONS } from "./absence.ts";
import { type ActType, JUDGE_ACTS, PARTY_ACTS, SERVER_ACTS } from "./act-rules.ts";
import { ENTRY_LENGTH, MAX_TRANSCRIPT } from "./length.ts";
import {
  MAX_ACCOUNT_CHANGES,
  MAX_ENTRIES,
  MAX_POTS,
  MAX_SEATS,
  NUMBER_RULE_NAMES,
  NUMBER_RULES,
  type Rules,
} from "./rules.ts";
import { isEnded } from "./state.ts";

/** The principal, the judge, and the author and the referrer of the one pot that pays. */
const OTHER_PAYEES = 4;

/** How often these acts together can be written under these rules. Every act is in one line. */
function bounds(rules: Rules): readonly { acts: readonly ActType[]; most: number }[] {
  const { maxAgents, maxFreeSeats, maxHalts, maxAttempts, investigationRounds, maxMessages } =
    rules;
  const seats = maxAgents * (maxFreeSeats + 1);
  const attempts = seats * maxAttempts;
  const rounds = seats * investigationRounds;
  const filings = seats + 2;
  return [
    { acts: ["post"], most: 1 },
    { acts: ["bond"], most: seats },
    { acts: ["accept"], most: seats },
    // Each seat is left once, and a named agent may decline without one.
    { acts: ["decline", "back_out", "abandoned"], most: seats },
    { acts: ["investigate"], most: rounds },
    { acts: ["result"], most: rounds },
    // Every attempt has one fix, one verification, and perhaps a review before it.
    { acts: ["fix"], most: attempts },
    { acts: ["verify"], most: attempts },
    { acts: ["review_opened"], most: attempts },
    { acts: ["ask", "answer", "message"], most: 2 * seats * maxMessages },
    { acts: ["set_account"], most: (OTHER_PAYEES + seats) * MAX_ACCOUNT_CHANGES },
    { acts: ["funded"], most: (1 + seats) * MAX_POTS },
    // A halt goes to court at once; the last one may cancel before acceptance.
    { acts: ["halt"], most: maxHalts + 1 },
    { acts: ["resume"], most: maxHalts },
    // A filing that lapses bars its author: every agent and the principal may have one, and one more counts.
    { acts: ["dispute_filed"], most: filings },
    // Each reveal may be wrong a few times; an appeal from the check may be revealed too.
    { acts: ["dispute_reveal"], most: (filings + 1) * (MAX_WRONG_NONCES + 1) },
    { acts: ["panel_called", "lapsed"], most: 2 * (filings + 1) },
    { acts: ["panel_drawn"], most: 1 },
    { acts: ["arbiter_accept", "arbiter_decline"], most: PANEL_SIZE + MAX_REPLACEMENTS },
    { acts: ["evidence"], most: 2 },
    { acts: ["vote"], most: 2 * PANEL_SIZE },
    // From the re-run of the check through every tier.
    { acts: ["appeal"], most: TIERS.length },
    // Beside the answers to each case: a silent review, evidence and votes that do not come.
    {
      acts: ["dispute_response", "in_absentia"],
      most: maxHalts + filings + TIERS.length + 3,
    },
    { acts: ["checked"], most: maxHalts + filings },
    { acts: ["ruling"], most: TIERS.length },
    // A rejected review is an end that may be contested; of the others a contract has one.
    { acts: ["review_reject"], most: 1 },
    {
      acts: ["review_accept", "cancel", "auto_cancel", "auto_fulfill", "ruling_final", "voided"],
      most: 1,
    },
    { acts: ["settled"], most: 1 },
    { acts: ["extended"], most: MAX_EXTENSIONS },
  ];
}

const total = (rules: Rules): number => bounds(rules).reduce((sum, { most }) => sum + most, 0);

test("every act is counted once", () => {
  const counted = bounds(rulesOf("fix/2")).flatMap(({ acts }) => acts);
  expect([...counted].sort()).toEqual([...PARTY_ACTS, ...JUDGE_ACTS, ...SERVER_ACTS].sort());
});

test("a transcript under the most generous rules is readable", () => {
  const most = Object.fromEntries(NUMBER_RULE_NAMES.map((name) => [name, NUMBER_RULES[name].max]));
  const rules = rulesOf("fix/2", most);
  // Beyond this length nobody takes a seat; every entry counts for at least this much.
  const beforeLastSeat = MAX_TRANSCRIPT / ENTRY_LENGTH;
  const inLastSeat = total({ ...rules, maxAgents: 1, maxFreeSeats: 0 });
  const accounts = MAX_SEATS * MAX_ACCOUNT_CHANGES;
  expect(beforeLastSeat + inLastSeat + accounts).toBeLessThanOrEqual(MAX_ENTRIES);
});

const AGENTS = [1, 2, 3, 4, 5, 6].map((number) => toySigner(`agent-${number}`));
const [AUTHOR, REFERRER] = [toySigner("author"), toySigner("referrer")];

const pot: Pot = {
  schedule: "pay-after-verify",
  asset: TEST_XNO,
  rail: "ledger",
  funds: "post",
  bounty: 1_000n,
  due: { principal: 1_000n, agent: 0n },
  platformBps: 0n,
  author: { party: AUTHOR.party, bps: 100n },
  referrer: { party: REFERRER.party, bps: 100n },
};

const small = {
  maxAgents: 3,
  maxFreeSeats: 1,
  maxHalts: 2,
  maxAttempts: 2,
  investigationRounds: 2,
  investigationRateSeconds: 0,
  maxMessages: 3,
};

const terms = sampleTerms({
  // A judge of its own may be paid, and so has an account to change.
  court: { kind: "tiered", judge: JUDGE.party, tiers: TIERS },
  pots: [pot],
  work: { kind: "run", spec: { command: "make test" } },
  rules: small,
});

interface Move {
  readonly by: Signer;
  readonly type: ActType;
  readonly data: JsonObject;
}

/** Of everything that could be done here, what leaves the most to be done after it. */
function patientMoves(told: Story): readonly Move[] {
  const { state } = told;
  const people = [PRINCIPAL, ...AGENTS, JUDGE, AUTHOR, REFERRER];
  const types = PARTY_ACTS.filter((type) => type !== "post");
  const party = types.flatMap((type) =>
    people.map((by) => ({ by, type, data: sampleData(type, state) })),
  );
  const question = BigInt(state.case?.question ?? 0);
  const moves: readonly Move[] = [
    ...party,
    { by: PRINCIPAL, type: "verify", data: { success: false } },
    { by: SERVER, type: "checked", data: checkedData("no_verdict", question) },
    { by: SERVER, type: "checked", data: checkedData("fail", question) },
    { by: JUDGE, type: "ruling", data: sampleData("ruling", state) },
    { by: SERVER, type: "settled", data: {} },
  ];
  const hastes = moves.map((move) => hasteOf(told, move));
  const least = Math.min(...hastes);
  return least === Infinity ? [] : moves.filter((_, at) => hastes[at] === least);
}

/** How much an act takes from what could still be written; Infinity if it is refused. */
function hasteOf(told: Story, { by, type, data }: Move): number {
  const decided = told.attempt(by, type, data);
  if (!decided.ok) return Infinity;
  const { phase, seat, seatsCounted } = decided.value.state;
  if (type === "settled") return 7;
  if (isEnded(phase) && !isEnded(told.phase)) return 6;
  if (phase === "awaiting_response" || phase === "contest" || phase === "ruled") return 5;
  // A last attempt cannot be left any more, so others sit first while there are seats for them.
  const isLastAttempt = seat !== null && seat.attempts + 1 >= small.maxAttempts;
  if (type === "fix" && isLastAttempt && seatsCounted + 1 < small.maxAgents) return 4;
  if (told.state.seat !== null && seat === null) return 3;
  const isStep = ["bond", "accept", "fix", "verify", "halt"].includes(type);
  return isStep ? 2 : 1;
}

/** Every fix is first waited for in vain: the review that opens costs nobody anything. */
function openReview(told: Story): void {
  if (told.phase === "verifying") told.lapse();
}

function written(told: Story): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { type } of told.transcript().entries) counts.set(type, (counts.get(type) ?? 0) + 1);
  return counts;
}

function playOut(choose: (moves: readonly Move[]) => Move | undefined): Story {
  const told = new Story(terms).act(PRINCIPAL, "post");
  // More acts than this break a bound, and the counts will say which.
  for (let step = 0; step <= total(terms.rules); step += 1) {
    const move = choose(patientMoves(told));
    if (move === undefined) break;
    told.act(move.by, move.type, move.data);
    openReview(told);
  }
  return told;
}

function expectBounded(told: Story): void {
  const counts = written(told);
  for (const { acts, most } of bounds(told.terms.rules)) {
    const times = acts.reduce((sum, act) => sum + (counts.get(act) ?? 0), 0);
    expect(times, acts.join(" + ")).toBeLessThanOrEqual(most);
  }
}

describe("parties that act without end", () => {
  test("reach the end within the bounds", () => {
    const told = playOut(([first]) => first);
    expectBounded(told);
    expect(isEnded(told.phase) && told.state.isSettled).toBe(true);
    const counts = written(told);
    const talk = ["ask", "answer", "message"].reduce((sum, act) => sum + (counts.get(act) ?? 0), 0);
    expect(talk).toBe(2 * 3 * 3);
    expect(counts.get("set_account")).toBe((4 + 3) * 10);
    expect(counts.get("bond")).toBe(3);
    expect(counts.get("investigate")).toBe(3 * 2);
    expect(counts.get("halt")).toBe(2);
  });

  test("reach the end in any order of acts", () => {
    fc.assert(
      fc.property(fc.infiniteStream(fc.nat()), (picks) => {
        const told = playOut((moves) => moves[picks.next().value % moves.length]);
        expectBounded(told);
        expect(told.state.isSettled).toBe(true);
      }),
      { numRuns: 50 },
    );
  });
});
