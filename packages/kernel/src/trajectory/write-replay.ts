/** REPLAY.jsonl v1 as text: one canonical line per event, each with its newline. */
import type { JsonObject } from "../canonical/json.ts";
import { rfc8785 } from "../canonical/rfc8785.ts";
import { invariant } from "../invariant.ts";
import { accept, type Result } from "../refusal.ts";
import { readLines, type Trajectory } from "./read-replay.ts";

/** For a recorder that writes while it works. Nothing is checked but that it can be hashed. */
export function replayLine(line: JsonObject): Result<string> {
  const text = rfc8785(line, "doubles");
  return text.ok ? accept(`${text.value}\n`) : text;
}

/** The text of a whole session. What the reader would refuse is not written. */
export function writeReplay(lines: readonly JsonObject[]): Result<string> {
  const read = readLines(lines);
  return read.ok ? accept(replayText(read.value)) : read;
}

/** The text of a trajectory that was read. */
export function replayText({ lines }: Trajectory): string {
  return lines
    .map((line) => {
      const text = replayLine(line);
      invariant(text.ok, "a line of a trajectory that was read has a canonical form");
      return text.value;
    })
    .join("");
}
