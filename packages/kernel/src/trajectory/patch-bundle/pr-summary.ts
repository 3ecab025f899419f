/** PR_SUMMARY.md: what a reviewer reads first. Everything that can be is taken from the trajectory. */
import type { SessionEnd } from "../event.ts";
import type { Trajectory } from "../read-replay.ts";
import { lastOf } from "../tool-use.ts";
import { parseUtcTime } from "../utc-time.ts";
import { markdownCode, markdownText } from "./markdown-text.ts";

export interface ChangedFile {
  readonly path: string;
  readonly linesChanged: number;
}

export interface PatchSummary {
  /** One sentence each. */
  readonly changes: readonly string[];
  /** Null if they are not known. */
  readonly files: readonly ChangedFile[] | null;
  readonly cost?: {
    readonly tokensIn: number;
    readonly tokensOut: number;
    readonly msats: bigint;
  };
  /** For a session that did not succeed. */
  readonly failure?: { readonly rootCause: string; readonly nextSteps: readonly string[] };
}

/** Lists are cut, and say so: a summary is for people. */
const MAX_LISTED = 500;

export function prSummary(trajectory: Trajectory, summary: PatchSummary): string {
  const { start, end } = trajectory;
  const sections = [
    ["# Patch Summary"],
    ["## Changes Made", "", ...bullets(summary.changes.map(markdownText))],
    ["## Files Modified", "", ...bullets(summary.files?.map(fileRow) ?? ["not recorded"])],
    ["## Verification", "", ...bullets(verificationRows(trajectory))],
    ["## Confidence", "", end.confidence.toFixed(2)],
    [
      "## Session",
      "",
      ...bullets([
        `ID: ${markdownCode(start.sessionId)}`,
        `Issue: ${start.issueNumber === null ? "none" : `#${start.issueNumber}`}`,
        `Duration: ${durationSeconds(trajectory)} s`,
        `Status: ${end.status}`,
      ]),
    ],
    ...costSection(summary),
    ...failureSection(end, summary),
  ];
  return sections.map((rows) => `${rows.join("\n")}\n`).join("\n");
}

function fileRow({ path, linesChanged }: ChangedFile): string {
  return `${markdownCode(path)}: ${linesChanged} ${linesChanged === 1 ? "line" : "lines"} changed`;
}

function verificationRows(trajectory: Trajectory): readonly string[] {
  const last = lastOf(trajectory, "Verification");
  return (last?.commands ?? []).map(
    (command, at) => `${markdownCode(command)}: ${last?.exitCodes[at] === 0 ? "PASS" : "FAIL"}`,
  );
}

function costSection({ cost }: PatchSummary): string[][] {
  if (cost === undefined) return [];
  const rows = [
    `Tokens in: ${cost.tokensIn}`,
    `Tokens out: ${cost.tokensOut}`,
    `Msats: ${cost.msats}`,
  ];
  return [["## Cost", "", ...bullets(rows)]];
}

function failureSection({ status }: SessionEnd, { failure }: PatchSummary): string[][] {
  if (failure === undefined || status === "Success") return [];
  const steps = failure.nextSteps.map((step) => `Next: ${markdownText(step)}`);
  return [
    ["## If Failed", "", ...bullets([`Root cause: ${markdownText(failure.rootCause)}`, ...steps])],
  ];
}

function bullets(rows: readonly string[]): readonly string[] {
  if (rows.length === 0) return ["- none"];
  const shown = rows.slice(0, MAX_LISTED).map((row) => `- ${row}`);
  return rows.length <= MAX_LISTED ? shown : [...shown, `- and ${rows.length - MAX_LISTED} more`];
}

/** To the next whole second below. */
function durationSeconds({ start, end }: Trajectory): number {
  const ms = (parseUtcTime(end.t)?.ms ?? 0) - (parseUtcTime(start.t)?.ms ?? 0);
  return Math.floor(ms / 1_000);
}
