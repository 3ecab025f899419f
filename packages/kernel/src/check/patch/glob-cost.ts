/**
 * What matching one pattern of paths costs at worst, in steps of `judging-cost.ts`.
 *
 * A part of a pattern between slashes is entered only where a name begins. So up to its first star or
 * brace one state of it is followed at a time, and from there any of them may be.
 */
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
const SLASH = 0x2f;

/** Of a pattern without a problem. */
export function globCost(pattern: string): GlobCost {
  const parsed = parseGlob(pattern);
  invariant("nodes" in parsed, "a pattern was used that has a problem");
  const { nodes } = parsed;
  return { states: sumOf(nodes), active: active(nodes) };
}

function active(nodes: readonly GlobNode[]): number {
  let all = 0;
  let one = 0;
  let isSpread = false;
  for (const node of nodes) {
    isSpread ||= node.is === "star" || node.is === "rest" || node.is === "either";
    if (isSpread) all += node.is === "either" ? eitherActive(node.options) : steps(node);
    else one = Math.max(one, steps(node));
    if (!endsName(node)) continue;
    all += one;
    one = 0;
    isSpread = false;
  }
  return all + one;
}

function eitherActive(options: readonly (readonly GlobNode[])[]): number {
  // The rest of an option that ends a name goes on beside what follows the braces.
  const most = (option: readonly GlobNode[]) =>
    option.some(endsName) ? sumOf(option) : active(option);
  return options.reduce((all, option) => all + most(option), 0);
}

function endsName(node: GlobNode): boolean {
  return node.is === "directories" || (node.is === "character" && node.code === SLASH);
}

function sumOf(nodes: readonly GlobNode[]): number {
  return nodes.reduce((all, node) => all + steps(node), 0);
}

function steps(node: GlobNode): number {
  switch (node.is) {
    case "class":
      return STEPS_OF_CLASS + node.ranges.length;
    case "directories":
      return 2;
    case "either":
      return 1 + node.options.reduce((all, option) => all + sumOf(option), 0);
    default:
      return 1;
  }
}
