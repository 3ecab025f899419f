import { type Terms, termsJson } from "@bazaar/kernel";
import { freeTerms, PRINCIPAL } from "@bazaar/testkit";
import { expect, test } from "vitest";
import { SmallMarket } from "../test/small-market.ts";

async function posted(group: Terms["group"]) {
  const market = new SmallMarket();
  return market.act(PRINCIPAL, null, "post", { terms: termsJson(freeTerms({ group })) });
}

test("a contract of its own is posted", async () => {
  expect(await posted(null)).toMatchObject({ ok: true });
});

test.each(["race", "redundancy"] as const)("a %s is refused with a sentence", async (kind) => {
  expect(await posted({ id: "g", size: 2, kind })).toEqual({
    ok: false,
    refusal: {
      code: "unsupported_terms",
      dial: "rules",
      value: kind,
      because: "this market cannot close contracts as a group yet",
    },
  });
});
