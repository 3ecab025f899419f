/**
 * The files that a failure is about: those that its command and output name, and what these import.
 * Only files below the working tree count: a message can name any path.
 *
 * It is a guess from the text, cheap and bounded. A file that it misses is asked for.
 */
import { closeSync, openSync, readSync, realpathSync, statSync } from "node:fs";
import { basename, dirname, extname, join, resolve } from "node:path";
import { AROUND, POSITION } from "../shows/named-paths.ts";
import type { FailureText } from "./failure-text.ts";

const MAX_TEXT = 100_000;
const MAX_NAMES = 2_000;
const MAX_FILES = 60;
const MAX_BASES = 8;
const MAX_READ = 65_536;
const MAX_IMPORTS = 100;

/** Endings that an import may leave out. */
const ENDINGS = [
  ...["", ".ts", ".tsx", ".js", ".jsx", ".mjs", ".cjs", ".json", ".py", ".rs", ".rb", ".h", ".mk"],
  ...["/index.ts", "/index.js", "/__init__.py", "/mod.rs"],
];
const IMPORTING =
  /^\s*(?:#\s*include|import|from|export|require\w*|include\w*|source|use|mod|@import|load|-?include|\.)\b|\brequire\(|\bimport\(|\bfrom\s+["']/;
const QUOTED = /["'<]([^"'<>\n]{1,200})["'>]/g;
const MODULE = /^\s*(?:import|from|use|mod|-?include|source|\.)\s+([\w./-]{1,200})/;

export function failureFiles(
  { command, error }: FailureText,
  { workingTree, home }: { readonly workingTree: string; readonly home: string },
): ReadonlySet<string> {
  const tree = realpathSync(workingTree);
  // The scrub has removed the user's name from paths.
  const text = `${command}\n${error}`.slice(-MAX_TEXT);
  const names = text
    .replaceAll("[REDACTED:user-name]", basename(home))
    .split(AROUND)
    .slice(-MAX_NAMES)
    .map((name) => name.replace(POSITION, "").replace(/^file:\/\//, ""));
  const distinct = [...new Set(names)].filter((name) => /[\w]/.test(name));
  const bases = [tree, ...distinct.flatMap((name) => directoryAt(resolve(tree, name), tree))];
  const found = new Set<string>();
  for (const name of distinct) {
    for (const base of bases.slice(0, MAX_BASES)) add(found, resolve(base, name), tree);
  }
  for (const file of [...found]) {
    for (const path of importsOf(file, tree)) add(found, path, tree);
  }
  return found;
}

function add(found: Set<string>, path: string, tree: string): void {
  const real = found.size < MAX_FILES ? realFile(path) : null;
  if (real?.startsWith(`${tree}/`)) found.add(real);
}

/** Candidates; most of them do not exist. */
function importsOf(file: string, tree: string): readonly string[] {
  const lines = beginningOf(file).split("\n");
  const names = lines.filter((line) => IMPORTING.test(line)).flatMap(namesIn);
  const bases = [dirname(file), tree, join(tree, "include"), join(tree, "src")];
  return [...new Set(names)].slice(0, MAX_IMPORTS).flatMap((name) =>
    bases.flatMap((base) => {
      const path = resolve(base, name);
      const without = path.slice(0, path.length - extname(path).length);
      return [path, without].flatMap((one) => ENDINGS.map((ending) => `${one}${ending}`));
    }),
  );
}

/** Dotted and coloned modules name directories. */
function namesIn(line: string): readonly string[] {
  const quoted = [...line.matchAll(QUOTED)].map(([, name = ""]) => name);
  const module = MODULE.exec(line)?.[1];
  if (module === undefined) return quoted;
  const up = /^\.+/.exec(module)?.[0] ?? "";
  const rest = module.slice(up.length).replaceAll(/\.|::/g, "/");
  const relative = up.length > 1 ? `${"../".repeat(up.length - 1)}${rest}` : `./${rest}`;
  return [...quoted, module, relative];
}

function beginningOf(path: string): string {
  const file = openSync(path, "r");
  try {
    const bytes = Buffer.alloc(MAX_READ);
    return bytes.subarray(0, readSync(file, bytes)).toString("utf8");
  } finally {
    closeSync(file);
  }
}

function directoryAt(path: string, tree: string): readonly string[] {
  try {
    const real = realpathSync(path);
    return statSync(real).isDirectory() && real.startsWith(`${tree}/`) ? [real] : [];
  } catch (error) {
    return absent(error, []);
  }
}

/** Null if there is none. */
export function realFile(path: string): string | null {
  try {
    const real = realpathSync(path);
    return statSync(real).isFile() ? real : null;
  } catch (error) {
    return absent(error, null);
  }
}

const ABSENT = new Set(["ENOENT", "ENOTDIR", "EACCES", "EPERM", "ELOOP", "ENAMETOOLONG"]);

/** What cannot be reached counts as absent. */
function absent<T>(error: unknown, value: T): T {
  const { code = "" } = error as NodeJS.ErrnoException;
  if (ABSENT.has(code) || (error instanceof TypeError && code === "ERR_INVALID_ARG_VALUE")) {
    return value;
  }
  throw error;
}
