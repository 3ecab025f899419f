/** How receipts write a payment on each rail, as spec/receipts.md says it. */
import { readFileSync } from "node:fs";
import { SERVER } from "@bazaar/testkit";
import { expect, test } from "vitest";
import type { Leg } from "../contract/act.ts";
import type { ContractId } from "../contract/terms.ts";
import { BTC } from "../money/asset.ts";
import { RAIL_NAMES, type RailName } from "../settlement/pot.ts";
import { paymentOf } from "./payment.ts";

const PAGE = new URL("../../../../spec/receipts.md", import.meta.url);

function rowOf(rail: RailName): readonly string[] {
  const [, table = ""] = readFileSync(PAGE, "utf8").split("| rail of the pot |");
  const [rows = ""] = table.split("\n\n");
  const cells = rows.split("\n").map((row) => row.split("|").slice(1, -1));
  return cells.find(([rails = ""]) => rails.trim().split(", ").includes(rail)) ?? [];
}

test.each(RAIL_NAMES)("a payment on %s", (rail) => {
  const to = { role: "platform", party: SERVER.party, account: null } as const;
  const [contract, amount] = ["a".repeat(64) as ContractId, 1n];
  const leg: Leg = { key: "leg", contract, pot: 0, rail, asset: BTC, amount, to };
  const payment = paymentOf(leg, new Map([["leg", "proof"]]));
  const [, written, assetId = "", proof] = rowOf(rail);
  expect(written?.trim()).toBe(`\`${payment.rail}\``);
  expect(proof).toContain(`\`${payment.paymentProof?.type}\``);
  const [, fixed = ""] = /`([^`]+)`/.exec(assetId) ?? [];
  expect(payment.assetId.replace(BTC.code, "")).toBe(fixed);
});
