import { expect, test } from "vitest";
import { fitBounty } from "./fit-bounty.ts";

const FEES = { tierFees: [20n, 50n, 100n], platformFeeBps: 1_000n };

test.each([
  { what: "errs in one of ten rulings", ...FEES, accuracyBps: 9_000n, is: 1_700n },
  { what: "errs in one of a hundred", ...FEES, accuracyBps: 9_900n, is: 18_700n },
  { what: "is as good as a coin", ...FEES, accuracyBps: 5_000n, is: 188n },
  { what: "is always wrong", ...FEES, accuracyBps: 0n, is: 0n },
  { what: "costs nothing", ...FEES, tierFees: [], accuracyBps: 9_900n, is: 0n },
  { what: "never errs", ...FEES, accuracyBps: 10_000n, is: null },
  { what: "leaves a liar nothing", ...FEES, platformFeeBps: 10_000n, accuracyBps: 1n, is: null },
])("a court that $what is fit for bounties up to $is", ({ accuracyBps, is, ...pot }) => {
  expect(fitBounty(pot, accuracyBps)).toBe(is);
});
