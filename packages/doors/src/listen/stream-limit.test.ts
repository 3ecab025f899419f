import { expect, test } from "vitest";
import { StreamLimit } from "./stream-limit.ts";

test("an address has its share of all places, and gives each back once", () => {
  const limit = new StreamLimit({ streams: 3, streamsPerAddress: 2 });
  const first = limit.take("a");
  expect(limit.take("a").ok).toBe(true);
  expect(limit.take("a")).toMatchObject({ refusal: { code: "rate_limited" } });
  expect(limit.take("b").ok).toBe(true);
  expect(limit.take("c")).toMatchObject({ refusal: { code: "too_many_streams", limit: 3 } });
  if (!first.ok) throw new Error("refused");
  first.value();
  first.value();
  expect(limit.take("a").ok).toBe(true);
  expect(limit.take("c").ok).toBe(false);
});
