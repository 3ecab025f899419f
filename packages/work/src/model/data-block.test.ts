import { expect, test } from "vitest";
import { barred, cutBody, tagFor } from "./data-block.ts";

test("a tag that occurs in the text is not used", () => {
  const first = tagFor("seed", []);
  const second = tagFor("seed", [`| ${first}`]);
  const third = tagFor("seed", [`| ${first}`, `| x${second}x`]);
  expect(new Set([first, second, third]).size).toBe(3);
});

test("every line of a body has its bar, also the empty ones", () => {
  expect(barred("a\n\nb\n")).toBe("| a\n| \n| b\n| ");
});

test("a cut keeps the beginning and the end, and counts what it took", () => {
  const body = barred(`begin ${"x".repeat(500)} end`);
  const cut = cutBody(body, 140);
  expect(cut).toMatch(/^\| begin x+\n\[cut: [0-9]+ characters\]\n\| x+ end$/);
  expect(cut.length).toBeLessThanOrEqual(140);
  const lost = Number(/cut: ([0-9]+)/.exec(cut)?.[1]);
  const xs = (text: string): number => text.split("x").length - 1;
  expect(xs(cut) - xs("characters") + lost).toBe(500);
});

test("where the end says more, more of it is kept", () => {
  const cut = cutBody(barred(`${"a".repeat(500)}${"z".repeat(500)}`), 340, 2);
  const [head = "", , tail = ""] = cut.split("\n");
  expect(tail.length).toBeGreaterThan(1.9 * head.length);
  expect(cut.length).toBeLessThanOrEqual(340);
});

test("what fits is not cut", () => {
  expect(cutBody("| abc", 5)).toBe("| abc");
});

test("a cut through a character leaves no half of it", () => {
  const body = barred("🙂".repeat(200));
  for (const length of [100, 101, 102, 103])
    expect(cutBody(body, length).isWellFormed()).toBe(true);
});
