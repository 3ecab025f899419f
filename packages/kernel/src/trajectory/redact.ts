/**
 * A copy of a trajectory without some of its content.
 *
 * Only content with a hash beside it can be redacted, so every hash of the original stays in the
 * copy, and the copy has the same outline hash. The copy's header names the trajectory hash of the
 * original. Anything else that must not be published has to be removed before it is recorded.
 */
import type { Json, JsonObject } from "../canonical/json.ts";
import { invariant } from "../invariant.ts";
import { accept, type Result } from "../refusal.ts";
import { hashedFieldOf, REDACTION_CATEGORY, redactionOf } from "./hashed-fields.ts";
import { readLines, type Trajectory } from "./read-replay.ts";
import { trajectoryHash } from "./trajectory-hash.ts";

/** The category to redact this content under, one word of at most 64 letters, or null to keep it. */
export type ChooseRedaction = (content: Json, line: JsonObject) => string | null;

/** Refused only if the markers make it longer than a trajectory may be. */
export function redact(trajectory: Trajectory, choose: ChooseRedaction): Result<Trajectory> {
  const lines = trajectory.lines.map((line) => redactedLine(line, choose));
  const [header = {}, ...rest] = lines;
  // A copy of a copy still names the file that was signed.
  const from = trajectory.header.redactedFrom ?? trajectoryHash(trajectory);
  const isChanged = lines.some((line, at) => line !== trajectory.lines[at]);
  if (!isChanged) return accept(trajectory);
  return readLines([{ ...header, redacted_from: from }, ...rest]);
}

function redactedLine(line: JsonObject, choose: ChooseRedaction): JsonObject {
  const field = hashedFieldOf(line);
  const content = field === null ? undefined : line[field.content];
  if (field === null || content === undefined || redactionOf(content) !== null) return line;
  const category = choose(content, line);
  if (category === null) return line;
  invariant(REDACTION_CATEGORY.test(category), "a category is one word");
  return { ...line, [field.content]: { redacted: category } };
}
