/**
 * Parses TypeScript for the rules: syntax nodes and comments instead of lines of text, so that a
 * word inside a string or a comment is never mistaken for code.
 */
import { parseSync } from "vite";

export interface SyntaxNode {
  readonly type: string;
  readonly [field: string]: unknown;
}

interface Source {
  readonly nodes: readonly SyntaxNode[];
  readonly comments: readonly string[];
}

// The rules read the same file one after another: keep the last one.
let last: { readonly text: string; readonly source: Source } | undefined;

export function parseSource(text: string): Source {
  if (last?.text === text) return last.source;
  const parsed = parseSync("file.ts", text);
  const comments = parsed.comments.map((comment) => comment.value);
  const source = { nodes: collectNodes(parsed.program), comments };
  last = { text, source };
  return source;
}

/** Every module this file names: imports, re-exports, dynamic imports and type imports. */
export function importedModules(text: string): string[] {
  return parseSource(text).nodes.flatMap((node) => {
    const source = MODULE_NODES.has(node.type) ? node.source : undefined;
    return isNode(source) && typeof source.value === "string" ? [source.value] : [];
  });
}

const MODULE_NODES = new Set([
  "ImportDeclaration",
  "ExportNamedDeclaration",
  "ExportAllDeclaration",
  "ImportExpression",
  "TSImportType",
]);

export function isNode(value: unknown): value is SyntaxNode {
  return typeof value === "object" && value !== null && "type" in value;
}

/** The names in `a.b.c`, from the left, skipping calls and tagged templates. */
export function memberChain(node: unknown): string[] {
  if (!isNode(node)) return [];
  if (node.type === "Identifier") return [String(node.name)];
  if (node.type === "ChainExpression") return memberChain(node.expression);
  if (node.type === "CallExpression") return memberChain(node.callee);
  if (node.type === "TaggedTemplateExpression") return memberChain(node.tag);
  if (node.type !== "MemberExpression" || node.computed === true) return [];
  return [...memberChain(node.object), ...memberChain(node.property)];
}

function collectNodes(root: unknown): SyntaxNode[] {
  const found: SyntaxNode[] = [];
  const waiting: unknown[] = [root];
  while (waiting.length > 0) {
    const value = waiting.pop();
    if (typeof value !== "object" || value === null) continue;
    if (isNode(value)) found.push(value);
    waiting.push(...Object.values(value));
  }
  return found;
}
