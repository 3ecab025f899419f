/** Parts of trajectories in words for a terminal: one line each, cut. */
import {
  type Json,
  type JsonObject,
  parseUtcTime,
  type ReplayEvent,
  rfc8785,
  type Trajectory,
} from "@bazaar/kernel";

const MAX_SHOWN = 160;
const LABEL_WIDTH = 13;

/** Text of a stranger, cut. Whatever prints it keeps it on its line. */
export function shown(text: string): string {
  return text.length <= MAX_SHOWN ? text : `${text.slice(0, MAX_SHOWN).toWellFormed()}…`;
}

export function labelled(label: string, text: string): string {
  return `${label.padEnd(LABEL_WIDTH)}${text}`;
}

export function seconds(ms: number): string {
  return `${(ms / 1_000).toFixed(3)} s`;
}

/** Milliseconds from the start of the session; null for events without a time. */
export function sinceStart({ start }: Trajectory, event: ReplayEvent): number | null {
  if (!("t" in event)) return null;
  return (parseUtcTime(event.t)?.ms ?? 0) - (parseUtcTime(start.t)?.ms ?? 0);
}

/** What one event says. `line` has the fields that nobody defined. */
export function eventWords(event: ReplayEvent, line: JsonObject): string {
  switch (event.event) {
    case "ReplayHeader":
      return `recorded by ${shown(event.producer)}`;
    case "SessionStart":
      return `session ${shown(event.sessionId)} starts`;
    case "PlanStart":
      return `plan of ${event.stepCount} steps, ${event.planHash}`;
    case "ToolCall":
      return `${shown(event.tool)} ${shown(canonical(event.params))} (${shown(event.id)})`;
    case "ToolResult": {
      const exit = event.exitCode === null ? "" : `exit ${event.exitCode}, `;
      return `${shown(event.id)} answers: ${exit}${event.latencyMs} ms, ${event.outputHash}`;
    }
    case "StepComplete":
      return `step ${shown(event.stepId)}: ${event.status}`;
    case "Verification":
      return event.commands
        .map((command, at) => `${shown(command)}: exit ${event.exitCodes[at]}`)
        .join("; ");
    case "SessionEnd":
      return `session ends: ${event.status}, confidence ${event.confidence}`;
    case "Payment":
      return `payment of ${event.amountMsats} msats by ${shown(event.rail)}: ${shown(event.status)}`;
    case "RuntimeEvent":
      return `runtime event ${shown(event.runtimeEventType)}`;
    case "unknown":
      return `${shown(event.name)} ${shown(canonical(line))}`;
    default:
      return event satisfies never;
  }
}

function canonical(value: Json): string {
  const text = rfc8785(value, "doubles");
  return text.ok ? text.value : "";
}
