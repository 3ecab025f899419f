/**
 * A trajectory as rlog/1: short lines for people, with ids, times and the hashes of outputs.
 *
 * It is cut by design and cannot be read back into a trajectory. Text from the trajectory is written
 * so that it cannot be taken for an attribute, a result or another line.
 */
import { inertText } from "../../canonical/inert-text.ts";
import { rfc8785 } from "../../canonical/rfc8785.ts";
import { invariant } from "../../invariant.ts";
import type { ReplayEvent, ToolCall, ToolResult } from "../event.ts";
import { redactionOf } from "../hashed-fields.ts";
import type { Trajectory } from "../read-replay.ts";
import { trajectoryHash } from "../trajectory-hash.ts";
import { ARROW } from "./rlog.ts";

export interface RlogFacts {
  /** The commit that the work began from. */
  readonly repoSha: string;
  /** More header fields: `provider_pubkey`, `job_type`, … */
  readonly fields?: Readonly<Record<string, string>>;
}

const MAX_MESSAGE = 200;
const MAX_ARGUMENTS = 100;
const MAX_TOOL_NAME = 64;
const FIELD_NAME = /^[a-z][a-z0-9_]{0,63}$/;
/** Readable without quotes by every YAML parser, and never taken for a number, time or boolean. */
const PLAIN_VALUE = /^(?!(?:true|false|null|yes|no|on|off)$)[a-z][\w./-]{0,199}$/i;

export function writeRlog(trajectory: Trajectory, { repoSha, fields = {} }: RlogFacts): string {
  const header = {
    format: "rlog/1",
    id: trajectory.start.sessionId,
    repo_sha: repoSha,
    runner: trajectory.header.producer,
    started_at: trajectory.start.t,
    trajectory_hash: trajectory.header.redactedFrom ?? trajectoryHash(trajectory),
    ...fields,
  };
  const rows = Object.entries(header).map(([name, value]) => {
    invariant(FIELD_NAME.test(name), `${name} is not the name of a header field`);
    return `${name}: ${headerValue(value)}`;
  });
  return `${["---", ...rows, "---", "", ...body(trajectory)].join("\n")}\n`;
}

function body({ events }: Trajectory): readonly string[] {
  const ids = callIds(events);
  const rows: string[] = [];
  for (const [at, event] of events.entries()) {
    if (event.event === "ToolCall") {
      rows.push(callRow(event, resultOf(event, events[at + 1]), ids));
    } else if (event.event !== "ToolResult") {
      rows.push(...eventRows(event));
    } else if (resultOf(events[at - 1], event) === null) {
      // Where it follows its call directly, it is written with it.
      rows.push(`o: id=${ids.get(event.id)} ${ARROW} ${resultText(event)}`);
    }
  }
  return rows;
}

function eventRows(event: Exclude<ReplayEvent, ToolCall | ToolResult>): readonly string[] {
  switch (event.event) {
    case "ReplayHeader":
      return [];
    case "SessionStart": {
      const id = /^\w+$/.test(event.sessionId) ? ` id=${event.sessionId}` : "";
      return [`@start${id} ts=${stamp(event.t)}`, `# policy ${quoted(event.policyBundleId)}`];
    }
    case "PlanStart":
      return [`p:start ts=${stamp(event.t)} ${event.stepCount} steps, plan ${event.planHash}`];
    case "StepComplete":
      return [`p:complete ts=${stamp(event.t)} ${quoted(event.stepId)} ${event.status}`];
    case "Verification":
      return [
        `@checkpoint ts=${stamp(event.t)} verification, delta ${event.verificationDelta}`,
        ...event.commands.map(
          (command, at) => `  [exit ${event.exitCodes[at]}] ${quoted(command)}`,
        ),
      ];
    case "SessionEnd":
      return [
        `@end ts=${stamp(event.t)} ${event.status}, confidence ${event.confidence}, ` +
          `${event.totalToolCalls} tool calls latency_ms=${event.totalLatencyMs}`,
      ];
    case "unknown":
      return [`# event ${quoted(event.name)}`];
    default:
      return [`# event ${event.event}`];
  }
}

function callRow(
  call: ToolCall,
  result: ToolResult | null,
  ids: ReadonlyMap<string, string>,
): string {
  const name = call.tool.replace(/\W/g, "_").slice(0, MAX_TOOL_NAME);
  const told = `id=${ids.get(call.id)} ts=${stamp(call.t)} ${argumentsText(call)}`;
  return result === null
    ? `t!:${name} ${told}`
    : `t:${name} ${told} ${ARROW} ${resultText(result)}`;
}

function argumentsText({ params }: ToolCall): string {
  const category = redactionOf(params);
  if (category !== null) return `[redacted:${category}]`;
  const text = rfc8785(params, "doubles");
  invariant(text.ok, "parameters that were read have a canonical form");
  return harmless(text.value, MAX_ARGUMENTS);
}

function resultText({ exitCode, outputHash, latencyMs }: ToolResult): string {
  const exit = exitCode === null ? "" : `[exit ${exitCode}] `;
  return `${exit}${outputHash} latency_ms=${latencyMs}`;
}

function resultOf(call: ReplayEvent | undefined, next: ReplayEvent | undefined): ToolResult | null {
  if (call?.event !== "ToolCall" || next?.event !== "ToolResult") return null;
  return call.id === next.id ? next : null;
}

/** An id of an rlog is one word. If one of the session's is not, all calls are numbered instead. */
function callIds(events: readonly ReplayEvent[]): ReadonlyMap<string, string> {
  const ids = events.flatMap((event) => (event.event === "ToolCall" ? [event.id] : []));
  const areWords = ids.every((id) => /^\w+$/.test(id));
  return new Map(ids.map((id, at) => [id, areWords ? id : `call_${at + 1}`]));
}

function quoted(text: string): string {
  return harmless(JSON.stringify(text), MAX_MESSAGE);
}

/** One line of JSON, cut, in which no reader finds attributes, arrows or lines of its own. */
function harmless(json: string, max: number): string {
  const cut = json.length <= max ? json : `${json.slice(0, max).toWellFormed()}…`;
  return inertText(
    cut
      .replaceAll("=", "\\u003d")
      .replaceAll(ARROW, "\\u2192")
      .replaceAll("interrupted", "\\u0069nterrupted"),
  );
}

function headerValue(value: string): string {
  if (PLAIN_VALUE.test(value)) return value;
  return JSON.stringify(value).replace(
    /[^\x20-\x7e]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

function stamp(t: string): string {
  return t.replace("+00:00", "Z");
}
