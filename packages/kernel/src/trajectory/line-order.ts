/**
 * Which event may follow which: a header, then the start of the session, its end last; a result
 * after its call, once; a plan before anything is executed; and time that never goes back.
 */
import type { Problem } from "../canonical/fields.ts";
import type { ReplayEvent } from "./event.ts";
import { parseUtcTime } from "./utc-time.ts";

/** Takes the events of one file in order. */
export class LineOrder {
  readonly #open = new Set<string>();
  readonly #called = new Set<string>();
  #count = 0;
  #isPlanned = false;
  #hasEnded = false;
  #lastTime = "";

  /** What is wrong with this event at this place, or null. */
  take(event: ReplayEvent): Problem | null {
    const problem = this.#place(event) ?? this.#time(event) ?? this.#calls(event);
    this.#count += 1;
    return problem;
  }

  #place({ event }: ReplayEvent): Problem | null {
    if ((event === "ReplayHeader") !== (this.#count === 0)) {
      return at("event", "a ReplayHeader is the first line, and only that");
    }
    if ((event === "SessionStart") !== (this.#count === 1)) {
      return at("event", "a SessionStart is the second line, and only that");
    }
    if (this.#hasEnded) return at("event", "a SessionEnd is the last line");
    this.#hasEnded = event === "SessionEnd";
    return null;
  }

  #time(event: ReplayEvent): Problem | null {
    const key = "t" in event ? parseUtcTime(event.t)?.key : undefined;
    if (key === undefined) return null;
    if (key < this.#lastTime) return at("t", "earlier than the line before");
    this.#lastTime = key;
    return null;
  }

  #calls(event: ReplayEvent): Problem | null {
    switch (event.event) {
      case "PlanStart":
        if (!this.#isPlanned && this.#called.size > 0) {
          return at("event", "the first plan comes before the first ToolCall");
        }
        this.#isPlanned = true;
        return null;
      case "ToolCall":
        if (this.#called.has(event.id)) return at("id", "a second ToolCall with this id");
        this.#called.add(event.id);
        this.#open.add(event.id);
        return null;
      case "ToolResult":
        if (this.#open.delete(event.id)) return null;
        return this.#called.has(event.id)
          ? at("id", "a second ToolResult with this id")
          : at("id", "no earlier ToolCall has this id");
      default:
        return null;
    }
  }
}

function at(field: string, problem: string): Problem {
  return { field, problem };
}
