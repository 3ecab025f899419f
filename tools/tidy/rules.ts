/**
 * The house rules that can be read off one file. Each rule is `(path, text) => problems`; a problem
 * is a sentence that says what to do. Paths are relative to the repository, with forward slashes.
 */
import { basename } from "node:path/posix";
import { importedModules, isNode, memberChain, parseSource, type SyntaxNode } from "./source.ts";

export type Rule = (path: string, text: string) => string[];

const MAX_LINES = 400;
const MAX_TEST_LINES = 600;

/** Files that may be longer, each with the reason. A line that is no longer needed fails. */
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
    return [`${lines} lines: split it by what it does, ${ceiling} is the ceiling`];
  }
  if (lines <= ceiling && isExcused) {
    return ["is short enough now: take it off the list of long files in tools/tidy/rules.ts"];
  }
  return [];
}

const VAGUE_NAME = /^(?:utils?|helpers?|common|misc|types?)(?:\.test)?(?:\.ts)?$/;

export const plainName: Rule = (path) =>
  path
    .split("/")
    .filter((part) => VAGUE_NAME.test(part))
    .map((part) => `"${part}" says nothing: name the file after the thing it does`);

const KEBAB = /^\.?[a-z0-9]+(?:[-.][a-z0-9]+)*$/;
const SHOUTED_PAGE = /^[A-Z]+(?:-[A-Z]+)*\.md$/;

export const kebabCase: Rule = (path) => {
  if (!/\.(?:ts|mjs|md)$/.test(path)) return [];
  return path
    .split("/")
    .filter((part) => !KEBAB.test(part) && !SHOUTED_PAGE.test(part))
    .map((part) => `"${part}" is not kebab-case: rename it, like act-name.ts`);
};

export const namedExports: Rule = (path, text) => {
  if (!path.endsWith(".ts")) return [];
  const isRootConfig = /^[^/]+\.config\.ts$/.test(path);
  return parseSource(text).nodes.flatMap((node) => {
    const isDefault =
      node.type === "ExportDefaultDeclaration" ||
      (node.type === "ExportSpecifier" && memberChain(node.exported)[0] === "default");
    if (isDefault && !isRootConfig) return ["has a default export: export it by name"];
    if (node.type === "ExportAllDeclaration") {
      return ["exports * : list the names, so that the public surface can be read"];
    }
    return [];
  });
};

/** An `index.ts` is the face of a package. Anywhere else it is a barrel. */
export function indexWhereExported(exportTargets: ReadonlySet<string>): Rule {
  return (path) =>
    basename(path) !== "index.ts" || exportTargets.has(path)
      ? []
      : ["no package exports this index.ts: import the files themselves, or add it to `exports`"];
}

export const importSpelling: Rule = (path, text) => {
  if (!path.endsWith(".ts")) return [];
  return importedModules(text)
    .filter((name) => name.startsWith("."))
    .flatMap((name) => {
      if (!/\.(?:ts|json)$/.test(name)) return [`imports "${name}": write the .ts ending`];
      if (basename(name) === "index.ts" && !isTest(path)) {
        return [`imports "${name}": import the file that owns the name, not the index`];
      }
      return [];
    });
};

const NAMELESS_NOTE = /\b(?:TODO|FIXME)\b(?!\([A-Za-z])/;

export const ownedNotes: Rule = (path, text) => {
  const prose = path.endsWith(".ts") ? parseSource(text).comments : [proseOf(path, text)];
  return prose.some((words) => NAMELESS_NOTE.test(words))
    ? ["leaves a note for nobody: do it now, or write TODO(name)"]
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
    (name) => `uses .${name} on a test: every test runs; test.skipIf is for what a machine lacks`,
  );
};

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
    return isSilent ? ["swallows an error: handle it by name, or let it through"] : [];
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

// Somebody's home, the home of root, a Windows profile, a checkout in a container.
const MACHINE_PATHS = [
  /(?<![\w.-])\/(?:home|Users)\/[\w.-]+/,
  /(?<![\w.-])\/root\//,
  /(?<![\w.-])\/work\/\w+/,
  /\b[A-Z]:\\+Users\\+/,
];

export const noMachinePaths: Rule = (_path, text) =>
  MACHINE_PATHS.flatMap((pattern) => pattern.exec(text)?.[0] ?? []).map(
    (found) => `mentions ${found}: it exists on one machine only; use a relative or temporary path`,
  );

/** A lock file that remembers one registry cannot be installed from another. */
export const portableLock: Rule = (path, text) =>
  basename(path) === "package-lock.json" && text.includes('"resolved": "http')
    ? ["names a registry: keep omit-lockfile-registry-resolved=true and write it again"]
    : [];

// What the compiler cannot see: these belong to the language itself, or hide behind its types.
const SURROUNDINGS = new Set(["Date", "Intl", "console", "globalThis", "process", "setTimeout"]);
// Their answers depend on the language of the machine.
const LOCALE_METHODS = new Set(["localeCompare", "toLocaleLowerCase", "toLocaleString"]);

/** The kernel gives the same answer on every machine: no clock, no dice, no surroundings. */
export const pureKernel: Rule = (path, text) => {
  if (!path.startsWith("packages/kernel/") || !path.endsWith(".ts") || isTest(path)) return [];
  const { nodes } = parseSource(text);
  const surroundings = nodes.flatMap((node) => {
    const [first, second] = memberChain(node);
    if (node.type === "MemberExpression" && first === "Math" && second === "random") {
      return ["Math.random"];
    }
    return impureName(node, nodes);
  });
  const platform = importedModules(text).filter((name) => name.startsWith("node:"));
  return [...new Set([...surroundings, ...platform])].map(
    (name) => `uses ${name}: the kernel has no clock, dice or surroundings; pass the value in`,
  );
};

function impureName(node: SyntaxNode, nodes: readonly SyntaxNode[]): string[] {
  if (node.type !== "Identifier") return [];
  const name = String(node.name);
  const isImpure = LOCALE_METHODS.has(name) || (SURROUNDINGS.has(name) && !isLabel(node, nodes));
  return isImpure ? [name] : [];
}

/** `state.process` and `{ process: 1 }` name a field; they reach for nothing. */
function isLabel(name: SyntaxNode, nodes: readonly SyntaxNode[]): boolean {
  return nodes.some(
    (node) =>
      node.computed !== true &&
      (node.property === name || (node.key === name && node.shorthand !== true)),
  );
}
