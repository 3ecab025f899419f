/** Calls with their results, as they are counted, reported and shown. */
import type { ReplayEvent, ToolCall, ToolResult } from "./event.ts";
import type { Trajectory } from "./read-replay.ts";

export interface ToolUse {
  readonly call: ToolCall;
  readonly result: ToolResult;
}

/** In the order of the results, which is the order of a session's receipt. */
export function toolUses({ events }: Pick<Trajectory, "events">): readonly ToolUse[] {
  const calls = new Map<string, ToolCall>();
  const uses: ToolUse[] = [];
  for (const event of events) {
    if (event.event === "ToolCall") calls.set(event.id, event);
    if (event.event !== "ToolResult") continue;
    const call = calls.get(event.id);
    if (call !== undefined) uses.push({ call, result: event });
  }
  return uses;
}

/** The last event of a kind, or null. */
export function lastOf<Name extends ReplayEvent["event"]>(
  { events }: Pick<Trajectory, "events">,
  name: Name,
): Extract<ReplayEvent, { readonly event: Name }> | null {
  const found = events.findLast(({ event }) => event === name);
  return (found ?? null) as Extract<ReplayEvent, { readonly event: Name }> | null;
}
