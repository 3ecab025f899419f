/**
 * What differs from court to court is asked of the court. Code that compares its kind would treat the
 * next court as one of today's without a word. A switch that ends in `unreachable` is allowed: the
 * compiler names it.
 */
import { isTest, type Rule } from "./rules.ts";
import { memberChain, parseSource, type SyntaxNode } from "./source.ts";

const PRODUCT = /^(?:packages\/(?!testkit\/)|apps\/)/;

/** Courts themselves, and what documents state of one. */
const HOMES = [
  "packages/kernel/src/court/",
  "packages/kernel/src/profiles/statements.ts",
  "packages/kernel/src/profiles/job-1/job-1.ts",
];

export const noCourtKinds: Rule = (path, text) => {
  if (!path.endsWith(".ts") || isTest(path) || !PRODUCT.test(path)) return [];
  if (HOMES.some((home) => path.startsWith(home))) return [];
  const isAsked = parseSource(text).nodes.some(comparesKind);
  return isAsked ? ["asks what kind of court it is: ask the court, as in courts.ts"] : [];
};

function comparesKind({ type, operator, left, right }: SyntaxNode): boolean {
  if (type !== "BinaryExpression" || !/^[!=]==?$/.test(String(operator))) return false;
  return [left, right].some((side) => memberChain(side).slice(-2).join(".") === "court.kind");
}
