import fc from "fast-check";
import { expect, test } from "vitest";
import { gramOf } from "./gram.ts";
import {
  addString,
  firstOf,
  type GramIndex,
  gramIndex,
  isString,
  mayJoin,
  mayStandAt,
  nextOf,
  reachOf,
  SHORTEST_CONFIRMED,
  standsAt,
} from "./gram-index.ts";
import { mayReachOut } from "./gram-lists.ts";
import { type Text, textOf } from "./text.ts";

// Few letters, so that strings overlap, repeat themselves and share what they are found by.
const letters = fc.constantFrom("a", "b", "A", "1");
const string = fc.string({ unit: letters, minLength: SHORTEST_CONFIRMED, maxLength: 40 });
const strings = fc.uniqueArray(string, { minLength: 1, maxLength: 30 });
const whole = fc.string({ unit: letters, minLength: 0, maxLength: 200 });

function indexOf(all: readonly string[]): { index: GramIndex; numbers: Map<number, string> } {
  const index = gramIndex(undefined, 1, SHORTEST_CONFIRMED);
  const numbers = new Map<number, string>();
  for (const one of all) numbers.set(addString(index, textOf(one)), one);
  return { index, numbers };
}

/** Where the index finds which string. */
function found(index: GramIndex, numbers: Map<number, string>, text: Text): string[] {
  const places: string[] = [];
  for (let end = SHORTEST_CONFIRMED; end <= text.length; end += 1) {
    let number = firstOf(index, gramOf(text, end));
    for (; isString(number); number = nextOf(index, number)) {
      if (!mayStandAt(index, number, text, end) || !standsAt(index, number, text, 0, end)) continue;
      places.push(`${end - reachOf(index, number)} ${numbers.get(number)}`);
    }
  }
  return places.sort();
}

test("every string is found wherever it stands, and nowhere else", () => {
  fc.assert(
    fc.property(strings, whole, fc.nat(29), (all, around, which) => {
      const text = around + (all[which % all.length] ?? "") + around;
      const { index, numbers } = indexOf(all);
      const expected = all.flatMap((one) =>
        [...text].flatMap((_, at) => (text.startsWith(one, at) ? [`${at} ${one}`] : [])),
      );
      expect(found(index, numbers, textOf(text))).toEqual(expected.sort());
    }),
  );
});

test("what reaches over an edge of a span is never held to stay within it", () => {
  fc.assert(
    fc.property(string, fc.nat(40), fc.nat(40), (one, from, to) => {
      const [start, end] = [
        Math.min(from, to, one.length),
        Math.min(Math.max(from, to), one.length),
      ];
      fc.pre(end > start && (start > 0 || end < one.length));
      const { index } = indexOf([one]);
      const text = textOf(one);
      const reach = reachOf(index, 1);
      expect(mayReachOut(index.lists, gramOf(text, reach), reach, start, end)).toBe(true);
      expect(mayJoin(index, text, start) || mayJoin(index, text, end)).toBe(true);
    }),
  );
});

test("a list takes no more than its maximum", () => {
  const index = gramIndex();
  const alike = Array.from({ length: 10 }, (_, n) => textOf(`abab${"ab".repeat(20)}${n}`));
  const added = alike.filter((text) => isString(addString(index, text, 0, text.length, 2)));
  expect(added.length).toBe(4);
});
