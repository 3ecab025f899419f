/** Any run of acts whatever, sensible or not, under all kinds of terms. */
import {
  AGENT,
  checkedData,
  freeTerms,
  JUDGE,
  NO_COURT,
  PRINCIPAL,
  RIVAL,
  SERVER,
  Story,
  sampleData,
  samplePot,
  sampleTerms,
  TEST_XNO,
  toySigner,
  toyVerify,
  units,
} from "@bazaar/testkit";
import fc from "fast-check";
import { expect, test } from "vitest";
import { chainJson } from "../canonical/chain-json.ts";
import { type JsonObject, parseJson } from "../canonical/json.ts";
import { TIER_RULINGS, TIERS } from "../court/ruling.ts";
import type { Signer } from "../identity/signer.ts";
import { parseAmount } from "../money/amount.ts";
import { RATING } from "../money/asset.ts";
import { due } from "../settlement/due.ts";
import type { Pot } from "../settlement/pot.ts";
import {
  parseTranscript,
  transcriptJson,
  verifyTranscript,
} from "../transcript/verify-transcript.ts";
import { type ActType, JUDGE_ACTS, PARTY_ACTS, SERVER_ACTS } from "./act-rules.ts";
import { timeoutAct } from "./clocks.ts";
import { isEnded, PHASES } from "./state.ts";
import { parseState, stateText } from "./state-json.ts";
import type { Terms } from "./terms.ts";

const OTHERS = [1, 2, 3, 4].map((number) => toySigner(`other-${number}`));
const PEOPLE: readonly Signer[] = [PRINCIPAL, AGENT, RIVAL, SERVER, ...OTHERS];

const stake: Pot = {
  schedule: "stake",
  asset: RATING,
  rail: "ledger",
  funds: "post",
  due: { principal: 25n, agent: 30n },
};

const bondParameters = {
  schedule: "court-fees" as const,
  asset: TEST_XNO,
  rail: "ledger" as const,
  funds: "post" as const,
  bounty: 1_000_000_007n,
  minBond: units("0.3"),
  tierFees: ["0.02", "0.05", "0.1"].map((fee) => units(fee)),
  platformFeeBps: 333n,
  cancelFeeBps: 1_000n,
  restitution: true,
};
const courtFees: Pot = { ...bondParameters, due: due(bondParameters, true) };

const budget: Pot = {
  schedule: "pay-after-verify",
  asset: TEST_XNO,
  rail: "ledger",
  funds: "post",
  bounty: 999_999_999n,
  due: { principal: 999_999_999n, agent: 0n },
  platformBps: 1_000n,
  author: { party: RIVAL.party, bps: 1_500n },
  referrer: null,
};

const work = { kind: "run", spec: { command: "make test" } } as const;
const foreign = { kind: "tiered", judge: JUDGE.party, tiers: TIERS } as const;

const TERMS: readonly Terms[] = [
  sampleTerms(),
  sampleTerms({ court: foreign, rules: { mode: "autonomous", maxAttempts: 1 } }),
  sampleTerms({ rules: { looksFirst: false, reopens: false } }),
  sampleTerms({ agent: AGENT.party }),
  sampleTerms({ work, rules: { maxAgents: 2, maxHalts: 1, maxTalkTurns: 1 } }),
  sampleTerms({ pots: [samplePot({ rail: "nano" }), stake] }),
  sampleTerms({ pots: [samplePot({ rail: "nano" })], agent: AGENT.party, work }),
  sampleTerms({ court: foreign, pots: [courtFees, stake], rules: { reopens: false } }),
  sampleTerms({ pots: [{ ...courtFees, restitution: false } as Pot], rules: { reopens: false } }),
  sampleTerms({ pots: [budget], work, rules: { looksFirst: false } }),
  sampleTerms(NO_COURT),
  freeTerms(),
];

/** Data that a sensible author would not send, and some that only another act expects. */
const JUNK: readonly JsonObject[] = [
  {},
  { argument: 1n, message: null, command: "rm -rf /", success: "yes" },
  { command: "cat Makefile", output: "", fix: "", success: false, price: "0.000000001" },
  { price: "99", fix: "true" },
  { pot: 1n, side: "agent", seat: 1n, amount: "100", account: "x" },
  { pot: 0n, side: "principal", seat: 0n, amount: "-1", account: "x" },
  { reason: "refused", question: 0n },
  { outcome: "evil_both", court: "supreme", question: 2n, reasoning: "" },
  { verdict: "pass", question: 0n },
  { terms: {} },
];

interface Move {
  readonly by: Signer;
  readonly type: ActType;
  readonly data: JsonObject;
}

/** The acts that the rules may allow here. */
function sensibleMoves(told: Story): readonly Move[] {
  const { state } = told;
  const party = PARTY_ACTS.filter((type) => type !== "post").flatMap((type) =>
    PEOPLE.map((by) => ({ by, type, data: sampleData(type, state) })),
  );
  const server = SERVER_ACTS.map((type) => ({ by: SERVER, type, data: sampleData(type, state) }));
  const question = BigInt(state.case?.question ?? 0);
  const more: readonly Move[] = [
    { by: PRINCIPAL, type: "verify", data: { success: false } },
    { by: SERVER, type: "funded", data: { ...sampleData("funded", state), amount: "3.5" } },
    { by: SERVER, type: "checked", data: checkedData("fail", question) },
    { by: SERVER, type: "checked", data: checkedData("pass", question) },
    { by: SERVER, type: "voided", data: { reason: "refused", question } },
    { by: SERVER, type: "ruling_final", data: { reason: "unreadable", question } },
    ...TIER_RULINGS.flatMap((outcome) =>
      [SERVER, JUDGE].map((by) => ({
        by,
        type: "ruling" as const,
        data: { ...sampleData("ruling", state), outcome },
      })),
    ),
    ...(state.deadline === null ? [] : [{ by: SERVER, ...timeoutAct(state) }]),
  ];
  const moves = [...party, ...server, ...more];
  return moves.filter(({ by, type, data }) => told.attempt(by, type, data).ok);
}

const WAITS = [0, 0, 0, 0, 0, 0, 1, 1_000, 5_000, 5_000, 31_000, 61_000];

/** What leads on is done more often than what breaks off, or no run would see a court. */
const OFTEN: Partial<Record<ActType, number>> = {
  funded: 20,
  bond: 12,
  accept: 12,
  fix: 8,
  verify: 3,
  dispute_filed: 4,
  dispute_response: 6,
  appeal: 6,
  ruling: 6,
  checked: 3,
};

function likely(moves: readonly Move[]): readonly ActType[] {
  const types = [...new Set(moves.map(({ type }) => type))];
  return types.flatMap((type) => new Array<ActType>(OFTEN[type] ?? 1).fill(type));
}

const step = fc.record({
  pick: fc.nat(),
  waitMs: fc.constantFrom(...WAITS),
  which: fc.nat(),
  atDeadline: fc.integer({ min: 0, max: 9 }).map((of10) => of10 === 9),
  isWild: fc.integer({ min: 0, max: 9 }).map((of10) => of10 === 9),
  wild: fc.record({
    by: fc.constantFrom(...PEOPLE, JUDGE),
    type: fc.constantFrom(...PARTY_ACTS, ...JUDGE_ACTS, ...SERVER_ACTS),
    data: fc.constantFrom(...JUNK),
  }),
});

const run = fc.record({
  terms: fc.constantFrom(...TERMS),
  steps: fc.array(step, { minLength: 1, maxLength: 40, size: "max" }),
});

type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

function play(told: Story, { pick, which, waitMs, atDeadline, isWild, wild }: Step): void {
  const { deadline } = told.state;
  if (atDeadline && deadline !== null)
    told.nowMs = Math.max(told.nowMs, deadline.atMs + (pick % 2));
  told.nowMs += waitMs;
  const moves = isWild ? [] : sensibleMoves(told);
  const types = likely(moves);
  const chosen = moves.filter(({ type }) => type === types[pick % types.length]);
  const { by, type, data } = chosen[which % Math.max(chosen.length, 1)] ?? wild;
  told.perform(by, type, data);
}

/** Everything that ever came in, pot by pot: what the ledger took and what rails reported. */
function deposited(told: Story): readonly bigint[] {
  return told.terms.pots.map(({ asset }, index) => {
    const held = told.holds.filter(({ pot }) => pot === index).map(({ amount }) => amount);
    const arrived = told
      .transcript()
      .entries.filter(({ type, data }) => type === "funded" && data.pot === BigInt(index))
      .map(({ data }) => parseAmount(String(data.amount), asset))
      .map((amount) => (amount.ok ? amount.value : 0n));
    return [...held, ...arrived].reduce((sum, amount) => sum + amount, 0n);
  });
}

function accountedFor(told: Story): readonly bigint[] {
  return told.state.held.map(({ principal, agent }, index) =>
    told.legs
      .filter(({ pot }) => pot === index)
      .reduce((sum, { amount }) => sum + amount, principal + agent),
  );
}

function checkStep(told: Story, wasEnded: boolean): void {
  const { phase, deadline, held } = told.state;
  expect(deadline === null).toBe(isEnded(phase));
  expect(accountedFor(told)).toEqual(deposited(told));
  if (isEnded(phase)) {
    expect(held.every(({ principal, agent }) => principal === 0n && agent === 0n)).toBe(true);
  }
  if (wasEnded) expect(isEnded(phase)).toBe(true);
}

test("a run never throws, keeps one clock while open, and loses no money", () => {
  fc.assert(
    fc.property(run, ({ terms, steps }) => {
      const told = new Story(terms).act(PRINCIPAL, "post");
      checkStep(told, false);
      for (const next of steps) {
        const wasEnded = isEnded(told.phase);
        const outcome = told.state.outcome;
        play(told, next);
        checkStep(told, wasEnded);
        if (wasEnded) expect(told.state.outcome).toBe(outcome);
      }
      const keys = [...told.legs, ...told.tasks].map(({ key }) => key);
      expect(new Set(keys).size).toBe(keys.length);
      expect(told.legs.every(({ amount }) => amount > 0n)).toBe(true);
    }),
    { numRuns: 1_000 },
  );
});

test("the transcript of any run, and its state, written out and read back, give the same state", () => {
  fc.assert(
    fc.property(run, ({ terms, steps }) => {
      const told = new Story(terms).act(PRINCIPAL, "post");
      for (const next of steps) play(told, next);
      const written = parseJson(chainJson(transcriptJson(told.transcript())));
      const read = written.ok ? parseTranscript(written.value) : written;
      const replayed = read.ok ? verifyTranscript(read.value, toyVerify) : read;
      expect(replayed).toEqual({ ok: true, value: told.state });
      expect(parseState(stateText(told.state), terms)).toEqual(told.state);
    }),
    { numRuns: 300 },
  );
});

test("without further acts every contract ends by its clocks", () => {
  fc.assert(
    fc.property(run, ({ terms, steps }) => {
      const told = new Story(terms).act(PRINCIPAL, "post");
      for (const next of steps) play(told, next);
      let lapses = 0;
      for (; !isEnded(told.phase); lapses += 1) told.lapse();
      // The longest: in_progress, open. Or: replay, district, appeal. Never a circle.
      expect(lapses).toBeLessThanOrEqual(4);
      expect(accountedFor(told)).toEqual(deposited(told));
    }),
    { numRuns: 300 },
  );
});

test("the runs reach every phase and every bench", () => {
  const seen = new Set<string>();
  fc.assert(
    fc.property(run, ({ terms, steps }) => {
      const told = new Story(terms).act(PRINCIPAL, "post");
      for (const next of steps) {
        play(told, next);
        seen.add(told.phase);
        if (told.state.case !== null) seen.add(told.state.case.bench);
      }
    }),
    { numRuns: 1_000, seed: 1 },
  );
  const benches = ["replay", "district", "appeals", "supreme"];
  expect([...seen].sort()).toEqual([...PHASES, ...benches].sort());
});
