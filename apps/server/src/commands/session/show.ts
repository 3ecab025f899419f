/** `bazaar session show`: a trajectory in a few lines. */
import {
  chainJson,
  countsOf,
  Float,
  type JsonObject,
  outlineHash,
  parseUtcTime,
  type Trajectory,
  toolUses,
  trajectoryHash,
  wrongCounts,
} from "@bazaar/kernel";
import { sayLine } from "@bazaar/terminal";
import { readValidSession } from "./read-session-file.ts";
import { labelled, seconds, shown } from "./words.ts";

const MAX_TOOLS = 12;

export function showSession(file: string, { json = false }: { readonly json?: boolean }): void {
  const session = readValidSession(file);
  if (json) sayLine(chainJson(summaryJson(session)));
  else for (const [label, text] of summary(session)) sayLine(labelled(label, text));
}

function summary(session: Trajectory): readonly (readonly [string, string])[] {
  const { header, start, end, redacted } = session;
  const { toolCalls, latencyMs, averageStepUtility } = countsOf(session);
  const answered = toolUses(session).length;
  const checks = session.events.findLast((event) => event.event === "Verification");
  return [
    ["session", shown(start.sessionId)],
    ["producer", shown(header.producer)],
    ["issue", start.issueNumber === null ? "none" : String(start.issueNumber)],
    ["policy", shown(start.policyBundleId)],
    ["started", start.t],
    ["ended", `${end.t}, after ${seconds(durationMs(session))}`],
    ["status", `${end.status}, confidence ${end.confidence}`],
    ["tool calls", `${toolCalls}, ${answered} answered, ${latencyMs} ms together`],
    ...tools(session).map(([tool, count]) => ["", `${count} × ${shown(tool)}`] as const),
    ["utility", averageStepUtility.toFixed(3)],
    ...(checks?.commands ?? []).map(
      (command, at) => ["check", `${shown(command)}: exit ${checks?.exitCodes[at]}`] as const,
    ),
    ["trajectory", trajectoryHash(session)],
    ["outline", outlineHash(session)],
    ...(header.redactedFrom === null ? [] : [["copy of", header.redactedFrom] as const]),
    ["redacted", redacted.length === 0 ? "nothing" : `${redacted.length} fields`],
    ...wrongCounts(session).map(
      ({ field, claimed, counted }) =>
        ["wrong", `${field} is claimed to be ${claimed}; counted ${counted}`] as const,
    ),
  ];
}

/** The most used first. */
function tools(session: Trajectory): readonly (readonly [string, number])[] {
  const counts = new Map<string, number>();
  for (const event of session.events) {
    if (event.event === "ToolCall") counts.set(event.tool, (counts.get(event.tool) ?? 0) + 1);
  }
  return [...counts].sort(([, one], [, other]) => other - one).slice(0, MAX_TOOLS);
}

function summaryJson(session: Trajectory): JsonObject {
  const { header, start, end, redacted } = session;
  const { toolCalls, latencyMs, averageStepUtility } = countsOf(session);
  return {
    session_id: start.sessionId,
    producer: header.producer,
    issue_number: start.issueNumber === null ? null : BigInt(start.issueNumber),
    policy_bundle_id: start.policyBundleId,
    started_at: start.t,
    ended_at: end.t,
    duration_ms: BigInt(durationMs(session)),
    status: end.status,
    confidence: new Float(end.confidence),
    tool_calls: BigInt(toolCalls),
    tool_results: BigInt(toolUses(session).length),
    latency_ms: BigInt(latencyMs),
    average_step_utility: new Float(averageStepUtility),
    trajectory_hash: trajectoryHash(session),
    outline_hash: outlineHash(session),
    redacted_from: header.redactedFrom,
    redacted: redacted.map(({ line, field, category }) => ({
      line: BigInt(line),
      field,
      category,
    })),
    wrong_counts: wrongCounts(session).map(({ field, claimed, counted }) => ({
      field,
      claimed: new Float(claimed),
      counted: new Float(counted),
    })),
  };
}

function durationMs({ start, end }: Trajectory): number {
  return (parseUtcTime(end.t)?.ms ?? 0) - (parseUtcTime(start.t)?.ms ?? 0);
}
