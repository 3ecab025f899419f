/**
 * What work of the kind `run` is: the files that are there before it begins, and the command that must
 * then pass the checks.
 */
import { fields } from "../canonical/fields.ts";
import type { JsonObject } from "../canonical/json.ts";
import { accept, type Result, refuse } from "../refusal.ts";

export interface RunSpec {
  readonly command: string;
  /** Their text by path, relative to the directory in which everything runs. */
  readonly files: ReadonlyMap<string, string>;
}

const MAX_COMMAND = 10_000;
const MAX_FILES = 100;
const MAX_PATH = 200;
/** Plain names between slashes: it neither leaves the directory nor looks like an option. */
const PATH = /^[A-Za-z0-9_.][\w.-]*(?:\/[A-Za-z0-9_.][\w.-]*)*$/;

export function readRunSpec(spec: JsonObject): Result<RunSpec> {
  const read = fields(spec, "work.spec");
  const command = read.string("command", { min: 1, max: MAX_COMMAND });
  const given = Object.entries(read.optional("files", (name) => read.jsonObject(name)) ?? {});
  const files = new Map<string, string>();
  if (given.length > MAX_FILES) read.fault("files", `expected at most ${MAX_FILES}`);
  for (const [path, text] of given.slice(0, MAX_FILES)) {
    if (!isInside(path)) read.fault("files", "expected relative paths of plain names");
    if (typeof text === "string") files.set(path, text);
    else read.fault("files", "expected texts");
  }
  const folders = new Set([...files.keys()].flatMap(foldersOf));
  if ([...files.keys()].some((path) => folders.has(path))) {
    read.fault("files", "expected no file where another needs a directory");
  }
  if (read.problem !== null) return refuse({ code: "malformed_terms", ...read.problem });
  return accept({ command, files });
}

/** The directories above a path. */
function foldersOf(path: string): readonly string[] {
  const names = path.split("/");
  return names.slice(1).map((_, count) => names.slice(0, count + 1).join("/"));
}

function isInside(path: string): boolean {
  const isPlain = path.length <= MAX_PATH && PATH.test(path);
  return isPlain && !path.split("/").some((name) => name === "." || name === "..");
}
