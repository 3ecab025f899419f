/**
 * What a rail can do follows from the kernel's table of custody. Code that asks for one rail by name
 * would treat the next rail of the same kind wrongly, and code that gives one where a rail is expected
 * has chosen for its operator.
 */
import { CUSTODY } from "@bazaar/kernel";
import { isTest, type Rule } from "./rules.ts";
import { isNode, memberChain, parseSource, type SyntaxNode } from "./source.ts";

const RAILS = new Set(Object.keys(CUSTODY));

/** Where a rail is made, and kinds of keys and ways to pay, some of which have a rail's name. */
const HOMES = [
  "packages/rails/",
  "packages/kernel/src/identity/",
  "packages/kernel/src/receipt/payment.ts",
];

/** Tests and tools play with rails of their choice. */
const PRODUCT = /^(?:packages\/(?!testkit\/)|apps\/)/;

export const noRailNames: Rule = (path, text) => {
  if (!path.endsWith(".ts") || isTest(path)) return [];
  if (HOMES.some((home) => path.startsWith(home))) return [];
  const { nodes } = parseSource(text);
  const asked = railsIn(nodes.flatMap(comparedTo));
  const chosen = PRODUCT.test(path) ? railsIn(nodes.flatMap(givenAsRail)) : [];
  return [
    ...asked.map((rail) => `asks whether a rail is ${rail}: ask CUSTODY what the rail does`),
    ...chosen.map((rail) => `chooses the rail ${rail}: take it from the settings or the terms`),
  ];
};

function railsIn(words: readonly string[]): readonly string[] {
  return [...new Set(words.filter((word) => RAILS.has(word)))];
}

/** The words given to a field `rail` or `rails`. */
function givenAsRail(node: SyntaxNode): readonly string[] {
  if (node.type !== "Property" || !isNode(node.key) || !isNode(node.value)) return [];
  if (!["rail", "rails"].includes(String(node.key.name))) return [];
  const { elements } = node.value;
  return (Array.isArray(elements) ? elements : [node.value]).flatMap(wordsOf);
}

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
