/**
 * Where the repository of a job is: the schema says in which fields of a request. Any other field of that
 * name is undeclared, and has no effect on what a worker or a checker sees.
 */
import { artifactHash } from "../canonical/artifact-name.ts";
import { isJsonObject, type JsonObject } from "../canonical/json.ts";
import { schemaOf } from "./schemas.ts";
import { isCommit } from "./shape.ts";

export interface JobRepository {
  /** The artifact that is a git bundle. */
  readonly artifact: string;
  /** A commit in it. */
  readonly commit: string;
}

/** `spec` is the envelope. Null: the job has none; `invalid`: what it names is no bundle and commit. */
export function jobRepository({
  schema_id,
  payload,
}: JsonObject): JobRepository | "invalid" | null {
  const schema = typeof schema_id === "string" ? schemaOf(schema_id) : null;
  const named = schema?.repository(isJsonObject(payload) ? payload : {});
  if (named === undefined || named === null) return null;
  const { bundle, commit } = named;
  if (typeof bundle !== "string" || artifactHash(bundle) === null) return "invalid";
  return typeof commit === "string" && isCommit(commit) ? { artifact: bundle, commit } : "invalid";
}
