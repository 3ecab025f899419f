/**
 * Where jobs are done: the guard's sandbox on a directory of its own. The network is closed unless the
 * provider opened it. Where no sandbox opens, no job is done.
 */
import {
  type FilesOptions,
  type FilesSandbox,
  openWithFiles,
  type SandboxLimits,
} from "@bazaar/guard/sandbox";
import { CHECK_LIMITS } from "@bazaar/work";

/** What the provider decides for all jobs: files that are shown or hidden, the network, limits. */
export type PlaceSettings = Pick<
  FilesOptions,
  "network" | "limits" | "shows" | "hides" | "path" | "base"
>;

const MIB = 2 ** 20;

/** The most that one job may use, whatever it asks for. */
const LIMITS: Partial<SandboxLimits> = {
  timeoutMs: 3_600_000,
  outputBytes: 64 * MIB,
  keptBytes: CHECK_LIMITS.keptBytes,
  memoryBytes: 2_048 * MIB,
  processes: 256,
  diskBytes: 1_024 * MIB,
  inodes: 100_000,
};

/** A sandbox whose directory has these files and no others; why there is none, as text. */
export function openJobSandbox(
  files: ReadonlyMap<string, Uint8Array | string>,
  settings: PlaceSettings,
  limits: Partial<SandboxLimits> = {},
): Promise<FilesSandbox | string> {
  const allowed = { ...LIMITS, ...settings.limits };
  return openWithFiles(files, { ...settings, limits: within(allowed, limits) });
}

/** What is asked for, up to what is allowed. */
function within(
  allowed: Partial<SandboxLimits>,
  asked: Partial<SandboxLimits>,
): Partial<SandboxLimits> {
  const names = Object.keys(asked) as (keyof SandboxLimits)[];
  const least = names.map((name) => [
    name,
    Math.min(asked[name] ?? Number.POSITIVE_INFINITY, allowed[name] ?? Number.POSITIVE_INFINITY),
  ]);
  return { ...allowed, ...Object.fromEntries(least) };
}
