/** What the evidence of a run says: what the provider claims, and what a rerun of it showed. */
import { type Fields, fields, type Problem } from "../../canonical/fields.ts";
import { isJsonArray, isJsonObject, type Json } from "../../canonical/json.ts";

export const MAX_RUN_COMMANDS = 100;

const STATUSES = ["success", "failed", "timeout", "cancelled", "error"] as const;
/** What a provider writes for a command that did not end by itself. */
export const NO_EXIT_CODE = -1;
const MAX_EXIT_CODE = 255;

export interface ClaimedRun {
  /** The hash of the command: its text may be long, and the terms have it. */
  readonly cmdSha256: string;
  readonly exitCode: number;
  readonly stdoutSha256: string;
  readonly stderrSha256: string;
}

export interface ClaimedRuns {
  readonly runs: readonly ClaimedRun[];
  readonly status: (typeof STATUSES)[number];
}

export type RunEnd = Omit<ClaimedRun, "cmdSha256">;

/** Limits that a job names, by their fields; a rerun had all of them. */
const JOB_LIMITS = ["timeout_secs", "memory_mb", "disk_mb"] as const;

/** How a command ended when it was run again; null: it is not known, for no fault of the command. */
export type Rerun =
  | (RunEnd & {
      /** The result shows something else as the end of what it printed. */
      readonly previewDiffers: boolean;
    })
  | { readonly exceeds: (typeof JOB_LIMITS)[number] }
  | null;

export function readClaimedRuns(json: Json): ClaimedRuns | Problem {
  const read = fields(json, "result");
  const claimed = {
    runs: read.array("runs", { max: MAX_RUN_COMMANDS }, (items, at) => {
      const item = items.object(at);
      return { cmdSha256: item.hex("cmd_sha256", 64), ...readEnd(item, NO_EXIT_CODE) };
    }),
    status: read.oneOf("status", STATUSES),
  };
  return read.problem ?? claimed;
}

/** An item of another shape says nothing. */
export function readReruns(json: Json | undefined): readonly Rerun[] {
  if (!isJsonArray(json)) return [];
  return json.slice(0, MAX_RUN_COMMANDS).map((item) => {
    if (!isJsonObject(item)) return null;
    const { stopped_by: stoppedBy, exceeds, signal } = item;
    const limit = JOB_LIMITS.find((name) => name === exceeds);
    if (limit !== undefined) return { exceeds: limit };
    if (typeof stoppedBy === "string") return null;
    // Whoever ran it has no exit code to write either.
    const isSignal = typeof signal === "string" && item.exit_code === undefined;
    const read = fields(isSignal ? { ...item, exit_code: BigInt(NO_EXIT_CODE) } : item);
    const end = readEnd(read, isSignal ? NO_EXIT_CODE : 0);
    const previewDiffers = item.preview_differs === true;
    return read.problem === null ? { ...end, previewDiffers } : null;
  });
}

function readEnd(item: Fields, min: number): RunEnd {
  return {
    exitCode: item.integer("exit_code", { min, max: MAX_EXIT_CODE }),
    stdoutSha256: item.hex("stdout_sha256", 64),
    stderrSha256: item.hex("stderr_sha256", 64),
  };
}
