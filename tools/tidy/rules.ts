/**
 * Rules about single files. Each rule is `(path, text) => problems`; a problem says what is wrong and
 * what to do. Paths are relative to the repository, with forward slashes.
 */
import { basename } from "node:path/posix";
import { importedModules, isNode, memberChain, parseSource, type SyntaxNode } from "./source.ts";

export type Rule = (path: string, text: string) => string[];

const MAX_LINES = 400;
const MAX_TEST_LINES = 600;

/** Files that may be longer, each with its reason. An entry that is no longer needed fails. */
export const LONG_FILES: Readonly<Record<string, string>> = {};

export function isTest(path: string): boolean {
  return path.endsWith(".test.ts") || path.split("/").includes("test");
}

export function fileLength(
  path: string,
  text: string,
  longFiles: Readonly<Record<string, string>> = LONG_FILES,
): string[] {
  if (!path.endsWith(".ts")) return [];
  const lines = text.trimEnd().split("\n").length;
  const ceiling = isTest(path) ? MAX_TEST_LINES : MAX_LINES;
  const isExcused = path in longFiles;
  if (lines > ceiling && !isExcused) {
    return [`has ${lines} lines: split it, the limit is ${ceiling}`];
  }
  if (lines <= ceiling && isExcused) {
    return ["is short enough now: remove it from LONG_FILES in tools/tidy/rules.ts"];
  }
  return [];
}

const VAGUE_NAME = /^(?:utils?|helpers?|common|misc|types?)(?:\.test)?(?:\.ts)?$/;

export const plainName: Rule = (path) =>
  path
    .split("/")
    .filter((part) => VAGUE_NAME.test(part))
    .map((part) => `"${part}" is too vague: name the file after what it does`);

const KEBAB = /^\.?[a-z0-9]+(?:[-.][a-z0-9]+)*$/;
const SHOUTED_PAGE = /^[A-Z]+(?:-[A-Z]+)*\.md$/;

export const kebabCase: Rule = (path) => {
  if (!/\.(?:ts|mjs|md)$/.test(path)) return [];
  return path
    .split("/")
    .filter((part) => !KEBAB.test(part) && !SHOUTED_PAGE.test(part))
    .map((part) => `"${part}" is not in kebab-case: rename it (example: act-name.ts)`);
};

export const namedExports: Rule = (path, text) => {
  if (!path.endsWith(".ts")) return [];
  const isRootConfig = /^[^/]+\.config\.ts$/.test(path);
  return parseSource(text).nodes.flatMap((node) => {
    const isDefault =
      node.type === "ExportDefaultDeclaration" ||
      (node.type === "ExportSpecifier" && memberChain(node.exported)[0] === "default");
    if (isDefault && !isRootConfig) return ["has a default export: use a named export"];
    if (node.type === "ExportAllDeclaration") {
      return ["exports *: list the exported names"];
    }
    return [];
  });
};

/** An `index.ts` is a package's public interface; no other barrels. */
export function indexWhereExported(exportTargets: ReadonlySet<string>): Rule {
  return (path) =>
    basename(path) !== "index.ts" || exportTargets.has(path)
      ? []
      : ["is exported by no package: import the files directly, or add it to `exports`"];
}

export const importSpelling: Rule = (path, text) => {
  if (!path.endsWith(".ts")) return [];
  return importedModules(text)
    .filter((name) => name.startsWith("."))
    .flatMap((name) => {
      if (!/\.(?:ts|json)$/.test(name)) return [`imports "${name}": add the .ts ending`];
      if (basename(name) === "index.ts" && !isTest(path)) {
        return [`imports "${name}": import the defining file, not the index`];
      }
      return [];
    });
};

const NAMELESS_NOTE = /\b(?:TODO|FIXME)\b(?!\([A-Za-z])/;

export const ownedNotes: Rule = (path, text) => {
  const prose = path.endsWith(".ts") ? parseSource(text).comments : [proseOf(path, text)];
  return prose.some((words) => NAMELESS_NOTE.test(words))
    ? ["has a TODO without a name: do it now, or write TODO(name)"]
    : [];
};

function proseOf(path: string, text: string): string {
  if (!path.endsWith(".md")) return "";
  return text.replace(/^```.*?^```/gms, "").replace(/`[^`\n]*`/g, "");
}

const TEST_ROOTS = new Set(["test", "it", "describe", "suite", "bench"]);
const SWITCHED = new Set(["only", "skip", "todo"]);

export const everyTestRuns: Rule = (path, text) => {
  if (!isTest(path)) return [];
  const switched = parseSource(text)
    .nodes.filter((node) => node.type === "CallExpression")
    .flatMap((call) => {
      const [root, ...rest] = memberChain(call.callee);
      if (root === undefined || !TEST_ROOTS.has(root)) return [];
      return [...rest, ...optionNames(call)].filter((name) => SWITCHED.has(name));
    });
  return [...new Set(switched)].map(
    (name) => `uses .${name} on a test: use test.skipIf if a program may be missing`,
  );
};

/** A run prints the titles of skipped tests, so a title must say what is missing. */
export const skipsAreNamed: Rule = (path, text) => {
  if (!isTest(path)) return [];
  const calls = parseSource(text).nodes.filter(({ type }) => type === "CallExpression");
  const named = calls.filter(
    (call) => TEST_ROOTS.has(memberChain(call.callee)[0] ?? "") && namesItsNeed(call),
  );
  return calls
    .filter(({ callee }) => isNode(callee) && callee.type === "MemberExpression")
    .filter(({ callee }) => memberChain(callee).at(-1) === "skipIf")
    .filter((skip) => !named.some((call) => contains(call, skip)))
    .map(() => 'has a skipIf without "(needs …)" in its title or in the title of its describe');
};

function namesItsNeed({ arguments: args }: SyntaxNode): boolean {
  const [title] = Array.isArray(args) ? args : [];
  if (!isNode(title)) return false;
  // A title that a function returns cannot be read here.
  if (title.type === "CallExpression") return true;
  const quasis = Array.isArray(title.quasis) ? title.quasis : [];
  const text = quasis.map((part) => part.value.cooked).join("…");
  return /\(needs .+\)/.test(title.type === "Literal" ? String(title.value) : text);
}

function contains(outer: SyntaxNode, inner: SyntaxNode): boolean {
  return Number(outer.start) <= Number(inner.start) && Number(inner.end) <= Number(outer.end);
}

function optionNames(call: SyntaxNode): string[] {
  const options = Array.isArray(call.arguments) ? call.arguments : [];
  return options
    .filter((option) => isNode(option) && option.type === "ObjectExpression")
    .flatMap((option) => option.properties as unknown[])
    .flatMap((property) => (isNode(property) ? memberChain(property.key) : []));
}

export const noSwallowedErrors: Rule = (path, text) => {
  if (!path.endsWith(".ts")) return [];
  return parseSource(text).nodes.flatMap((node) => {
    const isSilent =
      (node.type === "CatchClause" && isEmptyBlock(node.body)) ||
      (node.type === "CallExpression" && catchesIntoNothing(node));
    return isSilent ? ["ignores an error: handle a specific one, or let it propagate"] : [];
  });
};

function catchesIntoNothing(call: SyntaxNode): boolean {
  if (memberChain(call.callee).at(-1) !== "catch") return false;
  const [handler] = call.arguments as unknown[];
  return isNode(handler) && isEmptyBlock(handler.body);
}

function isEmptyBlock(node: unknown): boolean {
  return isNode(node) && Array.isArray(node.body) && node.body.length === 0;
}

// Home folders on Linux, macOS and Windows, and a checkout in a container.
const MACHINE_PATHS = [
  /(?<![\w.-])\/(?:home|Users)\/[\w.-]+/,
  /(?<![\w.-])\/root\//,
  /(?<![\w.-])\/work\/\w+/,
  /\b[A-Z]:\\+Users\\+/,
];

export const noMachinePaths: Rule = (_path, text) =>
  MACHINE_PATHS.flatMap((pattern) => pattern.exec(text)?.[0] ?? []).map(
    (found) =>
      `contains ${found}, which exists on one machine only: use a relative or temporary path`,
  );

/** A lock file with a registry's address cannot be installed from another registry. */
export const portableLock: Rule = (path, text) =>
  basename(path) === "package-lock.json" && text.includes('"resolved": "http')
    ? ["names a registry: set omit-lockfile-registry-resolved=true and run npm install again"]
    : [];

// Globals that the kernel's compiler settings do not rule out.
const IMPURE_GLOBALS = new Set(["Date", "Intl", "console", "globalThis", "process", "setTimeout"]);
// Their results depend on the machine's language.
const LOCALE_METHODS = new Set(["localeCompare", "toLocaleLowerCase", "toLocaleString"]);

/** The kernel gives the same result on every machine: no clock, randomness or environment. */
export const pureKernel: Rule = (path, text) => {
  if (!path.startsWith("packages/kernel/") || !path.endsWith(".ts") || isTest(path)) return [];
  const { nodes } = parseSource(text);
  const globals = nodes.flatMap((node) => {
    const [first, second] = memberChain(node);
    if (node.type === "MemberExpression" && first === "Math" && second === "random") {
      return ["Math.random"];
    }
    return impureName(node, nodes);
  });
  const platform = importedModules(text).filter((name) => name.startsWith("node:"));
  return [...new Set([...globals, ...platform])].map(
    (name) => `uses ${name}: the kernel has no clock, randomness or environment; pass the value in`,
  );
};

function impureName(node: SyntaxNode, nodes: readonly SyntaxNode[]): string[] {
  if (node.type !== "Identifier") return [];
  const name = String(node.name);
  const isImpure =
    LOCALE_METHODS.has(name) || (IMPURE_GLOBALS.has(name) && !isFieldName(node, nodes));
  return isImpure ? [name] : [];
}

/** In `state.process` and `{ process: 1 }`, the name is a field. */
function isFieldName(name: SyntaxNode, nodes: readonly SyntaxNode[]): boolean {
  return nodes.some(
    (node) =>
      node.computed !== true &&
      (node.property === name || (node.key === name && node.shorthand !== true)),
  );
}
