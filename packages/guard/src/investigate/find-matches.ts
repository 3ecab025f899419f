/**
 * The files that a shell's pattern matches, found by `find` inside the jail: what a look cannot see
 * matches nothing.
 */
import { resolve } from "node:path/posix";
import { isSecretPath } from "../jail/masks.ts";
import { type JailPlace, jailRequest, whatIs } from "./jail-request.ts";
import { pathProblem } from "./path-problem.ts";
import { planStage } from "./plan-stage.ts";
import { allow, type Checked } from "./refusal.ts";
import { runReadOnly } from "./run-read-only.ts";

const MAX_DEPTH = 16;
const SPECIAL = /(?<!\\)[*?[]/;

/** Sorted; files that may not be read are left out. */
export async function findMatches(
  pattern: string,
  where: JailPlace,
): Promise<Checked<readonly string[]>> {
  const { start, rest, endsInSlash } = partsOf(pattern);
  if (rest.length > MAX_DEPTH) return allow([]);
  const depth = String(rest.length);
  const from = start === "" ? "." : start;
  const words = [
    ...["find", from.endsWith("/") ? from : `${from}/`],
    ...["-mindepth", depth, "-maxdepth", depth],
    // At one depth a star cannot reach over a slash: all paths have as many as the pattern.
    ...["-path", [...(from === "/" ? [""] : [escaped(from)]), ...rest].join("/")],
    ...(endsInSlash ? ["-type", "d"] : []),
    "-print0",
  ];
  const { directory, home, root } = where;
  const planned = planStage(words, { directory, home, root, hasInput: false, input: null });
  if (!planned.ok) return planned;
  const request = await jailRequest(planned.value, where);
  if (!request.ok) return request;
  const { stdout } = await runReadOnly(request.value);
  const found = stdout.split("\0").filter((path) => path !== "" && isShown(path, rest));
  const names = found
    .map((path) => (start === "" ? path.slice("./".length) : path))
    .map((path) => (path.startsWith("-") ? `./${path}` : path))
    .map((path) => (endsInSlash ? `${path}/` : path));
  return allow(await readable(names.sort(), where));
}

/** Those of the names that neither are nor lead to something private. */
export async function readable(
  names: readonly string[],
  { directory, home }: { readonly directory: string; readonly home: string },
): Promise<readonly string[]> {
  const secret = (path: string): string | null => (isSecretPath(path, home) ? "private" : null);
  const kept: string[] = [];
  for (const name of names) {
    const path = resolve(directory, name);
    if (pathProblem(path, { directory, secret }, []) !== null) continue;
    const real = await whatIs(path);
    if (real === null || secret(real.path) === null) kept.push(name);
  }
  return kept;
}

/** Where the search starts, and the parts of the pattern below it. */
function partsOf(pattern: string): {
  readonly start: string;
  readonly rest: readonly string[];
  readonly endsInSlash: boolean;
} {
  const endsInSlash = pattern.endsWith("/");
  const parts = (endsInSlash ? pattern.slice(0, -1) : pattern).split("/");
  const first = parts.findIndex((part) => SPECIAL.test(part));
  const above = parts.slice(0, first).join("/").replaceAll(/\\(.)/g, "$1");
  const start = first === 1 && parts[0] === "" ? "/" : above;
  return { start, rest: parts.slice(first).filter((part) => part !== ""), endsInSlash };
}

/** A pattern matches a name that starts with a dot only if it starts with one itself. */
function isShown(path: string, rest: readonly string[]): boolean {
  const names = path.split("/").slice(-rest.length);
  return names.every((name, at) => !name.startsWith(".") || rest[at]?.startsWith("."));
}

function escaped(path: string): string {
  return path.replace(/\/$/, "").replaceAll(/[*?[\]\\]/g, "\\$&");
}
