/**
 * RECEIPT.json: what a session did, in one document. Everything in it but the payments, the side
 * effects and the signature follows from the trajectory. Payment receipts are entries inside it.
 */
import { Float, type JsonObject } from "../../canonical/json.ts";
import { countsOf } from "../counts.ts";
import type { Trajectory } from "../read-replay.ts";
import { statementJson, type TrajectoryStatement } from "../statement.ts";
import { lastOf, type ToolUse, toolUses } from "../tool-use.ts";
import { outlineHash, trajectoryHash } from "../trajectory-hash.ts";

export interface SessionFacts {
  /** Receipts of payments, as they were issued. */
  readonly payments?: readonly JsonObject[];
  /** What a call changed, by the call's id: `{type, path}`. */
  readonly sideEffects?: ReadonlyMap<string, readonly JsonObject[]>;
  readonly statement?: TrajectoryStatement;
}

export const SESSION_RECEIPT_SCHEMA = "bazaar.session_receipt.v1";

export function sessionReceipt(trajectory: Trajectory, facts: SessionFacts = {}): JsonObject {
  const { header, start, end, lines } = trajectory;
  const plan = trajectory.events.find((event) => event.event === "PlanStart");
  return {
    schema: SESSION_RECEIPT_SCHEMA,
    session_id: start.sessionId,
    issue_number: start.issueNumber === null ? null : BigInt(start.issueNumber),
    policy_bundle_id: start.policyBundleId,
    started_at: start.t,
    completed_at: end.t,
    status: end.status,
    plan_hash: plan?.event === "PlanStart" ? plan.planHash : null,
    // A redacted copy speaks of the file that was recorded.
    trajectory_hash: header.redactedFrom ?? trajectoryHash(trajectory),
    outline_hash: outlineHash(trajectory),
    event_count: BigInt(lines.length),
    tool_calls: toolUses(trajectory).map((use) => toolCallJson(use, facts)),
    verification: verificationJson(trajectory),
    final_confidence: new Float(end.confidence),
    metrics: metricsJson(trajectory),
    payments: facts.payments ?? [],
    signature: facts.statement === undefined ? null : statementJson(facts.statement),
  };
}

function toolCallJson({ call, result }: ToolUse, { sideEffects }: SessionFacts): JsonObject {
  return {
    id: call.id,
    tool: call.tool,
    params_hash: call.paramsHash,
    output_hash: result.outputHash,
    step_utility: new Float(result.stepUtility),
    latency_ms: BigInt(result.latencyMs),
    side_effects: sideEffects?.get(call.id) ?? [],
  };
}

/** Of the last verification: earlier ones show the way there. */
function verificationJson(trajectory: Trajectory): JsonObject | null {
  const last = lastOf(trajectory, "Verification");
  if (last === null) return null;
  return {
    commands_run: last.commands,
    exit_codes: last.exitCodes.map(BigInt),
    verification_delta: BigInt(last.verificationDelta),
  };
}

function metricsJson(trajectory: Trajectory): JsonObject {
  const { toolCalls, latencyMs, averageStepUtility } = countsOf(trajectory);
  return {
    tool_calls: BigInt(toolCalls),
    tool_latency_ms_total: BigInt(latencyMs),
    average_step_utility: new Float(averageStepUtility),
  };
}
