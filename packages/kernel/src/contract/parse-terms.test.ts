/** The terms of a `post`: every bound, every combination, one spelling. */
import {
  AGENT,
  freeTerms,
  JUDGE,
  PRINCIPAL,
  RIVAL,
  samplePot,
  sampleTerms,
  TEST_XNO,
} from "@bazaar/testkit";
import { describe, expect, test } from "vitest";
import { chainJson } from "../canonical/chain-json.ts";
import { sha256Hex } from "../canonical/hash.ts";
import { Float, type Json, type JsonObject } from "../canonical/json.ts";
import type { Check } from "../check/kinds.ts";
import type { CourtTerms } from "../court/courts.ts";
import { BTC, ETH, RATING, XNO } from "../money/asset.ts";
import { type PotParameters, potOf } from "../settlement/due.ts";
import type { Pot, RailName } from "../settlement/pot.ts";
import { contractAlias, contractId } from "./contract-id.ts";
import { parseTerms } from "./parse-terms.ts";
import { NUMBER_RULE_NAMES, NUMBER_RULES } from "./rules.ts";
import type { Terms } from "./terms.ts";
import { termsJson } from "./terms-json.ts";

const usual = termsJson(sampleTerms());
type Path = readonly (string | number)[];

/** The same Json with one value put somewhere, or taken away. */
function put(json: Json | undefined, path: Path, value: Json | undefined): Json {
  const [first, ...rest] = path;
  if (first === undefined) return value ?? null;
  if (Array.isArray(json)) {
    return json.map((item, at) => (at === first ? put(item, rest, value) : item));
  }
  const inside = (json ?? {}) as JsonObject;
  const { [first]: old, ...others } = inside;
  if (rest.length === 0 && value === undefined) return others;
  return { ...inside, [first]: put(old, rest, value) };
}

/** "ok", or the field that was refused. */
function read(json: Json): string {
  const parsed = parseTerms(json);
  if (parsed.ok) return "ok";
  const { refusal } = parsed;
  if (refusal.code === "malformed_terms") return refusal.field;
  if (refusal.code !== "unsupported_terms") return refusal.code;
  return `unsupported ${refusal.dial} ${refusal.value}`;
}

const key = (digit: string): string => `fix_${digit.repeat(64)}`;
const tooLong = (length: number): JsonObject => ({ a: "x".repeat(length - 8) });

describe("each field", () => {
  const rows: { path: Path; value: Json | undefined; is?: string }[] = [
    { path: ["version"], value: 1n },
    ...[0n, 2n, "1", new Float(1), null].map((value) => ({
      path: ["version"],
      value,
      is: "terms.version",
    })),
    { path: ["principal"], value: key("a") },
    { path: ["principal"], value: key("A"), is: "terms.principal" },
    { path: ["principal"], value: "ada", is: "terms.principal" },
    { path: ["principal"], value: undefined, is: "terms.principal" },
    { path: ["platform"], value: null, is: "terms.platform" },
    { path: ["agent"], value: AGENT.party },
    { path: ["agent"], value: PRINCIPAL.party, is: "terms.agent" },
    { path: ["court", "judge"], value: PRINCIPAL.party, is: "terms.court.judge" },
    { path: ["agent"], value: 1n, is: "terms.agent" },
    { path: ["group"], value: { id: "g", size: 2n, kind: "race" } },
    { path: ["group"], value: { id: "g".repeat(200), size: 100n, kind: "redundancy" } },
    { path: ["group"], value: { id: "", size: 2n, kind: "race" }, is: "terms.group.id" },
    {
      path: ["group"],
      value: { id: "g".repeat(201), size: 2n, kind: "race" },
      is: "terms.group.id",
    },
    { path: ["group"], value: { id: "g", size: 1n, kind: "race" }, is: "terms.group.size" },
    { path: ["group"], value: { id: "g", size: 101n, kind: "race" }, is: "terms.group.size" },
    { path: ["group"], value: { id: "g", size: 2n, kind: "chain" }, is: "terms.group.kind" },
    ...["command", "patch", "review", "index", "run", "text"].map((kind) => ({
      path: ["work", "kind"],
      value: kind,
    })),
    { path: ["work", "kind"], value: "poem", is: "terms.work.kind" },
    { path: ["work", "spec"], value: "make", is: "terms.work.spec" },
    { path: ["work", "spec"], value: tooLong(100_000) },
    { path: ["work", "spec"], value: tooLong(100_001), is: "terms.work" },
    { path: ["document"], value: tooLong(100_000) },
    { path: ["document"], value: tooLong(100_001), is: "terms.document" },
    { path: ["document"], value: [], is: "terms.document" },
    { path: ["checks"], value: [], is: "terms.checks" },
    { path: ["checks"], value: new Array(10).fill({ method: "principal" }) },
    { path: ["checks"], value: new Array(11).fill({ method: "principal" }), is: "terms.checks" },
    { path: ["checks", 0, "expected"], value: 255n },
    { path: ["checks", 0, "expected"], value: 256n, is: "terms.checks[0].expected" },
    { path: ["checks", 0, "expected"], value: -1n, is: "terms.checks[0].expected" },
    { path: ["checks", 0], value: { method: "output_match", pattern: "|".repeat(400) } },
    {
      path: ["checks"],
      value: new Array(2).fill({ method: "output_match", pattern: "a".repeat(80) }),
      is: "terms.checks[1]",
    },
    {
      path: ["checks", 0],
      value: { method: "output_match", pattern: "|".repeat(401) },
      is: "terms.checks[0].pattern",
    },
    {
      path: ["checks", 0],
      value: { method: "output_match", pattern: "" },
      is: "terms.checks[0].pattern",
    },
    {
      path: ["checks", 0],
      value: { method: "output_match", pattern: "(?=a)" },
      is: "terms.checks[0].pattern",
    },
    {
      path: ["checks", 0],
      value: { method: "output_match", pattern: "\\pL{1000}" },
      is: "terms.checks[0]",
    },
    { path: ["checks", 0], value: { method: "vibes" }, is: "terms.checks[0].method" },
    { path: ["court", "judge"], value: "judge", is: "terms.court.judge" },
    { path: ["court", "kind"], value: "jury", is: "terms.court.kind" },
    { path: ["court", "tiers"], value: [], is: "terms.court.tiers" },
    { path: ["court", "tiers"], value: ["appeals", "supreme"], is: "terms.court.tiers[0]" },
    { path: ["court", "tiers"], value: ["district", "supreme"], is: "terms.court.tiers[1]" },
    {
      path: ["court", "tiers"],
      value: ["district", "appeals", "supreme", "supreme"],
      is: "terms.court.tiers",
    },
    { path: ["nonce"], value: "ab".repeat(32) },
    { path: ["nonce"], value: "AB".repeat(32), is: "terms.nonce" },
    { path: ["nonce"], value: "ab".repeat(31), is: "terms.nonce" },
    { path: ["rules", "profile"], value: "job/1" },
    { path: ["rules", "profile"], value: "fix/3", is: "terms.rules.profile" },
    { path: ["rules", "mode"], value: "autonomous" },
    { path: ["rules", "mode"], value: "wild", is: "terms.rules.mode" },
    { path: ["rules", "looks_first"], value: "no", is: "terms.rules.looks_first" },
    { path: ["rules", "reopens"], value: null, is: "terms.rules.reopens" },
    { path: ["pots"], value: {}, is: "terms.pots" },
    { path: [], value: null, is: "terms" },
    { path: [], value: [], is: "terms" },
  ];

  test.each(rows)("$path $is", ({ path, value, is = "ok" }) => {
    expect(read(put(usual, path, value))).toBe(is);
  });

  test.each(NUMBER_RULE_NAMES.map((name) => NUMBER_RULES[name]))("$wire: $min to $max", (rule) => {
    const { wire, min, max } = rule;
    const at = (value: Json): string => read(put(usual, ["rules", wire], value));
    expect([at(BigInt(min)), at(BigInt(max))]).toEqual(["ok", "ok"]);
    for (const wrong of [BigInt(min) - 1n, BigInt(max) + 1n, new Float(max), String(max)]) {
      expect(at(wrong)).toBe(`terms.rules.${wire}`);
    }
  });

  test.each(Object.keys(usual))("%s may not be missing", (field) => {
    expect(read(put(usual, [field], undefined))).toBe(`terms.${field}`);
  });
});

test.each([undefined, 2n])("version %s is refused with a sentence", (version) => {
  // Of another version nothing else is read: its fields may mean something else.
  const json = put(put(usual, ["version"], version), ["rules"], { colour: "red" });
  const parsed = parseTerms(json);
  const problem =
    version === undefined
      ? "expected a value, got nothing"
      : "expected 1, the only version that this program reads";
  expect(parsed).toEqual({
    ok: false,
    refusal: { code: "malformed_terms", field: "terms.version", problem },
  });
});

describe("equal terms have one spelling", () => {
  const rows: { how: string; path: Path; value: Json | undefined; is: string }[] = [
    {
      how: "a spare zero in the bounty",
      path: ["pots", 0, "bounty"],
      value: "0.50",
      is: "terms.pots",
    },
    {
      how: "a spare zero in a deposit",
      path: ["pots", 0, "deposits", "agent"],
      value: "0.670",
      is: "terms.pots",
    },
    { how: "a missing null", path: ["agent"], value: undefined, is: "terms.agent" },
    { how: "a field nobody knows", path: ["colour"], value: "red", is: "terms.colour" },
    { how: "one inside the rules", path: ["rules", "colour"], value: "red", is: "terms.rules" },
    { how: "one inside the work", path: ["work", "colour"], value: "red", is: "terms.work" },
    { how: "one inside a check", path: ["checks", 0, "colour"], value: "red", is: "terms.checks" },
    { how: "one inside the court", path: ["court", "colour"], value: "red", is: "terms.court" },
    { how: "one inside a pot", path: ["pots", 0, "colour"], value: "red", is: "terms.pots" },
    {
      how: "one inside an asset",
      path: ["pots", 0, "asset", "colour"],
      value: "red",
      is: "terms.pots",
    },
    {
      how: "one inside a group",
      path: ["group"],
      value: { id: "g", size: 2n, kind: "race", colour: "red" },
      is: "terms.group",
    },
  ];

  test.each(rows)("$how is refused", ({ path, value, is }) => {
    expect(read(put(usual, path, value))).toBe(is);
  });

  test("but the document and the spec keep unknown fields", () => {
    const odd = { colour: "red", "": [null, new Float(1), { constructor: 1n }] };
    const json = put(put(usual, ["document"], odd), ["work", "spec"], odd);
    const parsed = parseTerms(json);
    expect(parsed.ok && termsJson(parsed.value)).toEqual(json);
  });
});

describe("the id", () => {
  const other: Partial<Terms>[] = [
    { principal: RIVAL.party },
    { platform: RIVAL.party },
    { agent: AGENT.party },
    { group: { id: "g", size: 2, kind: "race" } },
    { group: { id: "g", size: 3, kind: "race" } },
    { work: { kind: "run", spec: { command: "make test" } } },
    { work: { kind: "command", spec: { command: "make" } } },
    { checks: [{ method: "exit_code", expected: 1 }] },
    { checks: [{ method: "principal" }] },
    { court: { kind: "tiered", judge: RIVAL.party, tiers: ["district", "appeals", "supreme"] } },
    { pots: [samplePot({ bounty: "0.51" })] },
    { pots: [samplePot({ rail: "nano" })] },
    { nonce: "01".repeat(32) },
    { document: {} },
    { document: { task: { command: "make test", error: "make: *** [test] Error 2" } } },
  ];
  const changed = [
    sampleTerms(),
    ...other.map((changes) => sampleTerms(changes)),
    ...NUMBER_RULE_NAMES.map((name) => {
      const { usual: ordinary, min, max } = NUMBER_RULES[name];
      return sampleTerms({ rules: { [name]: max > ordinary ? max : min } });
    }),
    sampleTerms({ rules: { mode: "autonomous" } }),
    sampleTerms({ rules: { looksFirst: false } }),
    sampleTerms({ rules: { reopens: false } }),
    sampleTerms({ rules: { profile: "job/1" } }),
  ];

  test("changes when anything changes", () => {
    expect(new Set(changed.map((terms) => contractId(terms))).size).toBe(changed.length);
  });

  test.each(changed)("is the hash of what the entry says", (terms) => {
    const json = termsJson(terms);
    const parsed = parseTerms(json);
    expect(parsed).toEqual({ ok: true, value: terms });
    expect(contractId(terms)).toBe(sha256Hex(chainJson(json)));
    expect(parsed.ok && contractId(parsed.value)).toBe(contractId(terms));
    expect(contractAlias(contractId(terms))).toBe(contractId(terms).slice(0, 32));
  });
});

const tiered = { kind: "tiered", judge: JUDGE.party, tiers: ["district"] } as const;
const none = { kind: "none" } as const;
const fees = { tierFees: [2n], platformFeeBps: 1_000n, cancelFeeBps: 1_000n };

function potFor(
  schedule: Pot["schedule"],
  rail: RailName,
  court: CourtTerms,
  asset = schedule === "stake" ? RATING : ASSETS[rail],
): Pot {
  const hasCourt = court.kind !== "none";
  const common = { asset, rail, bounty: 100n };
  const tierFees = hasCourt ? [2n] : [];
  const parameters: Record<Pot["schedule"], PotParameters> = {
    "symmetric-bond": {
      ...common,
      ...fees,
      schedule: "symmetric-bond",
      tierFees,
      judgeFee: hasCourt ? 2n : 0n,
      platformFeeMinimum: 0n,
    },
    "court-fees": {
      ...common,
      ...fees,
      schedule: "court-fees",
      tierFees,
      minBond: 5n,
      restitution: true,
    },
    "pay-after-verify": {
      ...common,
      schedule: "pay-after-verify",
      platformBps: 0n,
      author: null,
      referrer: null,
    },
    stake: { schedule: "stake", asset, rail, due: { principal: 1n, agent: 1n } },
  };
  return potOf(parameters[schedule], hasCourt);
}

const ASSETS = { ledger: TEST_XNO, nano: XNO, evm: ETH, lightning: BTC, bolt11: BTC };

function posted(
  pots: readonly Pot[],
  court: CourtTerms,
  rules: Partial<Terms["rules"]> = {},
): string {
  return read(termsJson(sampleTerms({ pots, court, rules: { reopens: false, ...rules } })));
}

/** Why the money is refused; null if it is taken. */
function because(pot: Pot, court: CourtTerms = none): string | null {
  const terms = sampleTerms({ pots: [pot], court, rules: { reopens: false } });
  const parsed = parseTerms(termsJson(terms));
  if (parsed.ok) return null;
  const { refusal } = parsed;
  if (refusal.code !== "unsupported_terms") return JSON.stringify(refusal);
  expect(refusal).toMatchObject({ dial: "money", value: `${pot.rail}/${pot.schedule}` });
  return refusal.because;
}

describe("which rail holds which schedule", () => {
  const rows: { rail: RailName; schedules: readonly Pot["schedule"][] }[] = [
    { rail: "ledger", schedules: ["symmetric-bond", "court-fees", "pay-after-verify", "stake"] },
    { rail: "nano", schedules: ["symmetric-bond", "pay-after-verify"] },
    { rail: "evm", schedules: ["court-fees"] },
    { rail: "lightning", schedules: ["pay-after-verify"] },
    { rail: "bolt11", schedules: ["pay-after-verify"] },
  ];
  const pairs = rows.flatMap(({ rail, schedules }) =>
    (["symmetric-bond", "court-fees", "pay-after-verify", "stake"] as const).map((schedule) => ({
      rail,
      schedule,
      is: schedules.includes(schedule) ? "ok" : `unsupported money ${rail}/${schedule}`,
    })),
  );

  test.each(pairs)("$schedule on $rail: $is", ({ rail, schedule, is }) => {
    expect(posted([potFor(schedule, rail, none)], none)).toBe(is);
  });
});

test.each([
  { rail: "ledger", schedule: "symmetric-bond", decimals: 30, is: "XNO in 30 decimals" },
  { rail: "nano", schedule: "symmetric-bond", decimals: 9, is: "XNO in 9 decimals" },
  { rail: "evm", schedule: "court-fees", decimals: 19, is: "ETH in 19 decimals" },
  { rail: "lightning", schedule: "pay-after-verify", decimals: 8, is: "BTC in 8 decimals" },
  { rail: "ledger", schedule: "stake", decimals: 9, is: "a stake is held in RATING" },
] as const)("$schedule on $rail is not posted with $is", ({ rail, schedule, decimals, is }) => {
  const pot = potFor(schedule, rail, none, { ...ASSETS[rail], decimals });
  expect(because(pot)).toContain(is);
});

describe("the most a side may owe", () => {
  const ofPot = (pot: Pot, bounty: bigint): Pot => {
    const parameters = { ...pot, bounty } as PotParameters;
    return potOf(parameters, true);
  };
  const sixteenth = (2n ** 128n - 1n) / 16n;
  const rows: { rail: RailName; pot: Pot; most: bigint; text: string; fees: bigint }[] = [
    {
      rail: "ledger",
      pot: potFor("symmetric-bond", "ledger", tiered),
      most: 2n ** 61n,
      text: "ledger holds at most 2305843009.213693952 XNO",
      fees: 2n,
    },
    {
      rail: "nano",
      pot: potFor("symmetric-bond", "nano", tiered),
      most: sixteenth,
      text: "nano holds at most 21267647.932558653966460912964485513215 XNO",
      fees: 2n,
    },
    {
      rail: "evm",
      pot: potFor("court-fees", "evm", tiered),
      most: sixteenth,
      text: "evm holds at most 21267647932558653966.460912964485513215 ETH",
      fees: 2n,
    },
    {
      rail: "lightning",
      pot: potFor("pay-after-verify", "lightning", tiered),
      most: 2n ** 61n,
      text: "lightning holds at most 23058430.09213693952 BTC",
      fees: 0n,
    },
  ];

  test.each(rows)("on $rail is $most units", ({ pot, most, text, fees: owed }) => {
    expect(because(ofPot(pot, most - owed), tiered)).toBeNull();
    expect(because(ofPot(pot, most - owed + 1n), tiered)).toBe(text);
  });

  test.each(["principal", "agent"])("counts for the stake of either side: %s", (side) => {
    const stake = potFor("stake", "ledger", none);
    const owes = (amount: bigint): Pot => ({ ...stake, due: { ...stake.due, [side]: amount } });
    expect(because(owes(2n ** 61n))).toBeNull();
    expect(because(owes(2n ** 61n + 1n))).toBe("ledger holds at most 2305843009213693952 RATING");
  });
});

describe("which pots go together", () => {
  const stake = potFor("stake", "ledger", tiered, RATING);
  const bond = potFor("symmetric-bond", "ledger", tiered);
  const feesPot = potFor("court-fees", "ledger", tiered);
  const rows: {
    what: string;
    pots: readonly Pot[];
    court: CourtTerms;
    rules?: Partial<Terms["rules"]>;
    is: string;
  }[] = [
    { what: "pay and a stake", pots: [bond, stake], court: tiered, is: "ok" },
    { what: "two that pay", pots: [bond, bond], court: tiered, is: "unsupported money 2 pots" },
    { what: "two stakes", pots: [stake, stake], court: none, is: "unsupported money 2 pots" },
    { what: "three", pots: [bond, stake, stake], court: tiered, is: "terms.pots" },
    { what: "a stake alone, no court", pots: [stake], court: none, is: "ok" },
    {
      what: "a stake alone and a court",
      pots: [stake],
      court: tiered,
      is: "unsupported court tiered",
    },
    { what: "a court and nothing held", pots: [], court: tiered, is: "unsupported court tiered" },
    { what: "nothing at all", pots: [], court: none, is: "ok" },
    { what: "court fees that end with the agent", pots: [feesPot], court: tiered, is: "ok" },
    {
      what: "court fees that would reopen",
      pots: [feesPot],
      court: tiered,
      rules: { reopens: true },
      is: "unsupported rules reopens",
    },
    {
      what: "a bond that reopens",
      pots: [bond],
      court: tiered,
      rules: { reopens: true },
      is: "ok",
    },
  ];

  test.each(rows)("$what: $is", ({ pots, court, rules, is }) => {
    expect(posted(pots, court, rules)).toBe(is);
  });
});

describe("the amounts of a pot", () => {
  const most = (2n ** 128n - 1n) / 16n;
  const json = (pot: Pot, court: CourtTerms = tiered): JsonObject =>
    termsJson(sampleTerms({ pots: [pot], court, rules: { reopens: false } }));
  const bond = potFor("symmetric-bond", "nano", tiered);
  const change = (changes: Partial<PotParameters>): Json => {
    const parameters = { ...bond, ...changes } as Pot;
    return json(potOf(parameters, true));
  };
  const rows: { what: string; json: Json; is?: string }[] = [
    { what: "a bounty of one unit", json: change({ bounty: 1n }) },
    { what: "a bounty of nothing", json: change({ bounty: 0n }), is: "terms.pots[0].bounty" },
    {
      what: "a bounty that leaves no room for the fees",
      json: change({ bounty: most }),
      is: "unsupported money nano/symmetric-bond",
    },
    { what: "a larger one", json: change({ bounty: most + 1n }), is: "terms.pots[0].bounty" },
    { what: "a judge fee of just the tiers", json: change({ judgeFee: 2n }) },
    { what: "a judge fee above the tiers", json: change({ judgeFee: 3n }) },
    {
      what: "a judge fee below the tiers",
      json: change({ judgeFee: 1n }),
      is: "terms.pots[0].judge_fee",
    },
    {
      what: "a fee for each tier and one more",
      json: change({ tierFees: [1n, 1n] }),
      is: "terms.pots[0].tier_fees",
    },
    { what: "no fee for a tier", json: change({ tierFees: [] }), is: "terms.pots[0].tier_fees" },
    { what: "the whole bounty as platform fee", json: change({ platformFeeBps: 10_000n }) },
    {
      what: "more than the whole bounty",
      json: change({ platformFeeBps: 10_001n }),
      is: "terms.pots[0].platform_fee_bps",
    },
    { what: "half the bounty as cancel fee", json: change({ cancelFeeBps: 5_000n }) },
    {
      what: "more than half",
      json: change({ cancelFeeBps: 5_001n }),
      is: "terms.pots[0].cancel_fee_bps",
    },
    {
      what: "a deposit that is not due",
      json: put(json(bond), ["pots", 0, "deposits", "agent"], "101"),
      is: "terms.pots[0].deposits.agent",
    },
    {
      what: "a principal's deposit that is not due",
      json: put(json(bond), ["pots", 0, "deposits", "principal"], "1"),
      is: "terms.pots[0].deposits.principal",
    },
    {
      what: "an asset without a name",
      json: put(json(bond), ["pots", 0, "asset", "code"], ""),
      is: "terms.pots[0].asset.code",
    },
    {
      what: "an asset with a name too long",
      json: put(json(bond), ["pots", 0, "asset", "code"], "X".repeat(17)),
      is: "terms.pots[0].asset.code",
    },
    {
      what: "31 decimals",
      json: put(json(bond), ["pots", 0, "asset", "decimals"], 31n),
      is: "terms.pots[0].asset.decimals",
    },
    {
      what: "a rail nobody runs",
      json: put(json(bond), ["pots", 0, "rail"], "swift"),
      is: "terms.pots[0].rail",
    },
    {
      what: "a schedule nobody knows",
      json: put(json(bond), ["pots", 0, "schedule"], "tips"),
      is: "terms.pots[0].schedule",
    },
  ];

  test.each(rows)("$what $is", ({ json: given, is = "ok" }) => {
    expect(read(given)).toBe(is);
  });

  test("without a court there is no judge to pay", () => {
    const pot = { ...potFor("symmetric-bond", "ledger", none), judgeFee: 1n } as Pot;
    expect(read(json(pot, none))).toBe("terms.pots[0].judge_fee");
    expect(read(termsJson(freeTerms()))).toBe("ok");
  });

  test.each([
    { bps: [10_000n, 0n, 0n], is: "ok" },
    { bps: [7_000n, 2_000n, 1_000n], is: "ok" },
    { bps: [7_000n, 2_000n, 1_001n], is: "terms.pots[0].platform_bps" },
  ])("shares of $bps: $is", ({ bps: [platformBps = 0n, author = 0n, referrer = 0n], is }) => {
    const pot = {
      ...potFor("pay-after-verify", "ledger", none),
      platformBps,
      author: { party: RIVAL.party, bps: author },
      referrer: { party: AGENT.party, bps: referrer },
    } as Pot;
    expect(read(json(pot, none))).toBe(is);
  });

  test("court fees ask the larger of bond and tiers from the agent", () => {
    const pot = potFor("court-fees", "ledger", tiered);
    for (const [minBond, agent] of [
      [5n, 5n],
      [1n, 2n],
    ] as const) {
      const asked = potOf({ ...pot, minBond } as PotParameters, true);
      expect(asked.due).toEqual({ principal: 102n, agent });
      expect(read(json(asked))).toBe("ok");
    }
  });
});

test("every kind of check is written and read back", () => {
  const checks: Check[] = [
    { method: "exit_code", expected: 3 },
    { method: "output_match", pattern: "^ok$" },
    { method: "principal" },
  ];
  const terms = sampleTerms({ checks });
  expect(parseTerms(termsJson(terms))).toEqual({ ok: true, value: terms });
});
