/** Which files of a tree a job asks to be indexed. */
import { coveredBy, globProblem, isJsonArray, type Json, type JsonObject } from "@bazaar/kernel";

export interface SizedFile {
  readonly path: string;
  readonly bytes: number;
}

export interface IndexSelection {
  /** Those that are meant, or a sentence that says why it cannot be found out. */
  readonly of: <F extends SizedFile>(files: readonly F[]) => readonly F[] | string;
}

const USUAL_MAX_FILE_BYTES = 2 ** 20;
const MAX_FILE_BYTES = 8 * 2 ** 20;
const MAX_GLOBS = 100;
/** Characters of all paths times those of all patterns, both of strangers: some seconds. */
const MAX_STEPS = 100_000_000;

/** Or a sentence that says why it cannot be known. */
export function indexSelection(payload: JsonObject): IndexSelection | string {
  const [include, exclude] = [globsOf(payload.include), globsOf(payload.exclude)];
  const size = payload.max_file_size ?? BigInt(USUAL_MAX_FILE_BYTES);
  if (include === null || exclude === null || typeof size !== "bigint" || size < 1n) {
    return "The job does not say which files to index.";
  }
  // A longer file than is read counts as one that was not meant.
  const most = Math.min(Number(size), MAX_FILE_BYTES);
  const [isIncluded, isExcluded] = [coveredBy(include), coveredBy(exclude)];
  const signs = [...include, ...exclude].join("").length;
  return {
    of(files) {
      const characters = files.reduce((sum, { path }) => sum + path.length, 0);
      if (characters * signs > MAX_STEPS) return "There are too many files for these patterns.";
      return files.filter(
        ({ path, bytes }) =>
          bytes <= most && (include.length === 0 || isIncluded(path)) && !isExcluded(path),
      );
    },
  };
}

function globsOf(json: Json | undefined): readonly string[] | null {
  if (json === undefined || json === null) return [];
  if (!isJsonArray(json) || json.length > MAX_GLOBS) return null;
  const globs = json.filter((glob) => typeof glob === "string");
  return globs.length === json.length && globs.every((glob) => globProblem(glob) === null)
    ? globs
    : null;
}
