/**
 * The difference in text files, as `git diff` shows it. Git runs without anybody's settings and
 * outside every repository: neither may name a program for it to run.
 */
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { type JudgedChange, shownPath } from "@bazaar/guard/commit";
import { quoted } from "./show-changes.ts";

const MAX_FILES = 20;
const MAX_FILE_BYTES = 500_000n;
const MAX_LINES = 400;
const TIMEOUT_MS = 5_000;

const QUIET = ["--no-pager", "-c", "core.attributesFile=/dev/null", "-c", "core.fsmonitor="];
const DIFF = ["diff", "--no-index", "--no-ext-diff", "--no-textconv", "--no-color", "--"];

/** Null when there is no git. */
export async function textDiffs(
  judged: readonly JudgedChange[],
  workingTree: string,
): Promise<string[] | null> {
  const lines: string[] = [];
  const files = judged.map(({ change }) => change).filter(isComparable);
  for (const change of files.slice(0, MAX_FILES)) {
    const diff = await gitDiff(
      change.before === null ? "/dev/null" : shownPath(change.path),
      shownPath(change.source),
    );
    if (diff === null) return null;
    if (diff.length > 0) lines.push("", quoted(change.path, workingTree), ...diff);
  }
  const isCut = lines.length > MAX_LINES || files.length > MAX_FILES;
  return isCut ? [...lines.slice(0, MAX_LINES), "(the rest is not shown)"] : lines;
}

function isComparable({ kind, before, after, path }: JudgedChange["change"]): boolean {
  if (kind !== "add" && kind !== "modify") return false;
  if (after?.type !== "file" || after.size > MAX_FILE_BYTES) return false;
  if (before !== null && (before.type !== "file" || before.size > MAX_FILE_BYTES)) return false;
  // A name that is no text cannot be handed to a program as text.
  return /^[\x20-\x7e]+$/.test(path);
}

async function gitDiff(before: string, after: string): Promise<string[] | null> {
  try {
    await promisify(execFile)("git", [...QUIET, ...DIFF, before, after], settings());
    return [];
  } catch (error) {
    const { code, stdout } = error as { code?: string | number; stdout?: string };
    if (code === "ENOENT") return null;
    const lines = (stdout ?? "").split("\n");
    const first = lines.findIndex((line) => line.startsWith("@@"));
    return first === -1 ? [] : lines.slice(first, -1);
  }
}

function settings() {
  const env = {
    PATH: process.env.PATH ?? "/usr/bin:/bin",
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_CONFIG_GLOBAL: "/dev/null",
    GIT_CEILING_DIRECTORIES: "/",
  };
  return { cwd: "/", env, timeout: TIMEOUT_MS, maxBuffer: 4_000_000 };
}
