import { expect, test } from "vitest";
import { Rates } from "./rates.ts";
import { DEFAULT_SETTINGS } from "./settings.ts";

const REFUSED = { refusal: { code: "rate_limited", limit: "requests from one address" } };

function rates(requests: number): Rates {
  return new Rates({ ...DEFAULT_SETTINGS.limits, perAddress: { requests, seconds: 60 } });
}

test.each([
  { length: 0, counts: 0 },
  { length: 16_383, counts: 0 },
  { length: 16_384, counts: 1 },
  { length: 65_536, counts: 4 },
  { length: 524_288, counts: 32 },
])("a body of $length counts as $counts requests more", async ({ length, counts }) => {
  const enough = rates(counts + 1);
  expect(await enough.countLength("a", length)).toBeNull();
  expect(await enough.count("perAddress", "a"), "one more fits").toBeNull();
  expect(await enough.count("perAddress", "a")).toMatchObject(REFUSED);
  expect(await enough.count("perAddress", "b"), "others are others").toBeNull();
});

test("a body that is longer than all that is left is refused", async () => {
  const few = rates(3);
  expect(await few.countLength("a", 4 * 16_384)).toMatchObject(REFUSED);
});

test("thirty messages a minute are a conversation, and the next one is too many", async () => {
  const usual = new Rates(DEFAULT_SETTINGS.limits);
  for (let said = 0; said < 30; said += 1) {
    expect(await usual.count("talkPerIdentity", "a")).toBeNull();
  }
  expect(await usual.count("talkPerIdentity", "a")).not.toBeNull();
});
