/**
 * The kernel keeps no state between calls. Top-level values of its modules are constant,
 * and their types say so: `as const`, `readonly …[]`, `Readonly…`, or one of our interfaces
 * (whose fields are readonly).
 */
import { isTest, type Rule } from "./rules.ts";
import { isNode, memberChain, parseSource, type SyntaxNode } from "./source.ts";

const COLLECTIONS = new Set(["Map", "Set", "Array", "Record", "Partial"]);

export const noModuleState: Rule = (path, text) => {
  if (!path.startsWith("packages/kernel/src/") || !path.endsWith(".ts") || isTest(path)) return [];
  const { nodes } = parseSource(text);
  const weak = nodes
    .flatMap((node) => (node.type === "Identifier" ? [String(node.name)] : []))
    .filter((name) => name === "WeakMap" || name === "WeakRef");
  return [
    ...new Set(weak.map((name) => `uses ${name}: pass what is remembered as a value instead`)),
    ...topLevelVariables(nodes).flatMap(problemOf),
  ];
};

interface Variable {
  readonly kind: string;
  readonly name: string;
  readonly type: unknown;
  readonly value: unknown;
}

function topLevelVariables(nodes: readonly SyntaxNode[]): readonly Variable[] {
  const program = nodes.find(({ type }) => type === "Program");
  return nodesIn(program?.body)
    .map((statement) => (isNode(statement.declaration) ? statement.declaration : statement))
    .filter(({ type }) => type === "VariableDeclaration")
    .flatMap(({ kind, declarations }) =>
      nodesIn(declarations).map(({ id, init }) => ({
        kind: String(kind),
        name: memberChain(id).join(),
        type: isNode(id) && isNode(id.typeAnnotation) ? id.typeAnnotation.typeAnnotation : null,
        value: init,
      })),
    );
}

function problemOf({ kind, name, type, value }: Variable): string[] {
  if (kind !== "const") return [`declares ${kind} ${name} at the top level: keep it in the caller`];
  if (hasPosition(value)) {
    return [`keeps the position of ${name} (flag g or y): write the expression where it is used`];
  }
  if (!isMutable(value) || isReadonly(type)) return [];
  return [`declares ${name} as data that can change: give it a readonly type, or "as const"`];
}

/** A new collection, or a literal, without a cast to something readonly. */
function isMutable(value: unknown): boolean {
  if (!isNode(value)) return false;
  if (value.type === "TSSatisfiesExpression") return isMutable(value.expression);
  if (value.type === "TSAsExpression") {
    return isMutable(value.expression) && !isReadonly(value.typeAnnotation);
  }
  if (value.type === "ArrayExpression" || value.type === "ObjectExpression") return true;
  if (value.type === "NewExpression") return true;
  if (value.type !== "CallExpression" || !isNode(value.callee)) return false;
  const { callee } = value;
  const [root] = memberChain(callee);
  return root === "Array" || root === "Object" || isMutable(callee.object);
}

function isReadonly(type: unknown): boolean {
  if (!isNode(type)) return false;
  if (type.type === "TSTypeOperator") return type.operator === "readonly";
  if (type.type === "TSMappedType") return type.readonly === true;
  if (type.type === "TSTypeLiteral") {
    return nodesIn(type.members).every((member) => member.readonly === true);
  }
  if (type.type !== "TSTypeReference") return false;
  const [name = ""] = memberChain(type.typeName);
  return !COLLECTIONS.has(name);
}

function hasPosition(value: unknown): boolean {
  if (!isNode(value) || value.type !== "Literal") return false;
  const { flags } = (value.regex ?? { flags: "" }) as { flags: string };
  return /[gy]/.test(flags);
}

function nodesIn(value: unknown): readonly SyntaxNode[] {
  return Array.isArray(value) ? value.filter(isNode) : [];
}
