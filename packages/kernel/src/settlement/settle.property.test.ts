import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { rowOfRuling } from "../court/answers.ts";
import { type Ruling, type RulingOutcome, TIER_RULINGS, TIERS } from "../court/ruling.ts";
import type { Party } from "../identity/party.ts";
import { BTC, ETH, RATING, XNO } from "../money/asset.ts";
import { due } from "./due.ts";
import { type Outcome, ROWS, type Row, SEAT_ROWS, type Side } from "./outcome.ts";
import type {
  CourtFeesPot,
  PayAfterVerifyPot,
  Pot,
  Sides,
  StakePot,
  SymmetricBondPot,
} from "./pot.ts";
import { settle, settleSeat } from "./settle.ts";
import { ROLES, type Shares } from "./shares.ts";
import { MAX_CANCEL_FEE_BPS } from "./symmetric-bond.ts";

const MANY = { numRuns: 2_000 };

const amount = fc.oneof(
  fc.bigInt({ min: 0n, max: 2n ** 128n - 1n }),
  fc.bigInt({ min: 0n, max: 20_000n }),
);
const bps = (max: bigint) => fc.bigInt({ min: 0n, max });
const tierFees = fc.tuple(amount, amount, amount);
const row = fc.constantFrom<Row>(...ROWS);
const rulingOutcome = fc.constantFrom<RulingOutcome>(...TIER_RULINGS, "mutual", "split");

function sumOfAmounts(amounts: readonly bigint[]): bigint {
  return amounts.reduce((sum, one) => sum + one, 0n);
}

const symmetricBondPot = fc
  .record({
    bounty: amount,
    spare: amount,
    tierFees,
    platformFeeBps: bps(10_000n),
    platformFeeMinimum: amount,
    cancelFeeBps: bps(MAX_CANCEL_FEE_BPS),
    hasCourt: fc.boolean(),
  })
  .map(({ spare, hasCourt, ...rest }): SymmetricBondPot => {
    const fixed = { schedule: "symmetric-bond", asset: XNO, rail: "nano", funds: "post" } as const;
    const fees = hasCourt ? rest.tierFees : [];
    const judgeFee = hasCourt ? sumOfAmounts(fees) + spare : 0n;
    const parameters = { ...fixed, ...rest, tierFees: fees, judgeFee };
    return { ...parameters, due: due(parameters, hasCourt) };
  });

const courtFeesPot = fc
  .record({
    bounty: amount,
    minBond: amount,
    tierFees,
    platformFeeBps: bps(10_000n),
    cancelFeeBps: bps(10_000n),
    restitution: fc.boolean(),
  })
  .map((rest): CourtFeesPot => {
    const parameters = {
      schedule: "court-fees",
      asset: ETH,
      rail: "evm",
      funds: "post",
      ...rest,
    } as const;
    return { ...parameters, due: due(parameters, true) };
  });

const share = (max: bigint) =>
  fc.option(bps(max).map((bps) => ({ party: "nostr:a" as Party, bps })));

const payAfterVerifyPot = fc
  .record({
    bounty: amount,
    platformBps: bps(4_000n),
    author: share(3_000n),
    referrer: share(3_000n),
  })
  .map((rest): PayAfterVerifyPot => {
    const fixed = {
      schedule: "pay-after-verify",
      asset: BTC,
      rail: "lightning",
      funds: "post",
    } as const;
    const parameters = { ...fixed, ...rest };
    return { ...parameters, due: due(parameters, true) };
  });

const stakePot = fc
  .record({ principal: amount, agent: amount })
  .map(
    (due): StakePot => ({ schedule: "stake", asset: RATING, rail: "ledger", funds: "post", due }),
  );

const anyPot: fc.Arbitrary<Pot> = fc.oneof(
  symmetricBondPot,
  courtFeesPot,
  payAfterVerifyPot,
  stakePot,
);

/** The re-run first or not, then one to three tiers; or a panel alone. */
const ladder: fc.Arbitrary<Ruling[]> = fc.oneof(
  fc
    .tuple(fc.boolean(), fc.array(rulingOutcome, { maxLength: TIERS.length }))
    .map(([isReplayed, outcomes]): Ruling[] => [
      ...(isReplayed ? [ruled("replay", "fulfilled")] : []),
      ...outcomes.map((outcome, tier) => ruled(TIERS[tier]!, outcome)),
    ]),
  rulingOutcome.map((outcome) => [ruled("panel", outcome)]),
);

function ruled(bench: Ruling["bench"], outcome: RulingOutcome): Ruling {
  return { bench, outcome, against: "nobody" };
}

interface Flags {
  readonly filer: Side | null;
  readonly isFeeDue: boolean;
  readonly pricePerMille: bigint | null;
  readonly paidPerMille: bigint;
}

const flags: fc.Arbitrary<Flags> = fc.record({
  filer: fc.constantFrom<Side | null>("principal", "agent", null),
  isFeeDue: fc.boolean(),
  pricePerMille: fc.option(fc.bigInt({ min: 0n, max: 1_000n })),
  paidPerMille: fc.bigInt({ min: 0n, max: 1_000n }),
});

function outcomeFor(pot: Pot, row: Row, chosen: Flags): Outcome {
  const { filer, isFeeDue, pricePerMille } = chosen;
  const budget = "bounty" in pot ? pot.bounty : 0n;
  const price = pricePerMille === null ? null : (budget * pricePerMille) / 1_000n;
  return { row, filer, isFeeDue, leaversPaid: paidBefore(pot, chosen), price };
}

/** Earlier agents have paid the principal some of the fee that it owes, or all of it. */
function paidBefore(pot: Pot, { isFeeDue, paidPerMille }: Flags): bigint {
  if (pot.schedule !== "symmetric-bond" || !isFeeDue) return 0n;
  const none = { row: "canceled", filer: null, isFeeDue, leaversPaid: 0n, price: null } as const;
  const fee = settle(pot, pot.due, none, []).platform;
  return (fee * paidPerMille) / 1_000n;
}

/** Only a pot with a court can have been ruled on by one that charges. */
function rulingsFor(pot: Pot, rulings: readonly Ruling[]): readonly Ruling[] {
  return pot.schedule === "symmetric-bond" && pot.tierFees.length === 0 ? [] : rulings;
}

function total(shares: Shares): bigint {
  return ROLES.reduce((sum, role) => sum + shares[role], 0n);
}

function expectConserved(shares: Shares, { principal, agent }: Sides): void {
  expect(total(shares)).toBe(principal + agent);
  expect(ROLES.filter((role) => shares[role] < 0n)).toEqual([]);
}

describe("money", () => {
  test("no row of any schedule creates, destroys or owes any", () => {
    fc.assert(
      fc.property(anyPot, row, ladder, flags, (pot, row, rulings, chosen) => {
        const outcome = outcomeFor(pot, row, chosen);
        const shares = settle(pot, pot.due, outcome, rulingsFor(pot, rulings));
        expectConserved(shares, pot.due);
      }),
      { numRuns: 5_000 },
    );
  });

  test("no end of a seat creates, destroys or owes any", () => {
    fc.assert(
      fc.property(anyPot, fc.constantFrom(...SEAT_ROWS), flags, (pot, row, chosen) => {
        const shares = settleSeat(pot, pot.due.agent, row, paidBefore(pot, chosen));
        expectConserved(shares, { principal: 0n, agent: pot.due.agent });
      }),
      MANY,
    );
  });

  test("a contract nobody took gives everything to those who paid in, and to the platform", () => {
    fc.assert(
      fc.property(anyPot, flags, (pot, chosen) => {
        const held = { principal: pot.due.principal, agent: 0n };
        const shares = settle(pot, held, outcomeFor(pot, "unclaimed", chosen), []);
        expectConserved(shares, held);
        expect(shares.principal + shares.platform).toBe(held.principal);
      }),
      MANY,
    );
  });
});

describe("symmetric bond", () => {
  const plain = { filer: null, isFeeDue: false, leaversPaid: 0n, price: null };

  test("however many agents leave late, the principal gains nothing and is owed for its fee", () => {
    fc.assert(
      fc.property(symmetricBondPot, fc.nat({ max: 30 }), row, (pot, leavers, last) => {
        fc.pre(pot.due.agent > 0n);
        const fee = settle(pot, pot.due, { ...plain, row: "canceled" }, []).platform;
        const cancelFee = (pot.bounty * pot.cancelFeeBps) / 10_000n;
        let leaversPaid = 0n;
        for (let leaver = 0; leaver < leavers; leaver += 1) {
          const seat = settleSeat(pot, pot.due.agent, "seat_left_late", leaversPaid);
          expectConserved(seat, { principal: 0n, agent: pot.due.agent });
          expect(seat.platform).toBe(cancelFee);
          leaversPaid += seat.principal;
        }
        const most = cancelFee * BigInt(leavers);
        expect(leaversPaid).toBe(most < fee ? most : fee);
        const outcome = { ...plain, row: last, isFeeDue: leavers > 0, leaversPaid };
        const ended = settle(pot, pot.due, outcome, []);
        expectConserved(ended, pot.due);
        // The cancel fee of a principal that leaves comes before the platform's.
        const isTaken = ended.platform >= fee || last === "principal_left_late";
        expect(leavers === 0 || isTaken).toBe(true);
      }),
      MANY,
    );
  });

  test("a late leave and then nobody is the same as a named agent's late leave", () => {
    fc.assert(
      fc.property(symmetricBondPot, (pot) => {
        fc.pre(pot.due.agent > 0n);
        const seat = settleSeat(pot, pot.due.agent, "seat_left_late", 0n);
        const open = { principal: pot.due.principal, agent: 0n };
        const rest = settle(pot, open, { ...plain, row: "unclaimed", isFeeDue: true }, []);
        const ended = settle(pot, pot.due, { ...plain, row: "agent_left_late" }, []);
        for (const role of ROLES) expect(seat[role] + rest[role]).toBe(ended[role]);
      }),
      MANY,
    );
  });

  test("a principal who leaves late pays the agent's part first and never from the judge fee", () => {
    fc.assert(
      fc.property(symmetricBondPot, (pot) => {
        const shares = settle(pot, pot.due, { ...plain, row: "principal_left_late" }, []);
        const cancelFee = pot.due.agent > 0n ? (pot.bounty * pot.cancelFeeBps) / 10_000n : 0n;
        expect(shares.agent).toBe(pot.due.agent + cancelFee);
        expect(shares.principal).toBeGreaterThanOrEqual(pot.due.principal - pot.bounty);
      }),
      MANY,
    );
  });

  test("the fee is at most the bounty and otherwise at least the minimum", () => {
    fc.assert(
      fc.property(symmetricBondPot, (pot) => {
        const { platform } = settle(pot, pot.due, { ...plain, row: "fulfilled" }, []);
        const { bounty, platformFeeMinimum } = pot;
        expect(platform).toBeLessThanOrEqual(bounty);
        expect(platform === bounty || platform >= platformFeeMinimum).toBe(true);
      }),
      MANY,
    );
  });
});

describe("costs follow the last ruling", () => {
  const won = fc.constantFrom<{ last: RulingOutcome; winner: Side }>(
    { last: "fulfilled", winner: "agent" },
    { last: "canceled", winner: "principal" },
    { last: "evil_agent", winner: "principal" },
    { last: "evil_principal", winner: "agent" },
  );

  test("under symmetric bond, however many tiers ruled, the winner's share is the same", () => {
    fc.assert(
      fc.property(
        symmetricBondPot,
        won,
        ladder,
        flags,
        (pot, { last, winner }, rulings, chosen) => {
          const outcome = outcomeFor(pot, rowOfRuling({ outcome: last }), chosen);
          const free = settle(pot, pot.due, outcome, []);
          const costly = settle(pot, pot.due, outcome, rulingsFor(pot, rulings));
          expect(costly[winner]).toBe(free[winner]);
          expect(costly.charity).toBe(free.charity);
        },
      ),
      MANY,
    );
  });

  test("under court fees the oracle gets exactly the fees of the tiers that ruled", () => {
    fc.assert(
      fc.property(courtFeesPot, rulingOutcome, ladder, flags, (pot, last, rulings, chosen) => {
        const outcome = outcomeFor(pot, rowOfRuling({ outcome: last }), chosen);
        const { oracle } = settle(pot, pot.due, outcome, rulings);
        const ruledTiers = TIERS.map((tier) => rulings.some(({ bench }) => bench === tier));
        expect(oracle).toBe(sumOfAmounts(pot.tierFees.filter((_, tier) => ruledTiers[tier])));
      }),
      MANY,
    );
  });

  test("restitution moves money between charity and the victim and nowhere else", () => {
    fc.assert(
      fc.property(courtFeesPot, ladder, flags, (pot, rulings, chosen) => {
        const outcome = outcomeFor(pot, "ruled_evil_agent", chosen);
        const on = settle({ ...pot, restitution: true }, pot.due, outcome, rulings);
        const off = settle({ ...pot, restitution: false }, pot.due, outcome, rulings);
        expect(on.principal).toBeGreaterThanOrEqual(off.principal);
        expect(on.principal - off.principal).toBe(off.charity - on.charity);
        expect([on.platform, on.oracle]).toEqual([off.platform, off.oracle]);
      }),
      MANY,
    );
  });
});
