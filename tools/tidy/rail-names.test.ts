import { describe, expect, test } from "vitest";
import { noRailNames } from "./rail-names.ts";

const ELSEWHERE = "packages/market/src/record-act.ts";

describe("a rail may not be asked for by its name", () => {
  test.each([
    'if (leg.rail === "ledger") return;',
    'const slow = pots.filter(({ rail }) => "nano" !== rail);',
    'switch (rail) { case "bolt11": break; }',
    'if (rail == "evm") {}',
    'const isFast = ["a", rail].includes("lightning");',
  ])("%s", (text) => {
    expect(noRailNames(ELSEWHERE, text)).toHaveLength(1);
  });
});

describe("a rail may not be chosen in the product's code", () => {
  test.each(['const pot = { rail: "ledger" };', 'const notices = { rails: [x, "nano"] };'])(
    "%s",
    (text) => {
      expect(noRailNames(ELSEWHERE, text)).toHaveLength(1);
    },
  );
});

test.each([
  { path: ELSEWHERE, text: 'const pot = { rail: RAIL, chain: "nano" }; // rail === "ledger"' },
  { path: "tools/simulate/amounts.ts", text: 'const pot = { rail: "ledger" };' },
  { path: "packages/testkit/src/sample-terms.ts", text: 'const pot = { rail: "ledger" };' },
  { path: ELSEWHERE, text: 'const fits = rail === other.rail && role === "platform";' },
  { path: "packages/rails/src/ledger/ledger-rail.ts", text: 'name === "ledger";' },
  { path: "packages/market/src/x.test.ts", text: 'rail === "ledger";' },
])("may be said otherwise: $text in $path", ({ path, text }) => {
  expect(noRailNames(path, text)).toEqual([]);
});
