import type { ContractState, Entry, Json } from "@bazaar/kernel";
import { shortInertText } from "./short-inert-text.ts";

/** The entries that a briefing looks back on. */
export type Attempted = readonly Pick<Entry, "type" | "data">[];

/** The newest are worth the most to whoever comes next. */
const MAX_NOTES = 12;
const NOTE_LENGTH = 300;

/** What agents before have tried, and why they left. */
export function earlierAttempts(state: ContractState, entries: Attempted): string {
  const notes = entries.flatMap(noteOf).slice(-MAX_NOTES);
  const former = state.formerAgents.length;
  const count = former === 0 ? "" : `Agents who held it before: ${former}.`;
  if (notes.length === 0) return count;
  return [count, "What happened so far:", ...notes].filter((line) => line !== "").join("\n");
}

function noteOf({ type, data }: Attempted[number]): string[] {
  switch (type) {
    case "decline":
    case "back_out":
      return [`an agent left:${line(data.reason)}`];
    case "abandoned":
      return ["an agent fell silent"];
    case "fix":
      return [`a fix was handed in:${line(data.fix)}`];
    case "verify":
      return [`it ${data.success === true ? "passed" : "failed"}:${line(data.explanation)}`];
    default:
      return [];
  }
}

/** One line of a stranger's text, after the mark that says so. */
function line(text: Json | undefined): string {
  if (typeof text !== "string" || text.trim() === "") return " (nothing said)";
  return `\n| ${shortInertText(text, NOTE_LENGTH).replaceAll("\n", "\n| ")}`;
}
