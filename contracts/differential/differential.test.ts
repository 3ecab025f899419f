/** The same acts at the same seconds, in the kernel and on the chain, must have the same result. */
import { isEnded, timeoutAct } from "@bazaar/kernel";
import { isFullMatrix } from "@bazaar/testkit";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { CHAIN_PHASES, CHAIN_ROWS } from "../client/vocabulary.ts";
import { EscrowChain } from "../local-chain/escrow-chain.ts";
import { buildContracts, HAS_FOUNDRY } from "../local-chain/forge.ts";
import { CHARITY, type Deal, PEOPLE, RELAYER } from "./deal.ts";
import { LONGEST_ALIKE_REVIEW } from "./differences.ts";
import { MOVES, type Move } from "./moves.ts";
import { EXPECTED_REFUSALS, Pair } from "./pair.ts";
import { SCRIPTED_DEAL, SCRIPTED_LIVES } from "./scripted-lives.ts";

/** Random lives; contracts/gate/long.ts sets more. */
const RUNS = Number(process.env.BAZAAR_DIFFERENTIAL_RUNS ?? (isFullMatrix() ? 300 : 40));
const MAX_STEPS = 40;
const TRIES_AFTER_END = 3;

const amount = fc.oneof(
  fc.bigInt({ min: 0n, max: 20_000n }),
  fc.bigInt({ min: 0n, max: 10n ** 27n }),
);

const deal: fc.Arbitrary<Deal> = fc.record({
  bounty: amount.map((units) => units + 1n),
  minBond: amount,
  tierFees: fc.tuple(amount, amount, amount),
  platformFeeBps: fc.oneof(fc.constantFrom(0, 250, 10_000), fc.integer({ min: 0, max: 10_000 })),
  restitution: fc.boolean(),
  isAutonomous: fc.boolean(),
  maxAttempts: fc.integer({ min: 1, max: 3 }),
  executionSeconds: fc.constantFrom(30, 300, 3_600),
  reviewSeconds: fc.constantFrom(60, 300, LONGEST_ALIKE_REVIEW),
  hasCourt: fc.integer({ min: 0, max: 9 }).map((of10) => of10 > 0),
  isNamed: fc.integer({ min: 0, max: 9 }).map((of10) => of10 === 0),
});

const step = fc.record({
  pick: fc.nat(),
  which: fc.nat(),
  waitSeconds: fc.constantFrom(1, 1, 1, 1, 1, 2, 2, 3, 3, 5, 5, 10, 29, 31, 61, 121),
  toDeadline: fc.integer({ min: 0, max: 9 }).map((of10) => of10 === 9),
  isRelayed: fc.integer({ min: 0, max: 3 }).map((of4) => of4 === 0),
  isAnyMove: fc.integer({ min: 0, max: 5 }).map((of6) => of6 === 0),
});

type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

/** Calls that continue a contract are chosen more often, or few lives would reach a court. */
const WEIGHTS: Partial<Record<Move["call"], number>> = {
  bond: 20,
  accept: 12,
  submitFix: 6,
  verify: 2,
  fileDispute: 3,
  respondDispute: 5,
  appeal: 5,
  rule: 10,
  cancel: 2,
  backOut: 2,
  halt: 2,
  resume: 14,
};

function choose(pair: Pair, { pick, which, isAnyMove }: Step): Move {
  const sensible = isAnyMove ? [] : MOVES.filter((move) => pair.isAllowed(move));
  const calls = [...new Set(sensible.map(({ call }) => call))];
  const weighted = calls.flatMap((call) => new Array<Move["call"]>(WEIGHTS[call] ?? 1).fill(call));
  const chosen = sensible.filter(({ call }) => call === weighted[pick % weighted.length]);
  const from = chosen.length > 0 ? chosen : MOVES;
  return from[which % from.length] ?? MOVES[0]!;
}

/** The second of a step: a little later, or at or just after the deadline. */
function timeOf(pair: Pair, chain: EscrowChain, { pick, waitSeconds, toDeadline }: Step): number {
  const { deadline } = pair.story.state;
  const soon = chain.now + waitSeconds;
  if (!toDeadline || deadline === null) return soon;
  return Math.max(chain.now + 1, Math.floor(deadline.atMs / 1_000) + (pick % 2));
}

describe.skipIf(!HAS_FOUNDRY)("kernel and chain (needs forge)", () => {
  let chain: EscrowChain;
  let nonce = 0n;
  const seen = { phases: new Set<string>(), rows: new Set<string>(), calls: new Set<string>() };

  beforeAll(async () => {
    await buildContracts();
    chain = await EscrowChain.start();
    for (const { account } of Object.values(PEOPLE)) await chain.enrich(account.address);
    for (const one of [CHARITY, RELAYER]) await chain.enrich(one);
  }, 120_000);
  afterAll(() => chain[Symbol.asyncDispose]());

  test.each(SCRIPTED_LIVES)("agree on $row by $how", async ({ row, script }) => {
    await live(SCRIPTED_DEAL, async (pair, told) => {
      for (const [at, move] of script.entries()) {
        if (typeof move === "number") continue;
        const before = script[at - 1];
        pair.reach(chain.now + (typeof before === "number" ? before : 1));
        expect(await perform(pair, move, told), told.join("\n")).toBe(true);
      }
      expect(pair.kernelSnapshot().row).toBe(row);
    });
  });

  test("agree on phase, clock, refusal and payouts after random moves", async () => {
    const steps = fc.array(step, { minLength: 12, maxLength: MAX_STEPS, size: "max" });
    await fc.assert(
      fc.asyncProperty(deal, steps, (terms, moves) =>
        live(terms, (pair, told) => playRandomly(pair, moves, told)),
      ),
      { numRuns: RUNS, seed: Number(process.env.BAZAAR_SEED ?? 6), endOnFailure: true },
    );
  }, 3_600_000);

  test("together pass every phase and make every call", () => {
    const phases = CHAIN_PHASES.filter((phase) => phase !== "none");
    expect([...seen.phases].sort()).toEqual([...phases].sort());
    expect([...seen.calls].sort()).toEqual([...new Set(MOVES.map(({ call }) => call))].sort());
  });

  test("end in every row that the chain can select", () => {
    const rows = CHAIN_ROWS.filter((row) => !row.startsWith("principal_silent"));
    expect([...seen.rows].sort()).toEqual([...rows].sort());
  });

  /** Posts a contract, plays it, lets the clocks end it and pays everything out. */
  async function live(
    terms: Deal,
    play: (pair: Pair, told: string[]) => Promise<void>,
  ): Promise<void> {
    nonce += 1n;
    const before = await chain.balanceOf(chain.at.address);
    const pair = await Pair.post(chain, terms, nonce);
    const told: string[] = [];
    await compare(pair, told);
    await play(pair, told);
    await finish(pair, told);
    expect(await pair.claimAll()).toEqual([]);
    await compare(pair, told);
    expect(await chain.balanceOf(chain.at.address)).toBe(before);
  }

  async function playRandomly(pair: Pair, steps: readonly Step[], told: string[]): Promise<void> {
    let afterEnd = 0;
    for (const next of steps) {
      // An ended contract refuses everything; a few tries show it.
      if (isEnded(pair.story.phase) && ++afterEnd > TRIES_AFTER_END) break;
      pair.reach(timeOf(pair, chain, next));
      const move = choose(pair, next);
      if (!pair.isLeftOut(move)) await perform(pair, move, told, next.isRelayed);
    }
  }

  /** Makes a move on both sides, compares them and returns whether the move was accepted. */
  async function perform(pair: Pair, move: Move, told: string[], isRelayed = false) {
    const answer = await pair.perform(move, isRelayed);
    told.push(`${chain.now} ${move.by} ${move.call} ${answer.chain ?? "accepted"}`);
    expect(answer.chain === null, told.join("\n")).toBe(answer.kernel);
    if (answer.chain !== null) expect(EXPECTED_REFUSALS, told.join("\n")).toContain(answer.chain);
    if (answer.kernel) seen.calls.add(move.call);
    await compare(pair, told);
    return answer.kernel;
  }

  async function compare(pair: Pair, told: readonly string[]): Promise<void> {
    const snapshot = await pair.chainSnapshot();
    seen.phases.add(snapshot.phase);
    seen.rows.add(snapshot.row);
    expect(snapshot, told.join("\n")).toEqual(pair.kernelSnapshot());
    const { stored, rebuilt } = await pair.records();
    expect(rebuilt, told.join("\n")).toEqual(stored);
    if (!isEnded(pair.story.phase)) return;
    expect(await pair.chainShares(), told.join("\n")).toEqual(pair.kernelShares());
  }

  /** The clocks end every contract without its parties, so no money stays locked. */
  async function finish(pair: Pair, told: string[]): Promise<void> {
    for (let lapses = 0; !isEnded(pair.story.phase); lapses += 1) {
      expect(lapses, told.join("\n")).toBeLessThan(4);
      const { deadline } = pair.story.state;
      pair.reach(Math.max(chain.now, Math.floor((deadline?.atMs ?? 0) / 1_000)) + 1);
      const due = timeoutAct(pair.story.state).type;
      const move = MOVES.find((one) => SILENCES[one.call] === due && pair.isAllowed(one));
      if (move === undefined) continue;
      expect(await perform(pair, move, told), told.join("\n")).toBe(true);
    }
  }
});

const SILENCES: Partial<Record<Move["call"], string>> = {
  autoFulfill: "auto_fulfill",
  cancelStale: "auto_cancel",
  cancelAbandoned: "abandoned",
  finalizeRuling: "ruling_final",
  voidDispute: "voided",
};
