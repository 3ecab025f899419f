import { expect, test } from "vitest";
import { memo } from "./memo.ts";

test("what was kept about an object is known of that object alone, and only by who kept it", () => {
  const lengths = memo<object, number>();
  const names = memo<object, string>();
  const [one, other] = [{ text: "a" }, { text: "a" }];
  expect(lengths.get(one)).toBeUndefined();
  lengths.set(one, 1);
  names.set(one, "one");
  expect([lengths.get(one), lengths.get(other), names.get(one)]).toEqual([1, undefined, "one"]);
  lengths.set(one, 2);
  expect([lengths.get(one), names.get(one)]).toEqual([2, "one"]);
});

test("nobody sees it, and a copy does not have it", () => {
  const lengths = memo<object, number>();
  const object = { text: "a" };
  lengths.set(object, 1);
  expect(Reflect.ownKeys(object)).toEqual(["text"]);
  expect(lengths.get({ ...object })).toBeUndefined();
  expect(lengths.get(structuredClone(object))).toBeUndefined();
  expect(object).toStrictEqual({ text: "a" });
});

test("of a frozen object nothing is kept, and nothing breaks", () => {
  const lengths = memo<object, number>();
  const object = Object.freeze({ text: "a" });
  lengths.set(object, 1);
  expect(lengths.get(object)).toBeUndefined();
});
