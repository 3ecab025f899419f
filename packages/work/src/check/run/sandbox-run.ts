/** What a job asks to be run: its commands, their environment, and where they start. */
import { fields, isTreePath, type JsonObject } from "@bazaar/kernel";
import type { AskedLimits } from "../check-limits.ts";

export interface SandboxRun {
  readonly commands: readonly SandboxCommand[];
  readonly env: ReadonlyMap<string, string>;
  /** For all of them together. */
  readonly timeoutMs: number;
  /** What they may use, where the job says it. */
  readonly limits: AskedLimits;
}

export interface SandboxCommand {
  readonly cmd: string;
  /** Relative to where the first command starts; null: there. */
  readonly workdir: string | null;
  readonly continueOnFail: boolean;
}

const MAX_COMMANDS = 100;
const MAX_COMMAND = 10_000;
const MAX_WORKDIR = 1_024;
const MAX_VARIABLES = 100;
const MAX_VALUE = 10_000;
const MAX_SECONDS = 3_600;
const MAX_MEGABYTES = 65_536;
const MIB = 2 ** 20;
const VARIABLE = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** Or a sentence that says why it cannot be run. */
export function readSandboxRun(payload: JsonObject): SandboxRun | string {
  const read = fields(payload, "payload");
  const env = read.optional("env", (name) => read.object(name));
  const names = env?.names ?? [];
  if (names.length > MAX_VARIABLES || !names.every((name) => VARIABLE.test(name))) {
    read.fault("env", "expected plain names");
  }
  const commands = read.array("commands", { min: 1, max: MAX_COMMANDS }, (items, at) => {
    const item = items.object(at);
    const workdir = item.optional("workdir", (name) => item.string(name, { max: MAX_WORKDIR }));
    if (workdir !== null && !isTreePath(workdir)) item.fault("workdir", "expected a relative path");
    return {
      cmd: item.string("cmd", { min: 1, max: MAX_COMMAND }),
      workdir,
      continueOnFail: item.optional("continue_on_fail", (name) => item.boolean(name)) ?? false,
    };
  });
  const resources = read.object("sandbox").object("resources");
  const seconds = resources.integer("timeout_secs", { min: 1, max: MAX_SECONDS });
  const bytes = (field: string): number | null =>
    resources.optional(
      field,
      (name) => resources.integer(name, { min: 1, max: MAX_MEGABYTES }) * MIB,
    );
  const [memoryBytes, diskBytes] = [bytes("memory_mb"), bytes("disk_mb")];
  const values = names.slice(0, MAX_VARIABLES).map((name) => {
    return [name, env?.string(name, { max: MAX_VALUE }) ?? ""] as const;
  });
  if (read.problem !== null) return "The job does not say what to run.";
  const limits = {
    ...(memoryBytes === null ? {} : { memoryBytes }),
    ...(diskBytes === null ? {} : { diskBytes }),
  };
  return { commands, env: new Map(values), timeoutMs: seconds * 1_000, limits };
}
