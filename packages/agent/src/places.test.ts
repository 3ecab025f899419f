import { freeTerms, sampleTerms, toySigner } from "@bazaar/testkit";
import { expect, test } from "vitest";
import { Places, usualPlaces } from "./places.ts";

const paidBy = (name: string) => sampleTerms({ principal: toySigner(name).party });
const freeOf = (name: string) => freeTerms({ principal: toySigner(name).party });

test.each([
  { contracts: 1, perPrincipal: 2, free: 1 },
  { contracts: 4, perPrincipal: 2, free: 2 },
  { contracts: 16, perPrincipal: 4, free: 8 },
])("$contracts places: $perPrincipal for one principal, $free without money", (limits) => {
  expect(usualPlaces(limits.contracts)).toEqual(limits);
});

test("one principal gets no more than its share, and its place back when one is over", async () => {
  const places = new Places({ contracts: 5, perPrincipal: 2, free: 2 });
  const one = await places.take(paidBy("p"));
  expect(await places.take(paidBy("p"))).not.toBeNull();
  expect(await places.take(paidBy("p"))).toBeNull();
  expect(await places.take(paidBy("q"))).not.toBeNull();
  one?.[Symbol.dispose]();
  expect(await places.take(paidBy("p"))).not.toBeNull();
});

test("contracts without money do not take the places of others", async () => {
  const places = new Places({ contracts: 4, perPrincipal: 4, free: 2 });
  expect(await places.take(freeOf("a"))).not.toBeNull();
  expect(await places.take(freeOf("b"))).not.toBeNull();
  expect(await places.take(freeOf("c"))).toBeNull();
  expect(await places.take(paidBy("d"))).not.toBeNull();
});

test("a contract that only waits makes room, but not for its own principal, and not every one", async () => {
  const places = new Places({ contracts: 2, perPrincipal: 1, free: 2 });
  const [first, second] = [await places.take(freeOf("a")), await places.take(freeOf("b"))];
  expect(places.isFull).toBe(true);
  for (const place of [first, first, second]) place?.setAside();
  expect(places.isFull).toBe(false);
  expect(places.isOpenTo(freeOf("a"))).toBe(false);
  const third = await places.take(freeOf("c"));
  expect(third).not.toBeNull();
  expect(places.isFull).toBe(true);
  for (const place of [first, second, third]) place?.[Symbol.dispose]();
  expect(places.isOpenTo(freeOf("a"))).toBe(true);
  for (const name of ["a", "b"]) expect(await places.take(freeOf(name))).not.toBeNull();
  expect(places.isFull).toBe(true);
});
