import { verifyTranscript } from "@bazaar/kernel";
import { AGENT, PRINCIPAL, sampleTerms, toyVerify } from "@bazaar/testkit";
import { expect, test } from "vitest";
import { SmallMarket } from "../../test/small-market.ts";
import { MAX_PAGE } from "../ports/store.ts";
import { exportTranscript } from "./export-transcript.ts";

test("a transcript longer than a page is exported whole", async () => {
  const market = new SmallMarket();
  const id = await market.atWork(sampleTerms({ rules: { maxMessages: 200 } }));
  for (let seq = 3; seq <= MAX_PAGE; seq += 1) {
    await market.must(seq % 2 === 0 ? AGENT : PRINCIPAL, id, "message", { message: `${seq}` });
  }
  const transcript = await exportTranscript(market.store, id);
  expect(transcript?.entries.map(({ seq }) => seq)).toEqual(
    Array.from({ length: MAX_PAGE + 1 }, (_, seq) => seq),
  );
  expect(transcript && verifyTranscript(transcript, toyVerify).ok).toBe(true);
});

test("an unknown contract has no transcript", async () => {
  const market = new SmallMarket();
  const id = await market.atWork();
  expect(await exportTranscript(new SmallMarket().store, id)).toBeNull();
});
