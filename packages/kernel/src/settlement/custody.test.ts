import { describe, expect, test } from "vitest";
import { assetProblem } from "./custody.ts";
import type { RailName } from "./pot.ts";

describe("which rail counts which asset", () => {
  const schedules = {
    ledger: "symmetric-bond",
    nano: "symmetric-bond",
    evm: "court-fees",
    lightning: "pay-after-verify",
    bolt11: "pay-after-verify",
  } as const;
  const rows: { rail: RailName; code: string; decimals: number; is: string | null }[] = [
    { rail: "ledger", code: "XNO", decimals: 9, is: null },
    { rail: "ledger", code: "CREDIT", decimals: 9, is: null },
    { rail: "ledger", code: "a", decimals: 9, is: null },
    { rail: "ledger", code: "A234567890.23456", decimals: 9, is: null },
    ...[0, 6, 11].map((decimals) => ({
      rail: "ledger" as const,
      code: "BTC",
      decimals,
      is: null,
    })),
    ...[12, 30].map((decimals) => ({
      rail: "ledger" as const,
      code: "XNO",
      decimals,
      is: `ledger does not count XNO in ${decimals} decimals`,
    })),
    { rail: "ledger", code: "X NO", decimals: 9, is: "ledger does not carry X NO" },
    { rail: "ledger", code: "1NCH", decimals: 9, is: "ledger does not carry 1NCH" },
    { rail: "ledger", code: "XNÖ", decimals: 9, is: "ledger does not carry XNÖ" },
    { rail: "ledger", code: "RATING", decimals: 9, is: "RATING is not money" },
    { rail: "ledger", code: "RATING", decimals: 0, is: "RATING is not money" },
    { rail: "nano", code: "XNO", decimals: 30, is: null },
    { rail: "nano", code: "XNO", decimals: 29, is: "nano does not count XNO in 29 decimals" },
    { rail: "nano", code: "XRB", decimals: 30, is: "nano does not carry XRB" },
    { rail: "nano", code: "XNO2", decimals: 30, is: "nano does not carry XNO2" },
    { rail: "nano", code: "WXNO", decimals: 30, is: "nano does not carry WXNO" },
    { rail: "lightning", code: "BTC", decimals: 11, is: null },
    {
      rail: "lightning",
      code: "BTC",
      decimals: 8,
      is: "lightning does not count BTC in 8 decimals",
    },
    { rail: "lightning", code: "WBTC", decimals: 11, is: "lightning does not carry WBTC" },
    { rail: "lightning", code: "BTC.", decimals: 11, is: "lightning does not carry BTC." },
    { rail: "bolt11", code: "BTC", decimals: 11, is: null },
    { rail: "bolt11", code: "WBTC", decimals: 11, is: "bolt11 does not carry WBTC" },
    { rail: "bolt11", code: "BTC.", decimals: 11, is: "bolt11 does not carry BTC." },
    { rail: "bolt11", code: "BTC", decimals: 8, is: "bolt11 does not count BTC in 8 decimals" },
    ...[0, 6, 18].map((decimals) => ({
      rail: "evm" as const,
      code: "USDC",
      decimals,
      is: null,
    })),
    { rail: "evm", code: "USDC", decimals: 19, is: "evm does not count USDC in 19 decimals" },
    { rail: "evm", code: "US-DC", decimals: 6, is: "evm does not carry US-DC" },
    { rail: "evm", code: "RATING", decimals: 18, is: "RATING is not money" },
  ];

  test.each(rows)("$rail: $code in $decimals decimals: $is", ({ rail, code, decimals, is }) => {
    expect(assetProblem(rail, schedules[rail], { code, decimals })).toBe(is);
  });

  test.each([
    { code: "RATING", decimals: 0, is: null },
    { code: "RATING", decimals: 9, is: "a stake is held in RATING" },
    { code: "XNO", decimals: 9, is: "a stake is held in RATING" },
    { code: "XNO", decimals: 0, is: "a stake is held in RATING" },
  ])("a stake: $code in $decimals decimals: $is", ({ code, decimals, is }) => {
    expect(assetProblem("ledger", "stake", { code, decimals })).toBe(is);
  });
});
