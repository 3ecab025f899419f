import fc from "fast-check";
import { expect, test } from "vitest";
import { chainJson } from "./chain-json.ts";
import { Float, type Json, parseJson } from "./json.ts";
import { isSameData } from "./same-data.ts";

/** So few different values that two of them are often the same. */
const { value } = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom<Json>(null, true, 0n, 1n, "", "a", "1", new Float(0), new Float(-0)),
    fc.array(tie("value"), { maxLength: 2 }),
    fc
      .array(fc.tuple(fc.constantFrom("a", "b", "0", "value", "__proto__"), tie("value")), {
        maxLength: 3,
      })
      .map((pairs) => Object.fromEntries(pairs)),
  ),
}));

test("two values are the same exactly if their canonical texts are", () => {
  let same = 0;
  fc.assert(
    fc.property(value, value, (one, other) => {
      const isSame = chainJson(one) === chainJson(other);
      if (isSame) same += 1;
      expect(isSameData(one, other)).toBe(isSame);
      expect(isSameData(other, one)).toBe(isSame);
    }),
    { numRuns: 5_000 },
  );
  expect(same).toBeGreaterThan(100);
});

test.each([
  { one: '{"a":1,"b":[{"c":2}]}', other: '{"b":[{"c":2}],"a":1}', isSame: true },
  { one: '{"a":1}', other: '{"a":1.0}', isSame: false },
  { one: '{"a":null}', other: '{"b":null}', isSame: false },
  { one: '{"a":null}', other: "{}", isSame: false },
  { one: '{"0":1}', other: "[1]", isSame: false },
  { one: "{}", other: "[]", isSame: false },
  { one: "0.0", other: "-0.0", isSame: false },
  { one: "1e1", other: "10.0", isSame: true },
  { one: "12345678901234567890", other: "12345678901234567890", isSame: true },
])("$one and $other are the same: $isSame", ({ one, other, isSame }) => {
  const [left, right] = [parseJson(one), parseJson(other)];
  expect(left.ok && right.ok && isSameData(left.value, right.value)).toBe(isSame);
});
