/** Values of strangers that do not fit into an entry. */
import type { Json } from "@bazaar/kernel";

export const TOO_LARGE: readonly { what: string; given: Json; exceeds: string }[] = [
  { what: "too long", given: { summary: "x".repeat(180_001) }, exceeds: "length" },
  { what: "too long once it is escaped", given: "\u0001".repeat(30_001), exceeds: "length" },
  { what: "too deep", given: deep(16), exceeds: "depth" },
];

function deep(levels: number): Json {
  return levels === 0 ? [] : [deep(levels - 1)];
}
