/**
 * What a rail can do follows from the kernel's table of custody. Code that asks for one rail by name
 * would treat the next rail of the same kind wrongly.
 */
import { CUSTODY } from "@bazaar/kernel";
import { isTest, type Rule } from "./rules.ts";
import { isNode, memberChain, parseSource, type SyntaxNode } from "./source.ts";

const RAILS = new Set(Object.keys(CUSTODY));

/** Where a rail is made, and kinds of keys, one of which has a rail's name. */
const HOMES = ["packages/rails/", "packages/kernel/src/identity/"];

export const noRailNames: Rule = (path, text) => {
  if (!path.endsWith(".ts") || isTest(path)) return [];
  if (HOMES.some((home) => path.startsWith(home))) return [];
  const asked = parseSource(text)
    .nodes.flatMap(comparedTo)
    .filter((word) => RAILS.has(word));
  return [...new Set(asked)].map(
    (rail) => `asks whether a rail is ${rail}: ask CUSTODY what the rail does`,
  );
};

function comparedTo(node: SyntaxNode): readonly string[] {
  if (node.type === "SwitchCase") return wordsOf(node.test);
  const isComparison = node.type === "BinaryExpression" && /^[!=]==?$/.test(String(node.operator));
  if (isComparison) return [...wordsOf(node.left), ...wordsOf(node.right)];
  const isList = node.type === "CallExpression" && memberChain(node.callee).at(-1) === "includes";
  return isList && Array.isArray(node.arguments) ? node.arguments.flatMap(wordsOf) : [];
}

function wordsOf(node: unknown): readonly string[] {
  return isNode(node) && node.type === "Literal" && typeof node.value === "string"
    ? [node.value]
    : [];
}
