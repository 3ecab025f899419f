import fc from "fast-check";
import { expect, test } from "vitest";
import { type Claim, shareOut } from "./share-out.ts";

const claim: fc.Arbitrary<Claim> = fc.record({
  overhead: fc.nat(200),
  length: fc.oneof(fc.nat(2_000), fc.nat(1_000_000)),
  weight: fc.nat(2),
});
const claims = fc.array(claim, { maxLength: 300 });
const share = fc.nat(60_000);

function cost(list: readonly Claim[], lengths: readonly (number | null)[]): number {
  return list.reduce((sum, { overhead }, index) => {
    const length = lengths[index];
    return length === null || length === undefined ? sum : sum + overhead + length;
  }, 0);
}

test("a share is never exceeded, and no text gets more than its length", () => {
  fc.assert(
    fc.property(share, claims, (room, list) => {
      const lengths = shareOut(room, list);
      expect(cost(list, lengths)).toBeLessThanOrEqual(room);
      expect(list.every(({ length }, index) => (lengths[index] ?? 0) <= length)).toBe(true);
    }),
  );
});

test("a text that is not left out gets its minimum, and is cut only if the share is full", () => {
  fc.assert(
    fc.property(share, claims, (room, list) => {
      const lengths = shareOut(room, list);
      for (const [index, { length }] of list.entries()) {
        const given = lengths[index];
        if (given === null || given === undefined) continue;
        expect(given).toBeGreaterThanOrEqual(Math.min(length, 600));
        if (given < Math.min(length, 12_000)) {
          // At most one character for each text is lost to rounding.
          expect(cost(list, lengths)).toBeGreaterThanOrEqual(room - list.length - given);
        }
      }
    }),
  );
});

test("the most important texts come first, and of those the newest", () => {
  const long = { overhead: 10, length: 5_000 };
  const list = [
    { ...long, weight: 2 },
    { ...long, weight: 0 },
    { ...long, weight: 2 },
  ];
  expect(shareOut(1_300, list)).toEqual([null, 640, 640]);
  expect(shareOut(700, list)).toEqual([null, 690, null]);
});
