/** What a session claims about itself in numbers, counted again from its lines. */
import type { Trajectory } from "./read-replay.ts";

export interface Counts {
  readonly toolCalls: number;
  /** Of all results; a call without a result adds nothing. */
  readonly latencyMs: number;
  /** The mean over results; 0 if there are none. */
  readonly averageStepUtility: number;
}

export interface WrongCount {
  /** As it is written in the SessionEnd. */
  readonly field: string;
  readonly claimed: number;
  /** From the lines. */
  readonly counted: number;
}

/** Other programs keep measures in single precision and add them in another order. */
const MEASURE_TOLERANCE = 1e-5;

export function countsOf({ events }: Pick<Trajectory, "events">): Counts {
  let toolCalls = 0;
  let results = 0;
  let latencyMs = 0;
  let utility = 0;
  for (const event of events) {
    if (event.event === "ToolCall") toolCalls += 1;
    if (event.event !== "ToolResult") continue;
    results += 1;
    latencyMs += event.latencyMs;
    utility += event.stepUtility;
  }
  return { toolCalls, latencyMs, averageStepUtility: results === 0 ? 0 : utility / results };
}

/** The claims of the SessionEnd that are not what its lines say. */
export function wrongCounts(trajectory: Pick<Trajectory, "events" | "end">): readonly WrongCount[] {
  const { totalToolCalls, totalLatencyMs, averageStepUtility } = trajectory.end;
  const counts = countsOf(trajectory);
  const wrong: WrongCount[] = [];
  const compare = (field: string, claimed: number, counted: number, tolerance: number): void => {
    if (Math.abs(claimed - counted) > tolerance) wrong.push({ field, claimed, counted });
  };
  compare("total_tool_calls", totalToolCalls, counts.toolCalls, 0);
  compare("total_latency_ms", totalLatencyMs, counts.latencyMs, 0);
  if (averageStepUtility !== null) {
    const counted = counts.averageStepUtility;
    compare("average_step_utility", averageStepUtility, counted, MEASURE_TOLERANCE);
  }
  return wrong;
}
