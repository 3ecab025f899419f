/** Jobs for workers under test. */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { type Check, fields, type JsonObject, readCheck, readJob } from "@bazaar/kernel";
import { jobEnvelope, SAMPLE_JOBS } from "@bazaar/testkit";
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
    job: { schemaId, jobHash, payload, checks: checksOf(schemaId, payload), envelope },
    repository: null,
    timeoutMs: 60_000,
    signal: new AbortController().signal,
    recorder: UNRECORDED,
    ...changes,
  };
}

/** Of a request that has these fields, and otherwise those of the sample. */
function checksOf(schemaId: string, payload: JsonObject): readonly Check[] {
  const job = readJob(
    fields(jobEnvelope(schemaId, { ...SAMPLE_JOBS[schemaId]?.request, ...payload })),
  );
  const read = fields({ checks: job?.checks ?? [] });
  return read.array("checks", { max: 10 }, (items, at) => readCheck(items.object(at), () => null));
}

/** One commit without a parent, with these files, in a bundle. */
export async function bundleOf(files: Readonly<Record<string, string>>): Promise<Repository> {
  const directory = mkdtempSync(join(tmpdir(), "bundle-"));
  try {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(directory, path)), { recursive: true });
      writeFileSync(join(directory, path), text);
    }
    return bundleIn(directory);
  } finally {
    rmSync(directory, { recursive: true });
  }
}

/** The same of all files of a directory. */
export function bundleIn(directory: string): Repository {
  const git = (...args: readonly string[]) =>
    execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@b", ...args], {
      cwd: directory,
      encoding: "utf8",
    }).trim();
  git("init", "-q", "-b", "job");
  git("add", "-A");
  git("commit", "-q", "-m", "job");
  git("bundle", "create", "-q", "job.bundle", "refs/heads/job");
  return {
    bundle: readFileSync(join(directory, "job.bundle")),
    commit: git("rev-parse", "HEAD"),
  };
}
