import { JUDGE, PRINCIPAL, SERVER, TEST_XNO, units } from "@bazaar/testkit";
import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../canonical/json.ts";
import { contractId } from "../../contract/contract-id.ts";
import { parseTerms } from "../../contract/parse-terms.ts";
import type { Terms } from "../../contract/terms.ts";
import { termsJson } from "../../contract/terms-json.ts";
import { TIERS } from "../../court/ruling.ts";
import { XNO } from "../../money/asset.ts";
import type { SymmetricBondPot } from "../../settlement/pot.ts";
import { fillTerms, type Offer } from "../offer.ts";
import type { BondMoney } from "./offer.ts";

const onLedger: BondMoney = {
  currency: "XNO",
  chain: "test",
  asset: TEST_XNO,
  rail: "ledger",
  bountyMinimum: units("0.19"),
  bountyMaximum: units("100"),
  tierFees: ["0.02", "0.05", "0.1"].map((fee) => units(fee)),
  platformFeeBps: 1_000n,
  platformFeeMinimum: units("0.002"),
  cancelFeeBps: 1_000n,
};

const onNano: BondMoney = {
  ...onLedger,
  chain: "nano",
  asset: XNO,
  rail: "nano",
  bountyMinimum: units("0.19", XNO),
  bountyMaximum: units("100", XNO),
  tierFees: ["0.02", "0.05", "0.1"].map((fee) => units(fee, XNO)),
  platformFeeMinimum: units("0.002", XNO),
};

const offer: Offer = {
  platform: SERVER.party,
  profiles: {
    "fix/2": { courts: [{ judge: JUDGE.party, tiers: TIERS }], money: [onLedger, onNano] },
  },
};

const author = { principal: PRINCIPAL.party, nonce: "0f".repeat(32) };
const task = { command: "make test" };
const judge = { pubkey: JUDGE.party };
const escrow = { bounty: "0.50", currency: "XNO", chain: "test" };

function filled(document: JsonObject): Terms {
  const terms = fillTerms("fix/2", document, author, offer);
  if (!terms.ok) throw new Error(JSON.stringify(terms.refusal));
  return terms.value;
}

describe("a document becomes complete terms", () => {
  const paid = filled({ task, judge, escrow, colour: "red" });

  test("with the market's court, fees and key, and the document as it was", () => {
    expect(paid).toMatchObject({
      principal: PRINCIPAL.party,
      platform: SERVER.party,
      agent: null,
      work: { kind: "command", spec: { command: "make test" } },
      checks: [{ method: "exit_code", expected: 0 }],
      court: { kind: "tiered", judge: JUDGE.party, tiers: TIERS },
      nonce: author.nonce,
      document: { task, judge, escrow, colour: "red" },
      pots: [
        {
          schedule: "symmetric-bond",
          rail: "ledger",
          bounty: units("0.5"),
          judgeFee: units("0.17"),
          due: { principal: units("0.67"), agent: units("0.67") },
        },
      ],
      rules: { profile: "fix/2", looksFirst: true, reopens: true, fundingSeconds: 60 },
    });
  });

  test("that every server accepts", () => {
    const documents = [
      { task },
      { task, escrow },
      { task, judge, escrow },
      { task, judge, escrow: { ...escrow, chain: "nano" } },
      { task, verification: [{ method: "output_match", pattern: "ok" }] },
    ];
    for (const document of documents) {
      const terms = filled(document);
      expect(parseTerms(termsJson(terms))).toEqual({ ok: true, value: terms });
    }
  });

  test("and has another id for everything the author chose", () => {
    const others = [
      filled({ task, judge, escrow }),
      filled({ task, judge, escrow: { ...escrow, bounty: "0.5" } }),
      filled({ task, judge, escrow, execution: { max_attempts: 4n } }),
      filled({ task, judge, escrow, terms: { cancellation: { grace_period: 0n } } }),
    ];
    expect(new Set([paid, ...others].map((filled) => contractId(filled))).size).toBe(5);
  });

  test("on a slow rail with longer windows", () => {
    const { rules } = filled({ task, judge, escrow: { ...escrow, chain: "nano" } });
    expect([rules.fundingSeconds, rules.reservationSeconds]).toEqual([600, 60]);
  });

  test("whose rules are the document's own where it has some", () => {
    const execution = {
      mode: "autonomous",
      max_attempts: 1n,
      investigation_rounds: 0n,
      investigation_rate: 9n,
      timeout: 30n,
      review_window: 61n,
    };
    expect(filled({ task, execution }).rules).toMatchObject({
      mode: "autonomous",
      maxAttempts: 1,
      investigationRounds: 0,
      investigationRateSeconds: 9,
      executionSeconds: 30,
      reviewSeconds: 61,
    });
  });
});

describe("free mode and a bounty without a court", () => {
  test("no escrow: nothing is held and investigating first is off", () => {
    const terms = filled({ task });
    expect(terms.pots).toEqual([]);
    expect(terms.court).toEqual({ kind: "none" });
    expect(terms.rules.looksFirst).toBe(false);
  });

  test("no judge: no judge fee, whatever the document says, and the agent stakes nothing", () => {
    const terms = filled({ task, escrow, judge: { pubkey: "", fee: "0.17" } });
    expect(terms.court).toEqual({ kind: "none" });
    expect(terms.pots).toMatchObject([
      { judgeFee: 0n, tierFees: [], due: { principal: units("0.5"), agent: 0n } },
    ]);
    expect(terms.rules.looksFirst).toBe(true);
  });
});

describe("the judge's fee", () => {
  const feeOf = (fee: string): bigint => {
    const [pot] = filled({ task, escrow, judge: { ...judge, fee } }).pots;
    return (pot as SymmetricBondPot).judgeFee;
  };

  test("may be more than the tiers cost, never less", () => {
    expect(feeOf("0.17")).toBe(units("0.17"));
    expect(feeOf("0.5")).toBe(units("0.5"));
    const less = fillTerms(
      "fix/2",
      { task, escrow, judge: { ...judge, fee: "0.169999999" } },
      author,
      offer,
    );
    expect(less).toMatchObject({
      refusal: { field: "contract.judge.fee", problem: "the tiers of this court cost 0.17" },
    });
  });

  test("is the cost of this court's own tiers", () => {
    const courts = [{ judge: JUDGE.party, tiers: TIERS.slice(0, 1) }];
    const small = { ...offer, profiles: { "fix/2": { courts, money: [onLedger] } } };
    const terms = fillTerms("fix/2", { task, escrow, judge }, author, small);
    expect(terms.ok && terms.value.pots).toMatchObject([
      { judgeFee: units("0.02"), tierFees: [units("0.02")] },
    ]);
  });
});

describe("what this market refuses", () => {
  const rows: { what: string; document: JsonObject; refusal: object }[] = [
    {
      what: "a judge it does not know",
      document: { task, escrow, judge: { pubkey: PRINCIPAL.party } },
      refusal: { code: "unsupported_terms", dial: "court" },
    },
    {
      what: "a judge that is not a key",
      document: { task, escrow, judge: { pubkey: "judge" } },
      refusal: { code: "malformed_party" },
    },
    {
      what: "a judge and no bounty",
      document: { task, judge },
      refusal: { code: "unsupported_terms", dial: "court" },
    },
    {
      what: "a currency it does not hold",
      document: { task, escrow: { ...escrow, currency: "DOGE" } },
      refusal: { code: "unsupported_terms", dial: "money", value: "DOGE on test" },
    },
    {
      what: "a chain it is not on",
      document: { task, escrow: { ...escrow, chain: "moon" } },
      refusal: { code: "unsupported_terms", dial: "money" },
    },
    {
      what: "a bounty too small",
      document: { task, escrow: { ...escrow, bounty: "0.189999999" } },
      refusal: { code: "malformed_terms", field: "contract.escrow.bounty" },
    },
    {
      what: "a bounty too large",
      document: { task, escrow: { ...escrow, bounty: "100.000000001" } },
      refusal: { code: "malformed_terms", field: "contract.escrow.bounty" },
    },
    {
      what: "a bounty that is not an amount",
      document: { task, escrow: { ...escrow, bounty: "1E0" } },
      refusal: { code: "malformed_terms", field: "contract.escrow.bounty" },
    },
    {
      what: "a fee that is not an amount",
      document: { task, escrow, judge: { ...judge, fee: "-1" } },
      refusal: { code: "malformed_terms", field: "contract.judge.fee" },
    },
    {
      what: "a broken document",
      document: {},
      refusal: { code: "malformed_terms", field: "contract.task" },
    },
  ];

  test.each(rows)("$what", ({ document, refusal }) => {
    expect(fillTerms("fix/2", document, author, offer)).toMatchObject({ ok: false, refusal });
  });

  test.each(["0.19", "100"])("but %s XNO is accepted", (bounty) => {
    expect(fillTerms("fix/2", { task, escrow: { ...escrow, bounty } }, author, offer).ok).toBe(
      true,
    );
  });

  test("a document without a chain gets the first money of that name", () => {
    const [pot] = filled({ task, escrow: { bounty: "1", currency: "XNO" } }).pots;
    expect(pot?.rail).toBe("ledger");
  });
});

test("a judge's key in capitals is the same judge", () => {
  const pubkey = `fix_${JUDGE.party.slice(4).toUpperCase()}`;
  expect(filled({ task, escrow, judge: { pubkey } }).court).toMatchObject({ judge: JUDGE.party });
});
