/** Documents of every profile and offers that take them, filled in by the kernel itself. */
import {
  type Author,
  Float,
  fillTerms,
  formatAmount,
  invariant,
  type JsonObject,
  type Offer,
  type ProfileName,
  type Terms,
  TIERS,
  type Work,
} from "@bazaar/kernel";
import { LEDGER_ASSETS, type Money, ON_NANO, oddAmount, oddFees, smallAmount } from "./amounts.ts";
import { CHECK_PLAYS } from "./check-plays.ts";
import type { Keys } from "./keys.ts";
import { AGENTS, JUDGES } from "./people.ts";
import type { Random } from "./random.ts";

const ON_LEDGER: readonly Money[] = LEDGER_ASSETS.map((asset) => ({ asset, rail: "ledger" }));

/** The terms of a random document under a random offer. */
export function filledTerms(
  profile: ProfileName,
  random: Random,
  keys: Keys,
  author: Author,
): Terms {
  return filled(profile, DOCUMENTS[profile](random, keys), randomOffer(random, keys), author);
}

/** The terms of a job of this work. */
export function filledJob(work: JsonObject, random: Random, keys: Keys, author: Author): Terms {
  return filled("job/1", jobOf(work, random, keys), randomOffer(random, keys), author);
}

function filled(profile: ProfileName, document: JsonObject, offer: Offer, author: Author): Terms {
  const terms = fillTerms(profile, document, author, offer);
  invariant(terms.ok, `${profile}: ${terms.ok ? "" : JSON.stringify(terms.refusal)}`);
  return terms.value;
}

const DOCUMENTS: Readonly<Record<ProfileName, (random: Random, keys: Keys) => JsonObject>> = {
  "fix/2": (random, keys) => {
    const isFree = random.chance(0.2);
    const document = commandDocument(random);
    return isFree ? document : { ...document, ...paid(random, keys, [...ON_LEDGER, ON_NANO]) };
  },
  "escrow/1": (random, keys) => ({ ...commandDocument(random), ...paid(random, keys, ON_LEDGER) }),
  "job/1": jobDocument,
  "chat/1": proposal,
};

function randomOffer(random: Random, keys: Keys): Offer {
  const courts = JUDGES.map((judge) => ({
    judge: keys.signer(judge).party,
    tiers: TIERS.slice(0, 1 + random.below(TIERS.length)),
  }));
  const takes = ({ asset, rail }: Money) => ({
    currency: asset.code,
    chain: rail,
    asset,
    rail,
    bountyMinimum: 1n,
    bountyMaximum: 400n * 10n ** BigInt(asset.decimals),
  });
  const bps = (): bigint => BigInt(random.below(3_000));
  const cancelFeeBps = 1_000n;
  const onLedger = ON_LEDGER.map(takes);
  const everywhere = [...onLedger, takes(ON_NANO)];
  const bonds = everywhere.map((money) => ({
    ...money,
    tierFees: oddFees(random, TIERS.length, money.asset),
    platformFeeBps: bps(),
    platformFeeMinimum: smallAmount(money.asset),
    cancelFeeBps,
  }));
  const escrow = onLedger.map((money) => ({
    ...money,
    minBond: oddAmount(random, money.asset),
    tierFees: oddFees(random, TIERS.length, money.asset),
    platformFeeBps: bps(),
    cancelFeeBps,
  }));
  const shares = { platformBps: bps(), authorBps: bps(), referrerBps: bps() };
  const jobs = everywhere.map((money) => ({ ...money, ...shares }));
  const chat = onLedger.map((money) => ({ ...money, platformBps: bps() }));
  return {
    platform: keys.signer("server").party,
    profiles: {
      "fix/2": { courts, money: bonds },
      "escrow/1": { courts, money: escrow },
      "job/1": { courts, hasPanel: true, replays: random.chance(0.7), money: jobs },
      "chat/1": { hasPanel: random.chance(0.7), money: chat },
    },
  };
}

function commandDocument(random: Random): JsonObject {
  return {
    version: 2n,
    task: { command: "make test" },
    execution: {
      mode: random.pick(["supervised", "autonomous"]),
      max_attempts: BigInt(1 + random.below(3)),
      investigation_rate: BigInt(random.below(3)),
      review_window: BigInt(random.pick([60, 600])),
    },
    terms: { cancellation: { grace_period: BigInt(random.pick([0, 30])) } },
  };
}

function paid(random: Random, keys: Keys, options: readonly Money[]): JsonObject {
  const judge = random.pick([...JUDGES, null]) ?? null;
  return {
    escrow: stated(random, "bounty", options),
    ...(judge === null ? {} : { judge: { pubkey: keys.signer(judge).party } }),
  };
}

function stated(random: Random, name: string, options: readonly Money[]): JsonObject {
  const { asset, rail } = random.pick(options) ?? ON_NANO;
  const amount = formatAmount(oddAmount(random, asset), asset);
  return { [name]: amount, currency: asset.code, chain: rail };
}

type JobKind = Exclude<Work["kind"], "command" | "task">;

/** A kind of work without a line does not compile. */
const WORK: Readonly<Record<JobKind, { spec: JsonObject; check: JsonObject }>> = {
  run: { spec: { command: "make test" }, check: { method: "exit_code", expected: 0n } },
  patch: { spec: { commit: "c0ffee" }, check: { method: "exit_code", expected: 0n } },
  review: { spec: { diff: "-a" }, check: { method: "principal" } },
  index: { spec: { commit: "c0ffee" }, check: { method: "exit_code", expected: 0n } },
  text: { spec: { prompt: "a haiku" }, check: { method: "principal" } },
  schema: { spec: { schema: {} }, check: { method: "output_match", pattern: "^ok" } },
};

/** Of these only a run can be replayed, so it comes more often. */
const KINDS = ["run", "run", "run", ...(Object.keys(WORK) as JobKind[])] as const;

function plainJob(random: Random): JsonObject {
  const kind = random.pick(KINDS);
  const { spec, check } = WORK[kind];
  return { kind, spec, verification: [check] };
}

/** Of a job that a method checks, each as often as any other. */
export function randomChecked(random: Random): JsonObject {
  return random.pick(Object.values(CHECK_PLAYS))?.job ?? {};
}

function jobDocument(random: Random, keys: Keys): JsonObject {
  return jobOf(random.chance(0.7) ? randomChecked(random) : plainJob(random), random, keys);
}

/** A document with this work. */
function jobOf(work: JsonObject, random: Random, keys: Keys): JsonObject {
  const party = (): string => keys.signer(random.pick(AGENTS)).party;
  const court = random.pick<JsonObject>([
    {},
    {},
    { panel: true },
    { judge: keys.signer(random.pick(JUDGES)).party },
  ]);
  return {
    ...work,
    budget: stated(random, "amount", [...ON_LEDGER, ON_NANO]),
    ...court,
    ...(random.chance(0.2) ? { provider: party() } : {}),
    ...(random.chance(0.5) ? { author: party() } : {}),
    ...(random.chance(0.5) ? { referrer: party() } : {}),
    max_attempts: BigInt(1 + random.below(3)),
    review_window: BigInt(random.pick([60, 600])),
    // Not as long as the grace: which of two clocks ends first must not depend on a second.
    time_limit: BigInt(random.pick([50, 300])),
  };
}

/** Chat writes amounts as numbers, so they have few digits. */
function proposal(random: Random, keys: Keys): JsonObject {
  const { code, decimals } = random.pick(LEDGER_ASSETS);
  const hundredths = 1 + random.below(400);
  const amount = decimals === 0 ? BigInt(hundredths) : new Float(hundredths / 100);
  return {
    agent: keys.signer(random.pick(AGENTS)).party,
    task: "translate the page",
    ...(random.chance(0.7) ? { amount, currency: code } : {}),
    ...(random.chance(0.7) ? { expires: BigInt(30 + random.below(300)) } : {}),
    ...(random.chance(0.8) ? { elo_stake: BigInt(random.below(50)) } : {}),
  };
}
