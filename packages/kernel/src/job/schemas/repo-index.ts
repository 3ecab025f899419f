/** An index of a repository: digests of its files, symbols, dependencies. */
import { jobSchema } from "../schema.ts";
import {
  anyObject,
  commit,
  contentHash,
  integer,
  list,
  oneOf,
  optional,
  required,
} from "../shape.ts";
import { path, REPOSITORY_FIELDS, REQUEST_FIELDS, RESULT_FIELDS, timeLimit } from "./job-fields.ts";

const MAX_GLOBS = 100;
/** Of each kind. */
export const MAX_INDEX_ENTRIES = 200_000;
const MAX_FILE_BYTES = 64 * 2 ** 20;

const INDEX_TYPES = ["digests", "symbols", "dependencies", "embeddings"] as const;

const globs = list(path, { max: MAX_GLOBS });
const entries = list(anyObject, { max: MAX_INDEX_ENTRIES });

export const repoIndex = jobSchema({
  id: "oa.repo_index.v1",
  kind: "index",
  purpose: "Index a repository.",
  mode: "objective",
  inputs: {
    ...REPOSITORY_FIELDS,
    git_ref: required(commit, "The commit to index."),
    expected_tree_sha256: optional(contentHash, "The tree hash, if the buyer knows it."),
    index_types: required(
      list(oneOf(INDEX_TYPES), { min: 1, max: INDEX_TYPES.length }),
      "What to list.",
    ),
    include: optional(globs, "Globs of files to index; without them, all."),
    exclude: optional(globs, "Globs of files to leave out."),
    max_file_size: optional(integer({ min: 1, max: MAX_FILE_BYTES }), "Longer files are left out."),
    time_limit_secs: optional(timeLimit, "How long the work may take."),
    ...REQUEST_FIELDS,
  },
  outputs: {
    ...RESULT_FIELDS,
    tree_sha256: required(contentHash, "The canonical hash of the digests, sorted by path."),
    digests: required(entries, "path, sha256 and bytes of each file."),
    symbols: optional(entries, "name, kind, path and line of each symbol."),
    dependencies: optional(entries, "name, version and source of each dependency."),
  },
  checks: (job) => [
    {
      method: "index",
      index_types: job.index_types,
      tree_sha256: job.expected_tree_sha256,
    },
  ],
  timeLimitSeconds: (job) => job.time_limit_secs,
  repository: ({ repo_bundle: bundle, git_ref: commit }) => ({ bundle, commit }),
});
