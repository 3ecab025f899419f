/** The terms of simulated contracts: filled from documents, or put together from every dial. */
import {
  type Author,
  type CourtTerms,
  invariant,
  isReplayable,
  type Party,
  type Pot,
  panelTerms,
  potOf,
  RATING,
  rulesOf,
  type Terms,
  TIERS,
} from "@bazaar/kernel";
import { anyOnLedger, type Money, ON_NANO, oddAmount, oddFees, smallAmount } from "./amounts.ts";
import type { Keys } from "./keys.ts";
import { AGENTS, JUDGES } from "./people.ts";
import type { Random } from "./random.ts";
import { filledJob, filledTerms, randomChecked } from "./random-documents.ts";

const FILLED = ["fix/2", "escrow/1", "job/1", "job/1", "chat/1", "chat/1"] as const;

export function randomTerms(random: Random, keys: Keys, author: Author): Terms {
  const terms = random.chance(0.45)
    ? filledTerms(random.pick(FILLED), random, keys, author)
    : combinedTerms(random, keys, author);
  return inShort(terms);
}

/** Short, so that a world sees many cases to their end. */
const WINDOWS = {
  revealSeconds: 60,
  acceptanceSeconds: 120,
  evidenceSeconds: 60,
  votesSeconds: 120,
};

/** Beyond this, only the number of heartbeats would grow. */
const MAX_SECONDS = 900;

function inShort({ rules, court, ...terms }: Terms): Terms {
  const most = (seconds: number): number => Math.min(seconds, MAX_SECONDS);
  return {
    ...terms,
    court: court.kind === "panel" ? { ...court, ...WINDOWS } : court,
    rules: {
      ...rules,
      pickupSeconds: most(rules.pickupSeconds),
      turnSeconds: most(rules.turnSeconds),
      responseSeconds: most(rules.responseSeconds),
    },
  };
}

const KINDS = [
  "held at once",
  "held at once",
  "slow rail",
  "slow rail",
  "no court",
  "free",
  "court-fees",
  "pay-after-verify",
  "pay and stake",
  "panel",
  "panel",
  "at acceptance",
] as const;

type Kind = (typeof KINDS)[number];

function combinedTerms(random: Random, keys: Keys, author: Author): Terms {
  const kind = random.pick(KINDS);
  const { work, checks } = randomWork(random, keys, author);
  const mayReplay = isReplayable({ work, checks });
  const court = randomCourt(kind, random, keys, mayReplay);
  const mayReopen = kind !== "court-fees" && kind !== "at acceptance";
  return {
    version: 1,
    ...author,
    platform: keys.signer("server").party,
    agent: random.chance(0.1) ? keys.signer(random.pick(AGENTS)).party : null,
    group: null,
    work,
    checks,
    court,
    pots: randomPots(kind, random, court, keys),
    rules: rulesOf(kind === "court-fees" ? "escrow/1" : "fix/2", {
      mode: random.chance(0.3) ? "autonomous" : "supervised",
      looksFirst: kind === "free" ? false : random.chance(0.85),
      maxAttempts: 1 + random.below(3),
      maxAgents: 1 + random.below(5),
      // Small enough that looking is over in some contracts.
      maxFreeSeats: 1 + random.below(4),
      seatLookSeconds: random.pick([20, 180]),
      lookingSeconds: random.pick([40, 600]),
      investigationRateSeconds: random.below(3),
      reopens: mayReopen && random.chance(0.8),
    }),
    document: { task: { command: "make test" } },
  };
}

/** Often a job of some method of checking. */
function randomWork(random: Random, keys: Keys, author: Author): Pick<Terms, "work" | "checks"> {
  if (random.chance(0.7)) return filledJob(randomChecked(random), random, keys, author);
  const checks = [{ method: "exit_code", expected: 0 }] as const;
  return { work: { kind: "command", spec: { command: "make test" } }, checks };
}

function randomCourt(kind: Kind, random: Random, keys: Keys, mayReplay: boolean): CourtTerms {
  const none = (): CourtTerms =>
    mayReplay && random.chance(0.7) ? { kind: "none", replays: true } : { kind: "none" };
  const tiered = (): CourtTerms => ({
    kind: "tiered",
    judge: keys.signer(random.pick(JUDGES)).party,
    tiers: TIERS.slice(0, 1 + random.below(TIERS.length)),
  });
  const panel = (): CourtTerms => panelTerms(random.pick(["rating", "receipts"]));
  switch (kind) {
    case "panel":
      return panel();
    case "free":
    case "no court":
      return none();
    case "at acceptance":
    case "pay-after-verify":
      return random.pick([none, tiered, panel])();
    default:
      return tiered();
  }
}

function randomPots(kind: Kind, random: Random, court: CourtTerms, keys: Keys): readonly Pot[] {
  const author = (): Party => keys.signer(random.pick(AGENTS)).party;
  const stake = (): Pot => stakePot(random, "post");
  switch (kind) {
    case "free":
      return [];
    case "court-fees":
      return [courtFeesPot(random, court)];
    case "pay-after-verify":
      return [payAfterVerifyPot(random, author(), anyMoney(random), "post")];
    case "at acceptance":
      return [
        payAfterVerifyPot(random, author(), anyOnLedger(random), "accept"),
        stakePot(random, "accept"),
      ];
    case "panel":
      return random.pick([
        () => [stake()],
        () => [payAfterVerifyPot(random, author(), anyMoney(random), "post"), stake()],
        () => [bondPot(anyMoney(random), random, court), stake()],
      ])();
    case "pay and stake":
      return [bondPot(anyOnLedger(random), random, court), stake()];
    case "slow rail":
      return [bondPot(ON_NANO, random, court)];
    default:
      return [bondPot(anyOnLedger(random), random, court)];
  }
}

function anyMoney(random: Random): Money {
  return random.chance(0.3) ? ON_NANO : anyOnLedger(random);
}

function tiersIn(court: CourtTerms): number {
  return court.kind === "tiered" ? court.tiers.length : 0;
}

function bondPot(money: Money, random: Random, court: CourtTerms): Pot {
  const { asset } = money;
  const tierFees = oddFees(random, tiersIn(court), asset);
  const parameters = {
    schedule: "symmetric-bond" as const,
    ...money,
    bounty: oddAmount(random, asset),
    judgeFee: tierFees.reduce((sum, fee) => sum + fee, 0n),
    tierFees,
    platformFeeBps: 1_000n,
    platformFeeMinimum: smallAmount(asset),
    cancelFeeBps: 1_000n,
  };
  return potOf(parameters, court.kind !== "none");
}

function courtFeesPot(random: Random, court: CourtTerms): Pot {
  invariant(court.kind === "tiered", "court fees are paid to a court");
  const { asset, rail } = anyOnLedger(random);
  const parameters = {
    schedule: "court-fees" as const,
    asset,
    rail,
    bounty: oddAmount(random, asset),
    minBond: oddAmount(random, asset),
    tierFees: oddFees(random, tiersIn(court), asset),
    platformFeeBps: BigInt(random.below(3_000)),
    cancelFeeBps: 1_000n,
    restitution: random.chance(0.5),
  };
  return potOf(parameters, true);
}

function payAfterVerifyPot(random: Random, author: Party, money: Money, funds: Pot["funds"]): Pot {
  const parameters = {
    schedule: "pay-after-verify" as const,
    ...money,
    funds,
    bounty: oddAmount(random, money.asset),
    platformBps: 1_000n,
    author: random.chance(0.5) ? { party: author, bps: 1_500n } : null,
    referrer: null,
  };
  return potOf(parameters, true);
}

function stakePot(random: Random, funds: Pot["funds"]): Pot {
  const due = { principal: BigInt(random.below(50)), agent: BigInt(random.below(50)) };
  return potOf({ schedule: "stake", asset: RATING, rail: "ledger", funds, due }, true);
}
