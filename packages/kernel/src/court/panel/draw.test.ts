/** The draw, against hashes that were computed here step by step. */
import { describe, expect, test } from "vitest";
import { sha256Hex } from "../../canonical/hash.ts";
import { drawOrder, drawSeed, nonceCommitment, voteCommitment } from "./draw.ts";

test("texts are joined without separators, except in a vote", () => {
  expect(nonceCommitment("n")).toBe(sha256Hex("n"));
  expect(drawSeed("p", "n", "s")).toBe(sha256Hex("pns"));
  expect(voteCommitment("c", "a", "mutual", "salt")).toBe(sha256Hex("VOTE|c|a|mutual|salt"));
});

describe("the order of a draw", () => {
  const first = sha256Hex("seed");
  const number = (link: string): number => Number.parseInt(link.slice(0, 8), 16);

  test.each([[[]], [["a"]]])("of %j is as it was", (pool) => {
    expect(drawOrder("seed", pool)).toEqual(pool);
  });

  test("of two is decided by one number", () => {
    const order = number(first) % 2 === 1 ? ["a", "b"] : ["b", "a"];
    expect(drawOrder("seed", ["a", "b"])).toEqual(order);
  });

  test("of three is decided by two, the second from the hash of the first", () => {
    const [at, then] = [number(first) % 3, number(sha256Hex(first)) % 2];
    const order = ["a", "b", "c"];
    [order[2], order[at]] = [order[at] ?? "", order[2] ?? ""];
    [order[1], order[then]] = [order[then] ?? "", order[1] ?? ""];
    expect(drawOrder("seed", ["a", "b", "c"])).toEqual(order);
  });

  test("leaves the pool alone, and has everybody once", () => {
    const pool = Array.from({ length: 40 }, (_, at) => at);
    const order = drawOrder("seed", pool);
    expect(order).not.toEqual(pool);
    expect(pool[0]).toBe(0);
    expect([...order].sort((one, other) => one - other)).toEqual(pool);
  });

  test("has no empty place", () => {
    const broken = "a place of the draw is empty";
    expect(() => drawOrder("seed", [undefined, undefined])).toThrow(broken);
    expect(() => drawOrder("seed", ["a", undefined])).toThrow(broken);
    expect(() => drawOrder("seed", [undefined, "b"])).toThrow(broken);
  });
});
