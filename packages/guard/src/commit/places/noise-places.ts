/**
 * Logs and caches that tools write wherever they run. Nobody asked for them, the tool makes them
 * again, and what a stranger put into a cache would outlive its fix: so they are never committed.
 *
 * Not here: what a command was meant to leave outside, such as browsers of test tools, programs that
 * were installed, or artifacts that `mvn install` publishes for other projects.
 */
import { isWithin, parentPath, type RawPath, rawPath } from "../../disk/raw-path.ts";
import type { Change } from "../change.ts";

export interface Noise {
  readonly tool: string;
  readonly what: "log" | "cache";
}

interface NoisePlace {
  readonly tool: string;
  /** Below the home, or absolute. */
  readonly directory: string;
  /** The variables that name another place for it. */
  readonly variables?: readonly string[];
  /** Names in it; all of it if there are none. */
  readonly logs?: readonly string[];
  readonly caches?: readonly string[];
}

const PLACES: readonly NoisePlace[] = [
  {
    tool: "npm",
    directory: ".npm",
    variables: ["npm_config_cache"],
    logs: ["_logs", "_update-notifier-last-checked"],
    caches: ["_cacache", "_npx"],
  },
  { tool: "node", directory: ".cache/node" },
  { tool: "node", directory: ".node_repl_history", logs: ["."] },
  { tool: "node", directory: "/tmp/node-compile-cache" },
  { tool: "node-gyp", directory: ".cache/node-gyp" },
  { tool: "yarn", directory: ".cache/yarn" },
  { tool: "yarn", directory: ".yarn", caches: ["cache", "berry/cache"] },
  { tool: "pnpm", directory: ".cache/pnpm" },
  { tool: "pnpm", directory: ".local/state/pnpm" },
  { tool: "pnpm", directory: ".local/share/pnpm", variables: ["PNPM_HOME"], caches: ["store"] },
  { tool: "pnpm", directory: ".pnpm-store" },
  { tool: "bun", directory: ".bun", variables: ["BUN_INSTALL"], caches: ["install/cache"] },
  { tool: "deno", directory: ".cache/deno", variables: ["DENO_DIR"] },
  { tool: "TypeScript", directory: ".cache/typescript" },
  { tool: "pip", directory: ".cache/pip", variables: ["PIP_CACHE_DIR"] },
  { tool: "uv", directory: ".cache/uv", variables: ["UV_CACHE_DIR"] },
  { tool: "poetry", directory: ".cache/pypoetry", caches: ["cache", "artifacts"] },
  { tool: "pre-commit", directory: ".cache/pre-commit" },
  { tool: "black", directory: ".cache/black" },
  { tool: "matplotlib", directory: ".cache/matplotlib" },
  { tool: "fontconfig", directory: ".cache/fontconfig" },
  {
    tool: "cargo",
    directory: ".cargo",
    variables: ["CARGO_HOME"],
    caches: ["registry", "git", ".package-cache", ".package-cache-mutate", ".global-cache"],
  },
  { tool: "go", directory: "go", variables: ["GOPATH"], caches: ["pkg/mod", "pkg/sumdb"] },
  { tool: "go", directory: ".cache/go-build", variables: ["GOCACHE"] },
  { tool: "go", directory: ".config/go/telemetry", logs: ["."] },
  {
    tool: "gradle",
    directory: ".gradle",
    variables: ["GRADLE_USER_HOME"],
    logs: ["daemon", "notifications"],
    caches: ["caches", "native", ".tmp"],
  },
  { tool: "coursier", directory: ".cache/coursier" },
  { tool: "composer", directory: ".cache/composer" },
  { tool: "composer", directory: ".composer", variables: ["COMPOSER_HOME"], caches: ["cache"] },
  { tool: "bundler", directory: ".bundle", caches: ["cache"] },
  { tool: "NuGet", directory: ".local/share/NuGet" },
  { tool: "rebar3", directory: ".cache/rebar3" },
  { tool: "hex", directory: ".hex", caches: ["packages", "cache.ets"] },
  { tool: "julia", directory: ".julia", logs: ["logs"], caches: ["compiled"] },
  { tool: "ccache", directory: ".ccache" },
  { tool: "ccache", directory: ".cache/ccache" },
  { tool: "sccache", directory: ".cache/sccache" },
  { tool: "bazel", directory: ".cache/bazel" },
  { tool: "zig", directory: ".cache/zig" },
  { tool: "helm", directory: ".cache/helm" },
];

/** Names that mark a cache wherever they are. */
const NAMES: ReadonlyMap<string, string> = new Map([
  ["__pycache__", "python"],
  [".pytest_cache", "pytest"],
  [".mypy_cache", "mypy"],
  [".ruff_cache", "ruff"],
  [".hypothesis", "hypothesis"],
  [".eslintcache", "eslint"],
  [".stylelintcache", "stylelint"],
]);

export interface NoiseSurroundings {
  readonly home: string;
  /** In it only names count: a project may lie anywhere. Null if the path is outside of it. */
  readonly workingTree: RawPath | null;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** What is noise at a path. */
export function noiseAt(
  path: RawPath,
  { home, workingTree, environment }: NoiseSurroundings,
): Noise | null {
  const isInside = workingTree !== null && isWithin(path, workingTree);
  for (const name of (isInside ? path.slice(workingTree.length) : path).split("/")) {
    const tool = NAMES.get(name);
    if (tool !== undefined) return { tool, what: "cache" };
  }
  if (isInside) return null;
  for (const place of PLACES) {
    const what = directoriesOf(place, home, environment)
      .filter((directory) => isWithin(path, directory))
      .map((directory) => kindIn(place, path, directory))
      .find((kind) => kind !== null);
    if (what !== undefined && what !== null) return { tool: place.tool, what };
  }
  return null;
}

/** Whether a path outside of any working tree is a log or cache of a tool. */
export function isNoiseOutside(path: string, home: string): boolean {
  const around = { home, workingTree: null, environment: process.env };
  return noiseAt(rawPath(path), around) !== null;
}

function directoriesOf(
  { directory, variables = [] }: NoisePlace,
  home: string,
  environment: NoiseSurroundings["environment"],
): readonly RawPath[] {
  const named = variables.map((name) => environment[name]).filter((path) => path?.startsWith("/"));
  const usual = directory.startsWith("/") ? directory : `${home}/${directory}`;
  return [usual, ...named].map((path) => rawPath(path ?? ""));
}

function kindIn(
  { logs, caches }: NoisePlace,
  path: RawPath,
  directory: RawPath,
): Noise["what"] | null {
  if (logs === undefined && caches === undefined) return "cache";
  const isIn = (name: string): boolean =>
    name === "." || isWithin(path, rawPath(`${directory}/${name}`));
  if (logs?.some(isIn)) return "log";
  return caches?.some(isIn) ? "cache" : null;
}

/** Removing a stale cache may be the very fix, so only what is written counts. */
const WRITTEN: ReadonlySet<string> = new Set(["add", "modify", "meta"]);

/** Which changes are noise, with the new directories that hold nothing else. */
export function noiseAmong(
  changes: readonly Change[],
  around: NoiseSurroundings,
): ReadonlyMap<Change, Noise> {
  const found = new Map<Change, Noise>();
  for (const change of changes) {
    const noise = WRITTEN.has(change.kind) ? noiseAt(change.path, around) : null;
    if (noise !== null) found.set(change, noise);
  }
  if (found.size === 0) return found;
  // From the deepest up: a directory comes before its contents.
  const inside = Map.groupBy(changes, ({ path }) => parentPath(path));
  for (const change of changes.toReversed()) {
    if (found.has(change) || !isNewDirectory(change)) continue;
    const held = inside.get(change.path) ?? [];
    const [first] = held;
    const noise = first === undefined ? undefined : found.get(first);
    if (noise !== undefined && held.every((each) => found.has(each))) found.set(change, noise);
  }
  return found;
}

function isNewDirectory({ kind, after }: Change): boolean {
  return kind === "add" && after?.type === "directory";
}
