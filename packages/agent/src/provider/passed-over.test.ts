import { expect, test } from "vitest";
import { PassedOver } from "./passed-over.ts";

test("a job with bad answers is looked at again later each time, and in the end no more", () => {
  const passedOver = new PassedOver();
  const waits: number[] = [];
  let nowMs = 0;
  while (waits.length < 7) {
    passedOver.forNow("a", nowMs);
    const begunMs = nowMs;
    while (passedOver.has("a", nowMs)) nowMs += 10_000;
    waits.push((nowMs - begunMs) / 10_000);
  }
  expect(waits).toEqual([1, 2, 4, 8, 16, 32, 60]);
  passedOver.forNow("a", nowMs);
  expect(passedOver.has("a", Number.MAX_SAFE_INTEGER)).toBe(true);
  expect(passedOver.has("b", nowMs)).toBe(false);
});
