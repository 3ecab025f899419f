/** What matching one pattern of paths costs at worst, in steps of `judging-cost.ts`. */
import { invariant } from "../../invariant.ts";
import { type GlobNode, parseGlob } from "./parse-glob.ts";

export interface GlobCost {
  /** For each path: room for every state. */
  readonly states: number;
  /** For each character of a path. */
  readonly active: number;
}

/** Of a character that is compared with ranges. */
const STEPS_OF_CLASS = 4;

/** Of a pattern without a problem. */
export function globCost(pattern: string): GlobCost {
  const parsed = parseGlob(pattern);
  invariant("nodes" in parsed, "a pattern was used that has a problem");
  const { nodes } = parsed;
  // Up to the first node that can go on in several ways, one state is followed at a time.
  const first = nodes.findIndex(({ is }) => is !== "character" && is !== "class");
  const [before, after] = first < 0 ? [nodes, []] : [nodes.slice(0, first), nodes.slice(first)];
  return {
    states: sum(nodes),
    active: Math.max(1, ...before.map(steps)) + sum(after),
  };
}

function sum(nodes: readonly GlobNode[]): number {
  return nodes.reduce((all, node) => all + steps(node), 0);
}

function steps(node: GlobNode): number {
  switch (node.is) {
    case "class":
      return STEPS_OF_CLASS + node.ranges.length;
    case "directories":
      return 2;
    case "either":
      return 1 + node.options.reduce((all, option) => all + sum(option), 0);
    default:
      return 1;
  }
}
