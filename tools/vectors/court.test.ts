/** The vectors of a panel, computed again here without the kernel. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { drawOrder } from "../../packages/kernel/src/court/panel/draw.ts";
import { courtVectors } from "./court.ts";

interface Draw {
  readonly proposal: string;
  readonly nonce: string;
  readonly commitment: string;
  readonly server_nonce: string;
  readonly seed: string;
  readonly pool: readonly string[];
  readonly panel: readonly string[];
  readonly order: readonly string[];
}

interface Vote {
  readonly contract: string;
  readonly arbiter: string;
  readonly verdict: string;
  readonly salt: string;
  readonly commitment: string;
}

const PATH = join(import.meta.dirname, "../../spec/vectors/court.json");
const text = readFileSync(PATH, "utf8");
const { draws, votes } = JSON.parse(text) as { draws: Draw[]; votes: Vote[] };

const sha256 = (...texts: string[]): string => {
  const hash = createHash("sha256");
  for (const one of texts) hash.update(one, "utf8");
  return hash.digest("hex");
};

test("the file is what npm run vectors writes", () => {
  expect(text).toBe(courtVectors());
});

describe.each(draws)("the draw of $nonce from $pool.length", (draw) => {
  test("has the commitment and the seed of its texts", () => {
    expect(draw.commitment).toBe(sha256(draw.nonce));
    expect(draw.seed).toBe(sha256(draw.proposal, draw.nonce, draw.server_nonce));
  });

  test("is the pool in the order of a chain of hashes", () => {
    const links = [draw.seed];
    while (links.length < draw.pool.length) links.push(sha256(links.at(-1) ?? ""));
    const order = [...draw.pool];
    for (const [at, link] of links.slice(1).entries()) {
      const last = order.length - 1 - at;
      const other = Buffer.from(link, "hex").readUInt32BE(0) % (last + 1);
      [order[last], order[other]] = [order[other] ?? "", order[last] ?? ""];
    }
    expect(draw.order).toEqual(order);
    expect(draw.panel).toEqual(order.slice(0, 3));
  });
});

test("the draw is the one that agentchat's clients make", () => {
  const five = ["@a", "@b", "@c", "@d", "@e"];
  const seed = "862efdef8e337af383a5ecef3b82ee0dcc638ba8e5aca89f70bffcc0959792d1";
  expect(draws[0]?.seed).toBe(seed);
  expect(drawOrder(seed, five)).toEqual(["@c", "@a", "@e", "@d", "@b"]);
  const ten = [...five, "@f", "@g", "@h", "@i", "@j"];
  const other = sha256("prop_vector", "nonce", "server");
  expect(drawOrder(other, ten).slice(0, 3)).toEqual(["@b", "@a", "@j"]);
});

test.each(votes)("the vote $verdict is sealed with its contract, arbiter and salt", (vote) => {
  const { contract, arbiter, verdict, salt, commitment } = vote;
  expect(commitment).toBe(sha256(["VOTE", contract, arbiter, verdict, salt].join("|")));
});
