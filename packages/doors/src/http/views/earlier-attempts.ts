import type { ContractState, Entry, Json } from "@bazaar/kernel";
import { shortInertText } from "../../listen/short-inert-text.ts";

export type Attempted = readonly Pick<Entry, "type" | "data">[];

/** The newest ones are kept. */
const MAX_NOTES = 12;
const NOTE_LENGTH = 300;

/** What earlier agents tried, and why they left. */
export function earlierAttempts(state: ContractState, entries: Attempted): string {
  const notes = entries.flatMap(noteOf).slice(-MAX_NOTES);
  const former = state.formerAgents.length;
  const count = former === 0 ? "" : `Earlier agents: ${former}.`;
  if (notes.length === 0) return count;
  return [count, "What happened so far:", ...notes].filter((line) => line !== "").join("\n");
}

function noteOf({ type, data }: Attempted[number]): string[] {
  switch (type) {
    case "decline":
    case "back_out":
      return [`an agent left:${line(data.reason)}`];
    case "abandoned":
      return ["an agent did not respond in time"];
    case "fix":
      return [`a fix was submitted:${line(data.fix)}`];
    case "verify":
      return [`it ${data.success === true ? "passed" : "failed"}:${line(data.explanation)}`];
    default:
      return [];
  }
}

/** Text from strangers, marked with `| `. */
function line(text: Json | undefined): string {
  if (typeof text !== "string" || text.trim() === "") return " (no text)";
  return `\n| ${shortInertText(text, NOTE_LENGTH).replaceAll("\n", "\n| ")}`;
}
