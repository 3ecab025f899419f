import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { lostBy } from "../../packages/kernel/src/court/answers.ts";
import type { Bench, Ruling, RulingOutcome } from "../../packages/kernel/src/court/ruling.ts";
import type { Party } from "../../packages/kernel/src/identity/party.ts";
import { CREDIT } from "../../packages/kernel/src/money/asset.ts";
import { due, type PotParameters } from "../../packages/kernel/src/settlement/due.ts";
import type { Outcome, SeatRow } from "../../packages/kernel/src/settlement/outcome.ts";
import type { Cut, Pot, ScheduleName } from "../../packages/kernel/src/settlement/pot.ts";
import { settle, settleSeat } from "../../packages/kernel/src/settlement/settle.ts";
import { ROLES, type Role } from "../../packages/kernel/src/settlement/shares.ts";
import { settlementVectors } from "./settlement.ts";

type Amounts<Name extends string> = Readonly<Record<Name, string>>;

/** The fields of all schedules; each has its own. */
interface Parameters {
  readonly bounty: string;
  readonly judgeFee: string;
  readonly minBond: string;
  readonly tierFees: readonly string[];
  readonly platformFeeBps: string;
  readonly platformFeeMinimum: string;
  readonly cancelFeeBps: string;
  readonly hasCourt?: boolean;
  readonly restitution: boolean;
  readonly platformBps: string;
  readonly authorBps: string | null;
  readonly referrerBps: string | null;
  readonly stakes: Amounts<"principal" | "agent">;
}

interface PotFields {
  readonly name: string;
  readonly schedule: ScheduleName;
  readonly parameters: Parameters;
}

interface End {
  readonly held: Amounts<"principal" | "agent">;
  readonly outcome: Omit<Outcome, "price" | "leaversPaid"> & {
    readonly price: string | null;
    readonly leaversPaid: string;
  };
  readonly rulings: readonly { readonly outcome: RulingOutcome; readonly tier: Bench }[];
  readonly shares: Amounts<Role>;
}

interface Step {
  readonly shares: Amounts<Role>;
  readonly totals: Amounts<"deposited" | "paid" | "stillHeld">;
}

interface Chain extends PotFields {
  readonly steps: readonly (Step & {
    readonly seat: SeatRow;
    readonly held: End["held"];
    readonly leaversPaid: string;
  })[];
  readonly end: End & Step;
}

const PATH = join(import.meta.dirname, "../../spec/vectors/settlement.json");
const text = readFileSync(PATH, "utf8");
const file: { cases: (PotFields & End)[]; chains: Chain[] } = JSON.parse(text);

const common = { asset: CREDIT, rail: "ledger" } as const;

function share(bps: string | null): Cut | null {
  return bps === null ? null : { party: "nostr:0" as Party, bps: BigInt(bps) };
}

function parametersOf({ schedule, parameters }: PotFields): PotParameters {
  switch (schedule) {
    case "symmetric-bond":
      return {
        ...common,
        schedule,
        bounty: BigInt(parameters.bounty),
        judgeFee: BigInt(parameters.judgeFee),
        tierFees: parameters.tierFees.map(BigInt),
        platformFeeBps: BigInt(parameters.platformFeeBps),
        platformFeeMinimum: BigInt(parameters.platformFeeMinimum),
        cancelFeeBps: BigInt(parameters.cancelFeeBps),
      };
    case "court-fees":
      return {
        ...common,
        schedule,
        bounty: BigInt(parameters.bounty),
        minBond: BigInt(parameters.minBond),
        tierFees: parameters.tierFees.map(BigInt),
        platformFeeBps: BigInt(parameters.platformFeeBps),
        cancelFeeBps: BigInt(parameters.cancelFeeBps),
        restitution: parameters.restitution,
      };
    case "pay-after-verify":
      return {
        ...common,
        schedule,
        bounty: BigInt(parameters.bounty),
        platformBps: BigInt(parameters.platformBps),
        author: share(parameters.authorBps),
        referrer: share(parameters.referrerBps),
      };
    case "stake": {
      const { principal, agent } = parameters.stakes;
      return { ...common, schedule, due: { principal: BigInt(principal), agent: BigInt(agent) } };
    }
  }
}

function potOf(fields: PotFields): Pot {
  const parameters = parametersOf(fields);
  return { funds: "post", ...parameters, due: due(parameters, fields.parameters.hasCourt ?? true) };
}

function replayed(pot: Pot, { held, outcome, rulings }: End) {
  const price = outcome.price === null ? null : BigInt(outcome.price);
  return inText(
    settle(
      pot,
      { principal: BigInt(held.principal), agent: BigInt(held.agent) },
      { ...outcome, price, leaversPaid: BigInt(outcome.leaversPaid) },
      rulings.map(
        ({ outcome, tier }): Ruling => ({ outcome, bench: tier, against: lostBy(outcome) }),
      ),
    ),
  );
}

function inText(shares: Record<Role, bigint>): Record<string, string> {
  return Object.fromEntries(ROLES.map((role) => [role, shares[role].toString()]));
}

function sum(amounts: Readonly<Record<string, string>>): bigint {
  return Object.values(amounts).reduce((total, amount) => total + BigInt(amount), 0n);
}

test("the file is what the generator writes; run tools/write-vectors.ts", () => {
  expect(text === settlementVectors()).toBe(true);
});

test("every case divides as the file says, read back from the file", () => {
  for (const one of file.cases) {
    expect(replayed(potOf(one), one), one.name).toEqual(one.shares);
  }
});

test("every case pays out what it held", () => {
  for (const { name, held, shares } of file.cases) {
    expect(sum(shares), name).toBe(sum(held));
  }
});

describe("chains", () => {
  test("every seat and every end divides as the file says", () => {
    for (const chain of file.chains) {
      const pot = potOf(chain);
      for (const { seat, held, leaversPaid, shares } of chain.steps) {
        const divided = settleSeat(pot, BigInt(held.agent), seat, BigInt(leaversPaid));
        expect(inText(divided), chain.name).toEqual(shares);
      }
      expect(replayed(pot, chain.end), chain.name).toEqual(chain.end.shares);
    }
  });

  test("after each step what was deposited is paid or still held, at the end nothing is held", () => {
    for (const { name, steps, end } of file.chains) {
      const principal = BigInt(end.held.principal);
      let deposited = principal;
      let paid = 0n;
      for (const { held, shares, totals } of [...steps, end]) {
        deposited += BigInt(held.agent);
        paid += sum(shares);
        expect(totals, name).toEqual({
          deposited: deposited.toString(),
          paid: paid.toString(),
          stillHeld: (deposited - paid).toString(),
        });
        expect(deposited - paid, name).toBe(shares === end.shares ? 0n : principal);
      }
    }
  });

  test("show every way in which up to five agents can leave before the contract ends", () => {
    const ways = file.chains
      .filter(({ name }) => name.startsWith("symmetric-bond 0.5 XNO:"))
      .filter(({ end }) => end.outcome.row === "unclaimed")
      .map(({ steps }) => steps.map(({ seat }) => seat).join());
    expect(new Set(ways).size).toBe(2 + 4 + 8 + 16 + 32);
  });
});

describe("what the file contains", () => {
  const TIERS = ["district", "appeals", "supreme"];

  test.each(["symmetric-bond", "court-fees"] as const)("every ladder under %s", (schedule) => {
    const ladders = file.cases
      .filter((one) => one.schedule === schedule && one.rulings.length > 0)
      .filter(({ rulings }) => rulings.every(({ tier }, index) => tier === TIERS[index]))
      .map(({ rulings }) => rulings.map(({ outcome }) => outcome).join())
      .filter((ladder) => ladder !== "split");
    expect(new Set(ladders).size).toBe(6 + 36 + 216);
  });

  test("a name for every case and chain", () => {
    const names = [...file.cases, ...file.chains].map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
  });

  test("enough cases, in a file of a size that any reader can load", () => {
    expect(file.cases.length).toBeGreaterThanOrEqual(500);
    expect(text.length).toBeLessThan(2_500_000);
  });
});
