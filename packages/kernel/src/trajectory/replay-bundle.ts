/**
 * A ReplayBundle: the same lines as one JSON document, `{session_id, steps, metadata}`.
 *
 * The source document names these three fields and nothing inside them. Here `steps` are the lines
 * between the start and the end of the session, and `metadata` holds the other three, so a bundle
 * and a file are the same trajectory with the same hashes.
 */
import { fields } from "../canonical/fields.ts";
import { type JsonObject, parseJson } from "../canonical/json.ts";
import { rfc8785 } from "../canonical/rfc8785.ts";
import { invariant } from "../invariant.ts";
import { type Result, refuse } from "../refusal.ts";
import {
  MAX_NAME_LENGTH,
  MAX_REPLAY_LENGTH,
  MAX_REPLAY_LINE_DEPTH,
  MAX_REPLAY_LINES,
} from "./limits.ts";
import { readLines, type Trajectory } from "./read-replay.ts";

/** The lines, and the names of the fields around them with the session's id once more. */
const MAX_BUNDLE_LENGTH = MAX_REPLAY_LENGTH + 2_000;
/** A line is inside the document and one of its fields. */
const MAX_BUNDLE_DEPTH = MAX_REPLAY_LINE_DEPTH + 2;

/** The canonical text, with its newline. */
export function bundleText(trajectory: Trajectory): string {
  const text = rfc8785(bundleJson(trajectory), "doubles");
  invariant(text.ok, "lines of a trajectory that was read have a canonical form");
  return `${text.value}\n`;
}

function bundleJson({ lines, start }: Trajectory): JsonObject {
  const [header = {}, session = {}] = lines;
  return {
    session_id: start.sessionId,
    steps: lines.slice(2, -1),
    metadata: { replay_header: header, session_start: session, session_end: lines.at(-1) ?? {} },
  };
}

/** Line numbers in a refusal are those of the file that the bundle stands for. */
export function readBundle(text: string): Result<Trajectory> {
  if (text.length > MAX_BUNDLE_LENGTH) {
    return malformed("", `more than ${MAX_BUNDLE_LENGTH} characters in all`);
  }
  const json = parseJson(text, { maxDepth: MAX_BUNDLE_DEPTH, duplicateKeys: "refuse" });
  if (!json.ok) {
    const { refusal } = json;
    return malformed("", `not JSON: ${"problem" in refusal ? refusal.problem : refusal.code}`);
  }
  const read = fields(json.value);
  const sessionId = read.string("session_id", { min: 1, max: MAX_NAME_LENGTH });
  const steps = read.array("steps", { max: MAX_REPLAY_LINES }, (items, at) => items.jsonObject(at));
  const metadata = read.object("metadata");
  const header = metadata.jsonObject("replay_header");
  const start = metadata.jsonObject("session_start");
  const end = metadata.jsonObject("session_end");
  if (read.problem === null && start.session_id !== sessionId) {
    read.fault("session_id", "is not the session of metadata.session_start");
  }
  const { problem } = read;
  if (problem !== null) return malformed(problem.field, problem.problem);
  return readLines([header, start, ...steps, end]);
}

function malformed(field: string, problem: string): Result<Trajectory> {
  return refuse({ code: "malformed_trajectory", line: 0, field, problem });
}
