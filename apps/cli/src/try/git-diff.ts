/**
 * The difference between two texts, as `git diff` shows it. Git runs without any configuration and
 * outside every repository, because either could name a program to run. It is given copies, because
 * a file name that is not text cannot be passed to a program.
 */
import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { TemporaryDirectory } from "@bazaar/guard/temporary-directory";

const TIMEOUT_MS = 5_000;
const MAX_OUTPUT = 4_000_000;
const QUIET = ["--no-pager", "-c", "core.attributesFile=/dev/null", "-c", "core.fsmonitor="];
const DIFF = ["diff", "--no-index", "--no-ext-diff", "--no-textconv", "--no-color", "--text", "--"];

/** Null if git is missing or does not finish. */
export async function gitDiff(before: Buffer, after: Buffer): Promise<readonly string[] | null> {
  await using folder = await TemporaryDirectory.make("diff");
  const [was, is] = [join(folder.path, "before"), join(folder.path, "after")];
  try {
    writeFileSync(was, before);
    writeFileSync(is, after);
    const words = [...QUIET, ...DIFF, was, is];
    await promisify(execFile)("git", words, settings());
    return [];
  } catch (error) {
    const { code, stdout = "" } = error as { code?: unknown; stdout?: string };
    // It exits with 1 where there is a difference.
    if (code !== 1) return null;
    const lines = stdout.split("\n");
    return lines.slice(
      lines.findIndex((line) => line.startsWith("@@")),
      -1,
    );
  }
}

function settings() {
  const env = {
    PATH: process.env.PATH ?? "/usr/bin:/bin",
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_CONFIG_GLOBAL: "/dev/null",
    GIT_CEILING_DIRECTORIES: "/",
  };
  return { cwd: "/", env, timeout: TIMEOUT_MS, maxBuffer: MAX_OUTPUT };
}
