/** `oa.sandbox_run.v1`: the commands of the request, one after another, as whoever checks them runs them. */
import { arch, release } from "node:os";
import type { JsonObject } from "@bazaar/kernel";
import {
  exceededLimit,
  MAX_PREVIEW_BYTES,
  type PreviewedRun,
  previewedRun,
  REPOSITORY,
  type Run,
  readSandboxRun,
  runCommands,
  type Sandbox,
  withinCheckLimits,
} from "@bazaar/work";
import type { PlaceSettings } from "../job-sandbox.ts";
import { stopWords } from "../stop-words.ts";
import { WorkPlace } from "../work-place.ts";
import { type Assignment, failed, type Worked } from "../worker.ts";
import { exitCodeOf } from "./command-result.ts";

export async function runJob(assignment: Assignment, settings: PlaceSettings): Promise<Worked> {
  const { job, repository, recorder, signal } = assignment;
  const asked = readSandboxRun(job.payload);
  if (typeof asked === "string") return failed(asked);
  // More than a check allows would be work that cannot pass.
  const opened = await WorkPlace.open(assignment, settings, withinCheckLimits(asked.limits));
  if (typeof opened === "string") return failed(opened);
  await using place = opened;
  const previews: PreviewedRun[] = [];
  const watched: Pick<Sandbox, "run"> = {
    async run(command) {
      const text = asked.commands[previews.length]?.cmd ?? "";
      return recorder.tool("Bash", { command: text }, async () => {
        const one = await previewedRun(command, (bounded) => place.run(bounded), MAX_PREVIEW_BYTES);
        previews.push(one);
        return one.run;
      });
    },
  };
  const start = repository === null ? "." : REPOSITORY;
  const runs = await runCommands(asked, watched, start, { leftMs: place.leftMs, signal });
  const stoppedBy = runs.at(-1)?.stoppedBy ?? null;
  if (stoppedBy !== null && exceededLimit(stoppedBy, asked.limits, true) === null) {
    return failed(`command ${runs.length} cannot be checked: ${stopWords(stoppedBy)}`);
  }
  const system = `Linux ${release()} ${arch()}`;
  const payload = {
    status: statusOf(runs),
    env_info: { image_digest: null, hostname: "sandbox", system_info: system },
    runs: previews.map((ran, at) => runJson(asked.commands[at]?.cmd ?? "", ran)),
    artifacts: [],
  };
  return { is: "done", payload, replay: null };
}

function statusOf(runs: readonly Run[]): string {
  if (runs.some(({ stoppedBy }) => stoppedBy === "time")) return "timeout";
  return runs.every(({ exitCode }) => exitCode === 0) ? "success" : "failed";
}

function runJson(cmd: string, { run, stdoutEnd, stderrEnd }: PreviewedRun): JsonObject {
  return {
    cmd,
    exit_code: BigInt(exitCodeOf(run)),
    duration_ms: BigInt(Math.round(run.durationMs)),
    stdout_sha256: run.stdoutSha256,
    stderr_sha256: run.stderrSha256,
    stdout_preview: stdoutEnd,
    stderr_preview: stderrEnd,
  };
}
