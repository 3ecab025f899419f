/**
 * A worker that is a program of the provider's. It runs in a directory with `job.json` and, where the
 * job has a repository, `repo/`; it leaves `result.json`, the payload of the result, and may leave
 * `replay.jsonl`. Whatever it does otherwise ends with it.
 */
import { makeScrubber } from "@bazaar/guard/scrub";
import { chainJson, isJsonObject, type JsonObject, parseJson } from "@bazaar/kernel";
import { BUNDLE_FILE, MAX_TRAJECTORY_BYTES, REPOSITORY, type Run } from "@bazaar/work";
import type { PlaceSettings } from "./job-sandbox.ts";
import { stopWords } from "./stop-words.ts";
import { WorkPlace } from "./work-place.ts";
import { type Assignment, failed, type Worked, type Worker } from "./worker.ts";

const MAX_RESULT_BYTES = 8 * 2 ** 20;
const MAX_DEPTH = 32;
/** How much of a failed program's output is quoted. */
const MAX_QUOTED = 500;

/** `schemaIds` are the jobs that the program does. */
export function commandWorker(
  command: string,
  settings: PlaceSettings,
  schemaIds: readonly string[],
): Worker {
  return {
    // Not the command: a program without the provider's environment is often given a key in it.
    name: "program",
    declines: ({ schemaId }) =>
      schemaIds.includes(schemaId) ? null : `this provider takes no jobs of ${schemaId}`,
    work: (assignment) => work(command, settings, assignment),
  };
}

async function work(
  command: string,
  settings: PlaceSettings,
  assignment: Assignment,
): Promise<Worked> {
  const files = new Map([["job.json", chainJson(assignment.job.envelope)]]);
  const opened = await WorkPlace.open(assignment, settings, {}, files);
  if (typeof opened === "string") return failed(opened);
  await using place = opened;
  const { recorder, repository } = assignment;
  // Under the name that programs are told.
  if (repository !== null) await place.run({ text: `mv ${REPOSITORY} repo && rm ${BUNDLE_FILE}` });
  const run = await recorder.tool("Worker", {}, () => place.run({ text: command }));
  const problem = problemOf(run);
  if (problem !== null) return failed(`the worker failed: ${problem}`);
  const text = await place.read("result.json", MAX_RESULT_BYTES);
  if (text === null) {
    return failed(`the worker left no result.json of at most ${MAX_RESULT_BYTES} bytes`);
  }
  const payload = readPayload(text);
  if (payload === null) return failed("the worker's result.json is not a JSON object");
  const replay = await place.read("replay.jsonl", MAX_TRAJECTORY_BYTES);
  return { is: "done", payload, replay };
}

/** Why a run did not succeed, with the end of what it printed, scrubbed. */
function problemOf({ exitCode, signal, stoppedBy, output }: Run): string | null {
  if (exitCode === 0) return null;
  if (stoppedBy !== null) return stopWords(stoppedBy);
  const ended = exitCode === null ? `signal ${signal}` : `exit code ${exitCode}`;
  const { text } = makeScrubber().scrub(output);
  const said = text.slice(-MAX_QUOTED).toWellFormed().trim();
  return said === "" ? ended : `${ended}: ${said}`;
}

function readPayload(text: string): JsonObject | null {
  const json = parseJson(text, { maxDepth: MAX_DEPTH, duplicateKeys: "refuse" });
  return json.ok && isJsonObject(json.value) ? json.value : null;
}
