/** Jobs for workers under test. */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { JsonObject } from "@bazaar/kernel";
import type { Recorder } from "../recorder.ts";
import type { Assignment, Repository } from "../worker.ts";

const UNRECORDED: Recorder = {
  tool: (_, __, run) => run(),
  step: (_, __, run) => run(),
  verified: () => undefined,
};

export function assignment(
  schemaId: string,
  payload: JsonObject,
  changes: Partial<Assignment> = {},
): Assignment {
  const jobHash = `sha256:${"0".repeat(64)}`;
  const envelope = { schema_id: schemaId, schema_version: "1.0.0", job_hash: jobHash, payload };
  return {
    job: { schemaId, jobHash, payload, envelope },
    repository: null,
    timeoutMs: 60_000,
    signal: new AbortController().signal,
    recorder: UNRECORDED,
    ...changes,
  };
}

/** One commit without a parent, with these files, in a bundle. */
export async function bundleOf(files: Readonly<Record<string, string>>): Promise<Repository> {
  const directory = mkdtempSync(join(tmpdir(), "bundle-"));
  const git = (...args: readonly string[]) =>
    execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@b", ...args], {
      cwd: directory,
      encoding: "utf8",
    }).trim();
  try {
    git("init", "-q", "-b", "job");
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(directory, path)), { recursive: true });
      writeFileSync(join(directory, path), text);
    }
    git("add", "-A");
    git("commit", "-q", "-m", "job");
    git("bundle", "create", "-q", "job.bundle", "refs/heads/job");
    return {
      bundle: readFileSync(join(directory, "job.bundle")),
      commit: git("rev-parse", "HEAD"),
    };
  } finally {
    rmSync(directory, { recursive: true });
  }
}
