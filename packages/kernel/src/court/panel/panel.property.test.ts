/** Any run of acts before a panel, sensible or not. */
import {
  AGENT,
  ARBITERS,
  budgetPot,
  checkablePanel,
  checkedData,
  PANEL,
  PRINCIPAL,
  panelCall,
  SERVER,
  type Story,
  sampleData,
  sealedVote,
  seating,
  toyVerify,
  voting,
} from "@bazaar/testkit";
import fc from "fast-check";
import { expect, test } from "vitest";
import { chainJson } from "../../canonical/chain-json.ts";
import { type JsonObject, parseJson } from "../../canonical/json.ts";
import { type ActType, PARTY_ACTS, SERVER_ACTS } from "../../contract/act-rules.ts";
import { timeoutAct } from "../../contract/clocks.ts";
import { isEnded } from "../../contract/state.ts";
import { parseState, stateText } from "../../contract/state-json.ts";
import type { Signer } from "../../identity/signer.ts";
import {
  parseTranscript,
  transcriptJson,
  verifyTranscript,
} from "../../transcript/verify-transcript.ts";
import { BOND_POT, bondsHeld } from "./bonds.ts";
import { PANEL_VERDICTS } from "./proceedings.ts";

const PEOPLE: readonly Signer[] = [PRINCIPAL, AGENT, ...ARBITERS];
const PANEL_ACTS: readonly ActType[] = [
  ...["dispute_filed", "dispute_reveal", "evidence", "appeal"],
  ...["arbiter_accept", "arbiter_decline", "vote", "message", "fix", "verify", "halt"],
] as const satisfies readonly ActType[];

/** Where runs begin; the later ones, or few would come to a vote. */
const BEGINNINGS: readonly (() => Story)[] = [
  () => seating(),
  () => voting(),
  () => voting({ pots: [budgetPot()] }),
  () => voting({ pots: [budgetPot(), ...PANEL.pots] }),
  () => checkablePanel(),
  () => checkablePanel({ pots: [budgetPot()] }),
];

interface Move {
  readonly by: Signer;
  readonly type: ActType;
  readonly data: JsonObject;
}

function movesOf(told: Story): readonly Move[] {
  const { state } = told;
  const party = PANEL_ACTS.flatMap((type) =>
    PEOPLE.map((by) => ({ by, type, data: sampleData(type as "vote", state) })),
  );
  const votes = ARBITERS.flatMap((by) =>
    PANEL_VERDICTS.flatMap((verdict) => [
      { by, type: "vote" as const, data: sealedVote(told, by, verdict) },
      { by, type: "vote" as const, data: { ...sampleData("vote", state), verdict } },
    ]),
  );
  const question = BigInt(state.case?.question ?? 0);
  const server: readonly Move[] = [
    { by: SERVER, type: "panel_called", data: panelCall(state) },
    { by: SERVER, type: "panel_called", data: panelCall(state, ARBITERS.slice(0, 2)) },
    { by: SERVER, type: "panel_called", data: panelCall(state, ARBITERS.slice(0, 3)) },
    { by: SERVER, type: "checked", data: checkedData("pass", question) },
    { by: SERVER, type: "checked", data: checkedData("no_verdict", question) },
    { by: PRINCIPAL, type: "dispute_reveal", data: { nonce: "wrong" } },
    ...(state.deadline === null ? [] : [{ by: SERVER, ...timeoutAct(state) }]),
  ];
  const moves = [...party, ...votes, ...server];
  return moves.filter(({ by, type, data }) => told.attempt(by, type, data).ok);
}

const step = fc.record({
  pick: fc.nat(),
  which: fc.nat(),
  isLate: fc.integer({ min: 0, max: 5 }).map((of6) => of6 === 0),
  wild: fc.record({
    by: fc.constantFrom(...PEOPLE, SERVER),
    type: fc.constantFrom(...PARTY_ACTS.slice(1), ...SERVER_ACTS),
  }),
});
const run = fc.record({
  from: fc.constantFrom(...BEGINNINGS),
  steps: fc.array(step, { minLength: 1, maxLength: 30, size: "max" }),
});

function play(
  told: Story,
  { pick, which, isLate, wild }: typeof step extends fc.Arbitrary<infer S> ? S : never,
): void {
  if (isLate && told.state.deadline !== null) told.waitForDeadline().nowMs += 1;
  const moves = movesOf(told);
  const types = [...new Set(moves.map(({ type }) => type))];
  const chosen = moves.filter(({ type }) => type === types[pick % types.length]);
  const move = chosen[which % Math.max(chosen.length, 1)];
  // Some of what nobody sensible would send is sent before every step, and must change nothing unless it is taken.
  told.perform(wild.by, wild.type);
  if (move !== undefined) told.perform(move.by, move.type, move.data);
}

/** What came in and what is held or was paid, pot by pot, arbiters' bonds last. */
function books(told: Story): {
  readonly taken: readonly bigint[];
  readonly known: readonly bigint[];
} {
  const pots = [...told.terms.pots.keys(), BOND_POT];
  const sum = (list: readonly { pot: number; amount: bigint }[], pot: number): bigint =>
    list.filter((one) => one.pot === pot).reduce((total, { amount }) => total + amount, 0n);
  const held = (pot: number): bigint => {
    const sides = told.state.held[pot];
    return sides === undefined ? bondsHeld(told.state) : sides.principal + sides.agent;
  };
  return {
    taken: pots.map((pot) => sum(told.holds, pot)),
    known: pots.map((pot) => held(pot) + sum(told.legs, pot)),
  };
}

function check(told: Story): void {
  const { phase, deadline } = told.state;
  expect(deadline === null).toBe(isEnded(phase));
  const { taken, known } = books(told);
  expect(known).toEqual(taken);
  if (isEnded(phase)) expect(bondsHeld(told.state)).toBe(0n);
}

test("a run conserves what both sides and arbiters hold, and keeps one clock while open", () => {
  fc.assert(
    fc.property(run, ({ from, steps }) => {
      const told = from();
      for (const next of steps) {
        play(told, next);
        check(told);
      }
      let lapses = 0;
      for (; !isEnded(told.phase); lapses += 1) {
        told.lapse();
        check(told);
      }
      // The longest: revealing, review, a replay, open. Never a circle.
      expect(lapses).toBeLessThanOrEqual(6);
      const keys = told.legs.map(({ key }) => key);
      expect(new Set(keys).size).toBe(keys.length);
    }),
    { numRuns: 300 },
  );
});

test("its transcript and its state, written out and read back, give the same state", () => {
  fc.assert(
    fc.property(run, ({ from, steps }) => {
      const told = from();
      for (const next of steps) play(told, next);
      const written = parseJson(chainJson(transcriptJson(told.transcript())));
      const read = written.ok ? parseTranscript(written.value) : written;
      const replayed = read.ok ? verifyTranscript(read.value, toyVerify) : read;
      expect(replayed).toEqual({ ok: true, value: told.state });
      expect(parseState(stateText(told.state), told.terms)).toEqual(told.state);
    }),
    { numRuns: 100 },
  );
});

test("runs reach every stage and every row that a panel ends in", () => {
  const seen = new Set<string>();
  fc.assert(
    fc.property(run, ({ from, steps }) => {
      const told = from();
      for (const next of steps) {
        play(told, next);
        seen.add(told.state.case?.panel?.stage ?? "none");
        if (told.state.case?.bench === "panel") seen.add(told.state.outcome?.row ?? "open");
      }
    }),
    { numRuns: 400, seed: 1 },
  );
  const stages = ["calling", "revealing", "drawing", "seating", "evidence", "voting", "opening"];
  const rows = ["ruled_fulfilled", "ruled_canceled", "ruled_mutual", "ruled_impossible"];
  expect([...seen]).toEqual(expect.arrayContaining([...stages, "fallback", "closed", ...rows]));
});
