/**
 * Lines for a recorder: what it knows in, a line with the hashes out. The plan and the parameters are
 * recorded, of an output only its hash.
 */
import { Float, type Json, type JsonObject } from "../canonical/json.ts";
import { rfc8785Hash } from "../canonical/rfc8785.ts";
import { accept, type Result } from "../refusal.ts";
import type {
  PlanStart,
  ReplayHeader,
  SessionEnd,
  SessionStart,
  StepComplete,
  ToolCall,
  ToolResult,
  Verification,
} from "./event.ts";

/** Of a plan, of parameters, of a whole output: the hash of the canonical text of the value. */
export function contentHash(content: Json): Result<string> {
  return rfc8785Hash(content, "doubles");
}

export function headerLine({ producer, createdAt }: Pick<ReplayHeader, "producer" | "createdAt">) {
  return { event: "ReplayHeader", replay_version: 1n, producer, created_at: createdAt } as const;
}

export function startLine(start: Omit<SessionStart, "event">): JsonObject {
  return {
    event: "SessionStart",
    t: start.t,
    session_id: start.sessionId,
    issue_number: start.issueNumber === null ? null : BigInt(start.issueNumber),
    policy_bundle_id: start.policyBundleId,
  };
}

/** Recorded before anything of the plan is executed. */
export function planLine(
  plan: Json,
  { t, stepCount }: Pick<PlanStart, "t" | "stepCount">,
): Result<JsonObject> {
  const hash = contentHash(plan);
  if (!hash.ok) return hash;
  const step_count = BigInt(stepCount);
  return accept({ event: "PlanStart", t, plan, plan_hash: hash.value, step_count });
}

export function callLine(call: Omit<ToolCall, "event" | "paramsHash">): Result<JsonObject> {
  const { t, id, tool, params, stepId } = call;
  const hash = contentHash(params);
  if (!hash.ok) return hash;
  return accept({
    event: "ToolCall",
    t,
    id,
    tool,
    params,
    params_hash: hash.value,
    step_id: stepId,
  });
}

/** `output` is the full output: a text, or whatever JSON value the tool returned. */
export function resultLine(
  output: Json,
  result: Omit<ToolResult, "event" | "outputHash">,
): Result<JsonObject> {
  const hash = contentHash(output);
  if (!hash.ok) return hash;
  return accept({
    event: "ToolResult",
    t: result.t,
    id: result.id,
    output_hash: hash.value,
    exit_code: result.exitCode === null ? null : BigInt(result.exitCode),
    step_utility: new Float(result.stepUtility),
    latency_ms: BigInt(result.latencyMs),
  });
}

export function stepLine({
  t,
  stepId,
  status,
  iterations,
}: Omit<StepComplete, "event">): JsonObject {
  return { event: "StepComplete", t, step_id: stepId, status, iterations: BigInt(iterations) };
}

export function verificationLine(verification: Omit<Verification, "event">): JsonObject {
  return {
    event: "Verification",
    t: verification.t,
    commands: verification.commands,
    exit_codes: verification.exitCodes.map(BigInt),
    verification_delta: BigInt(verification.verificationDelta),
  };
}

/** The totals are those of `countsOf` the lines before. */
export function endLine(end: Omit<SessionEnd, "event" | "averageStepUtility">): JsonObject {
  return {
    event: "SessionEnd",
    t: end.t,
    status: end.status,
    confidence: new Float(end.confidence),
    total_tool_calls: BigInt(end.totalToolCalls),
    total_latency_ms: BigInt(end.totalLatencyMs),
  };
}
