import { expect, test } from "vitest";
import { TestMarket } from "../../test/test-market.ts";
import { eventLine } from "./json-view.ts";

test("a posted contract carries what is held for it", async () => {
  await using stand = await TestMarket.open();
  const contract = await stand.post("make");
  const event = JSON.parse(eventLine({ type: "posted", contract, deposit: null }));
  expect(event).toMatchObject({ type: "posted", contract: contract.id, deposit: null });
  expect(event.held).toEqual([
    { asset: "XNO", principal: expect.stringMatching(/^0\.[1-9]/), agent: "0" },
  ]);
});
