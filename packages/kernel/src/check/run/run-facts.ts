/** What the evidence of a run says: what the provider claims, and what a rerun of it showed. */
import { type Fields, fields, type Problem } from "../../canonical/fields.ts";
import { isJsonArray, isJsonObject, type Json } from "../../canonical/json.ts";

export const MAX_RUN_COMMANDS = 100;

const STATUSES = ["success", "failed", "timeout", "cancelled", "error"] as const;
/** What a provider writes for a command that did not end by itself. */
const NO_EXIT_CODE = -1;
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

/** How a command ended when it was run again; null: it did not end by itself. */
export type Rerun = Omit<ClaimedRun, "cmdSha256"> | null;

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
    if (!isJsonObject(item) || typeof item.stopped_by === "string") return null;
    const read = fields(item);
    const end = readEnd(read, 0);
    return read.problem === null ? end : null;
  });
}

function readEnd(item: Fields, min: number): Omit<ClaimedRun, "cmdSha256"> {
  return {
    exitCode: item.integer("exit_code", { min, max: MAX_EXIT_CODE }),
    stdoutSha256: item.hex("stdout_sha256", 64),
    stderrSha256: item.hex("stderr_sha256", 64),
  };
}
