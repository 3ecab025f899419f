/**
 * One line as an event. Known events are read strictly: every field that the specification names
 * has its type and bounds, and a hash that can be checked is checked. Other fields are not looked at.
 */
import { type Fields, fields } from "../canonical/fields.ts";
import { Float, type JsonObject } from "../canonical/json.ts";
import { rfc8785Hash } from "../canonical/rfc8785.ts";
import { accept, type Result, refuse } from "../refusal.ts";
import {
  type KnownEvent,
  type ReplayEvent,
  SESSION_STATUSES,
  STEP_STATUSES,
  type Verification,
} from "./event.ts";
import { hashedFieldOf, redactionOf } from "./hashed-fields.ts";
import {
  MAX_BYTE,
  MAX_COMMAND_LENGTH,
  MAX_COMMANDS,
  MAX_EXIT_CODE,
  MAX_LATENCY_MS,
  MAX_NAME_LENGTH,
  MAX_STEPS,
  MIN_EXIT_CODE,
} from "./limits.ts";
import { parseUtcTime } from "./utc-time.ts";

const HASH = /^sha256:[0-9a-f]{64}$/;
const NAME = { min: 1, max: MAX_NAME_LENGTH } as const;
const COUNT = { max: Number.MAX_SAFE_INTEGER } as const;
const MAX_TIME_LENGTH = 35;

/** `line` is its number in the file, for refusals. */
export function readEvent(json: JsonObject, line: number): Result<ReplayEvent> {
  const read = fields(json);
  const name = read.string("event", NAME);
  const reader = Object.hasOwn(READERS, name) ? READERS[name as KnownEvent["event"]] : undefined;
  const event: ReplayEvent = reader === undefined ? { event: "unknown", name } : reader(read);
  checkContentHash(read, json);
  const { problem } = read;
  return problem === null
    ? accept(event)
    : refuse({ code: "malformed_trajectory", line, ...problem });
}

const READERS: { readonly [Name in KnownEvent["event"]]: (read: Fields) => KnownEvent } = {
  ReplayHeader: (read) => {
    read.integer("replay_version", { min: 1, max: 1 });
    return {
      event: "ReplayHeader",
      producer: read.string("producer", NAME),
      createdAt: time(read, "created_at"),
      redactedFrom: read.optional("redacted_from", (name) => hash(read, name)),
    };
  },
  SessionStart: (read) => ({
    event: "SessionStart",
    t: time(read, "t"),
    sessionId: read.string("session_id", NAME),
    issueNumber: read.optional("issue_number", (name) => read.integer(name, COUNT)),
    policyBundleId: read.string("policy_bundle_id", NAME),
  }),
  PlanStart: (read) => ({
    event: "PlanStart",
    t: time(read, "t"),
    planHash: hash(read, "plan_hash"),
    stepCount: read.integer("step_count", { max: MAX_STEPS }),
  }),
  ToolCall: (read) => ({
    event: "ToolCall",
    t: time(read, "t"),
    id: read.string("id", NAME),
    tool: read.string("tool", NAME),
    params: read.json("params"),
    paramsHash: hash(read, "params_hash"),
    stepId: read.string("step_id", NAME),
  }),
  ToolResult: (read) => ({
    event: "ToolResult",
    t: time(read, "t"),
    id: read.string("id", NAME),
    outputHash: hash(read, "output_hash"),
    exitCode: read.optional("exit_code", (name) => exitCode(read, name)),
    stepUtility: measure(read, "step_utility", -1, 1),
    latencyMs: read.integer("latency_ms", { max: MAX_LATENCY_MS }),
  }),
  StepComplete: (read) => ({
    event: "StepComplete",
    t: time(read, "t"),
    stepId: read.string("step_id", NAME),
    status: read.oneOf("status", STEP_STATUSES),
    iterations: read.integer("iterations", { max: MAX_BYTE }),
  }),
  Verification: verification,
  SessionEnd: (read) => ({
    event: "SessionEnd",
    t: time(read, "t"),
    status: read.oneOf("status", SESSION_STATUSES),
    confidence: measure(read, "confidence", 0, 1),
    totalToolCalls: read.integer("total_tool_calls", COUNT),
    totalLatencyMs: read.integer("total_latency_ms", COUNT),
    averageStepUtility: read.optional("average_step_utility", (name) => measure(read, name, -1, 1)),
  }),
  Payment: (read) => {
    read.jsonObject("payment_proof");
    return {
      event: "Payment",
      t: time(read, "t"),
      rail: read.string("rail", NAME),
      assetId: read.string("asset_id", NAME),
      amountMsats: read.integer("amount_msats", COUNT),
      jobHash: read.optional("job_hash", (name) => hash(read, name)),
      status: read.string("status", NAME),
    };
  },
  RuntimeEvent: (read) => {
    read.json("payload");
    read.optional("idempotency_key", (name) => read.string(name, NAME));
    return {
      event: "RuntimeEvent",
      t: time(read, "t"),
      sessionId: read.string("session_id", NAME),
      seq: read.integer("seq", COUNT),
      runtimeEventType: read.string("runtime_event_type", NAME),
      payloadHash: hash(read, "payload_hash"),
    };
  },
};

function verification(read: Fields): Verification {
  const commands = read.array("commands", { max: MAX_COMMANDS }, (items, at) =>
    items.string(at, { min: 1, max: MAX_COMMAND_LENGTH }),
  );
  const exitCodes = read.array("exit_codes", { max: MAX_COMMANDS }, exitCode);
  if (commands.length !== exitCodes.length) {
    read.fault("exit_codes", `${exitCodes.length} for ${commands.length} commands`);
  }
  const delta = { min: -MAX_STEPS, max: MAX_STEPS };
  return {
    event: "Verification",
    t: time(read, "t"),
    commands,
    exitCodes,
    verificationDelta: read.integer("verification_delta", delta),
  };
}

/** Content that is redacted, or was never recorded, cannot be compared with its hash. */
function checkContentHash(read: Fields, json: JsonObject): void {
  const field = hashedFieldOf(json);
  if (field === null || read.problem !== null) return;
  const content = json[field.content];
  if (content === undefined || redactionOf(content) !== null) return;
  const actual = rfc8785Hash(content, "doubles");
  // What cannot be hashed was refused with its line.
  if (actual.ok && actual.value !== json[field.hash]) {
    read.fault(field.hash, `is not the hash of ${field.content}`);
  }
}

function time(read: Fields, name: string): string {
  const text = read.string(name, { max: MAX_TIME_LENGTH });
  if (parseUtcTime(text) === null) read.fault(name, "expected an ISO 8601 time in UTC");
  return text;
}

function hash(read: Fields, name: string): string {
  const text = read.string(name, { max: MAX_NAME_LENGTH });
  if (!HASH.test(text)) read.fault(name, "expected sha256: and 64 lower-case hex digits");
  return text;
}

function exitCode(read: Fields, name: string): number {
  return read.integer(name, { min: MIN_EXIT_CODE, max: MAX_EXIT_CODE });
}

/** A number of any spelling: other programs write 1 and 1.0 for the same measure. */
function measure(read: Fields, name: string, min: number, max: number): number {
  const token = read.number(name);
  const value = token instanceof Float ? token.value : Number(token);
  if (value >= min && value <= max) return value;
  read.fault(name, `outside ${min} to ${max}`);
  return min;
}
