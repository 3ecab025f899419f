/**
 * The events of REPLAY.jsonl v1, as they are read from a line.
 *
 * Fields have the meaning of their names in `spec/trajectories.md`. A line may have more fields
 * than its event: those are kept in the line itself, which is what is hashed.
 */
import type { Json } from "../canonical/json.ts";

export interface ReplayHeader {
  readonly event: "ReplayHeader";
  readonly producer: string;
  readonly createdAt: string;
  /** Only in a redacted copy: the trajectory hash of the original, as the copy claims it. */
  readonly redactedFrom: string | null;
}

export interface SessionStart {
  readonly event: "SessionStart";
  readonly t: string;
  readonly sessionId: string;
  readonly issueNumber: number | null;
  readonly policyBundleId: string;
}

export interface PlanStart {
  readonly event: "PlanStart";
  readonly t: string;
  readonly planHash: string;
  readonly stepCount: number;
}

export interface ToolCall {
  readonly event: "ToolCall";
  readonly t: string;
  readonly id: string;
  readonly tool: string;
  readonly params: Json;
  readonly paramsHash: string;
  readonly stepId: string;
}

export interface ToolResult {
  readonly event: "ToolResult";
  readonly t: string;
  readonly id: string;
  readonly outputHash: string;
  readonly exitCode: number | null;
  readonly stepUtility: number;
  readonly latencyMs: number;
}

export const STEP_STATUSES = ["Success", "Failed", "Skipped", "MaxIterationsReached"] as const;
export type StepStatus = (typeof STEP_STATUSES)[number];

export interface StepComplete {
  readonly event: "StepComplete";
  readonly t: string;
  readonly stepId: string;
  readonly status: StepStatus;
  readonly iterations: number;
}

export interface Verification {
  readonly event: "Verification";
  readonly t: string;
  readonly commands: readonly string[];
  /** One for each command. */
  readonly exitCodes: readonly number[];
  /** How many commands or tests failed before and pass now; negative if it got worse. */
  readonly verificationDelta: number;
}

export const SESSION_STATUSES = ["Success", "Failed", "Cancelled", "Timeout"] as const;
export type SessionStatus = (typeof SESSION_STATUSES)[number];

export interface SessionEnd {
  readonly event: "SessionEnd";
  readonly t: string;
  readonly status: SessionStatus;
  readonly confidence: number;
  readonly totalToolCalls: number;
  readonly totalLatencyMs: number;
  /** Claimed by some producers. */
  readonly averageStepUtility: number | null;
}

export interface Payment {
  readonly event: "Payment";
  readonly t: string;
  readonly rail: string;
  readonly assetId: string;
  readonly amountMsats: number;
  readonly jobHash: string | null;
  readonly status: string;
}

export interface RuntimeEvent {
  readonly event: "RuntimeEvent";
  readonly t: string;
  readonly sessionId: string;
  readonly seq: number;
  readonly runtimeEventType: string;
  readonly payloadHash: string;
}

/** An event that this version does not know. Only its line says more. */
export interface UnknownEvent {
  readonly event: "unknown";
  readonly name: string;
}

export type KnownEvent =
  | ReplayHeader
  | SessionStart
  | PlanStart
  | ToolCall
  | ToolResult
  | StepComplete
  | Verification
  | SessionEnd
  | Payment
  | RuntimeEvent;

export type ReplayEvent = KnownEvent | UnknownEvent;
