/** All changes of a layer with their dangers, seen from one working tree. */
import {
  closeSync,
  constants,
  existsSync,
  openSync,
  readFileSync,
  realpathSync,
  statSync,
} from "node:fs";
import { homedir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { hasSameOwnerAndMode } from "../disk/disk-entry.ts";
import { bytesOf, isWithin, type RawPath, rawPath } from "../disk/raw-path.ts";
import { errorCode } from "../error-code.ts";
import { hasSameAttributes } from "./attributes.ts";
import type { Change, LayerDiff } from "./change.ts";
import { dangersOf } from "./dangers.ts";
import type { JudgedChange } from "./plan-commit.ts";

const MANIFEST = /\/(?:package|composer)\.json$/;
const MAX_MANIFEST_BYTES = 1_000_000n;
const HOOKS_PATH = /^[ \t]*hooksPath[ \t]*=[ \t]*"?([^"\n]+?)"?[ \t]*$/im;
const MAX_SETTINGS_BYTES = 1_000_000;

export function judgeChanges(
  { changes, hasAttributes }: LayerDiff,
  surroundings: { readonly workingTree: string; readonly path: string; readonly home?: string },
): JudgedChange[] {
  const workingTree = realpathSync(surroundings.workingTree);
  const context = {
    workingTree: rawPath(workingTree),
    programDirectories: programDirectories(surroundings.path, workingTree),
    hookDirectories: hookDirectories(workingTree),
    home: rawPath(real(surroundings.home ?? homedir())),
    // Only root can set them.
    areCapabilitiesUnknown: !hasAttributes && process.geteuid?.() === 0,
    removedInAll: changes.reduce((sum, { removed }) => sum + removed, 0),
    hasNewScripts,
  };
  return changes
    .filter((change) => isWithin(change.path, context.workingTree) || !isPassedThrough(change))
    .map((change) => ({ change, dangers: dangersOf(change, context) }));
}

/** An empty or relative entry means the current directory. */
function programDirectories(path: string, workingTree: string): RawPath[] {
  const written = path === "" ? [] : path.split(":").map((entry) => resolve(workingTree, entry));
  return [...new Set([...written, ...written.map(real)])].map(rawPath);
}

/** The hook directories from the settings of the repository around the working tree. */
function hookDirectories(workingTree: string): RawPath[] {
  const found: RawPath[] = [];
  for (let top = workingTree; ; top = dirname(top)) {
    const named = HOOKS_PATH.exec(settingsOf(join(top, ".git/config")))?.[1];
    if (named !== undefined) found.push(rawPath(real(resolve(top, named))));
    if (top === dirname(top)) return found;
  }
}

/** Empty if they cannot be read: git cannot read them either. */
function settingsOf(path: string): string {
  try {
    const stats = statSync(path);
    return stats.isFile() && stats.size <= MAX_SETTINGS_BYTES ? readFileSync(path, "utf8") : "";
  } catch (error) {
    if (errorCode(error) === "") throw error;
    return "";
  }
}

/** Where a path leads, as far as it exists. */
function real(path: string): string {
  return existsSync(path) ? realpathSync(path) : path;
}

/**
 * A directory in which a file was made and removed, as compilers do in `/tmp`. Outside the working
 * tree its new time is not worth a question.
 */
function isPassedThrough({ kind, before, after, attributes, attributesBefore }: Change): boolean {
  if (kind !== "meta" || before?.type !== "directory" || after === null) return false;
  return hasSameOwnerAndMode(before, after) && hasSameAttributes(attributes, attributesBefore);
}

/** A manifest that cannot be parsed counts: another program may parse it. */
function hasNewScripts({ path, source, before, after }: Change): boolean {
  if (!MANIFEST.test(path) || path.includes("/node_modules/")) return false;
  // A link's name does not say what is read through it.
  if (after?.type !== "file") return after?.type === "symlink";
  const now = after.size > MAX_MANIFEST_BYTES ? null : scriptsIn(source);
  const was = before?.type === "file" && before.size <= MAX_MANIFEST_BYTES ? scriptsIn(path) : "{}";
  return now === null || (now !== was && now !== "{}");
}

function scriptsIn(path: RawPath): string | null {
  const file = openSync(bytesOf(path), constants.O_RDONLY | constants.O_NOFOLLOW);
  try {
    const manifest: unknown = JSON.parse(readFileSync(file, "utf8"));
    if (typeof manifest !== "object" || manifest === null) return null;
    return JSON.stringify((manifest as { scripts?: unknown }).scripts ?? {});
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  } finally {
    closeSync(file);
  }
}
