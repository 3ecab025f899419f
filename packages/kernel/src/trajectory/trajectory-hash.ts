/**
 * The two hashes of a trajectory.
 *
 * `trajectoryHash` covers every line with every field, and is what receipts and results name.
 * `outlineHash` covers the same lines without the content that has its own hash beside it, so it
 * stays the same when that content is redacted, and changes with everything else.
 */
import type { JsonObject } from "../canonical/json.ts";
import { rfc8785Hash } from "../canonical/rfc8785.ts";
import { invariant } from "../invariant.ts";
import { hashedFieldOf } from "./hashed-fields.ts";
import type { Trajectory } from "./read-replay.ts";

export function trajectoryHash({ lines }: Trajectory): string {
  return hashOf(lines);
}

export function outlineHash({ lines }: Trajectory): string {
  return hashOf(lines.map(outline));
}

/** A line without its content, and a header without the note that the copy is redacted. */
function outline(line: JsonObject): JsonObject {
  if (line.event === "ReplayHeader") {
    const { redacted_from: _, ...rest } = line;
    return rest;
  }
  const field = hashedFieldOf(line);
  if (field === null) return line;
  const { [field.content]: _, ...rest } = line;
  return rest;
}

function hashOf(lines: readonly JsonObject[]): string {
  const hash = rfc8785Hash(lines, "doubles");
  invariant(hash.ok, "a line of a trajectory that was read has a canonical form");
  return hash.value;
}
