/**
 * Where the server runs checks of strangers again: the guard's sandbox on a copy of a directory that
 * has the files of the check and no others. Nothing else can be written to, there is no network, and
 * neither the server's files nor its environment are seen.
 */
import { dirname, join, resolve } from "node:path";
import { jailProblem } from "@bazaar/guard/jail-problem";
import type { FilesOptions, SandboxLimits } from "@bazaar/guard/sandbox";
import { InvariantViolation, NUMBER_RULES } from "@bazaar/kernel";
import { type OpenSandbox, withinCheckLimits } from "@bazaar/work";
import type { Logger } from "pino";
import type { Config } from "./config.ts";
import { messageWithCause } from "./message-with-cause.ts";

const LIMITS: Partial<SandboxLimits> = {
  // The most that terms can allow: each run is given what its question leaves.
  timeoutMs: NUMBER_RULES.executionSeconds.max * 1_000,
};

/** What a sandbox must not see, and where it keeps what it needs while it is open. */
export type Place = Pick<FilesOptions, "hides" | "stateDirectory">;

type ServerFiles = Pick<Config, "database" | "keyPath" | "settingsPath">;

const WITHOUT = "no sandbox for checks: they are not run again, judges decide";

/** At the start of a server; says in the log why not. Opening one to find out would delay it. */
export async function hasSandbox(log: Logger): Promise<boolean> {
  const because = await jailProblem();
  if (because !== null) log.warn({ because }, WITHOUT);
  return because === null;
}

/** Says in the log why there is none, once for each reason. */
export function checkSandbox(config: ServerFiles, log: Logger): OpenSandbox {
  return sandboxFor(placeOf(config), sayMissing(log));
}

export function sayMissing(log: Logger): (because: string) => void {
  return (because) => log.warn({ because }, WITHOUT);
}

/** Tells why there is none, once for each reason. */
export function sandboxFor(place: Place, onMissing: (because: string) => void): OpenSandbox {
  let told: string | null = null;
  return async (files, asked = {}) => {
    const limits = { ...LIMITS, ...withinCheckLimits(asked) };
    // The guard is large: loaded with the server, it would make every restart a longer outage.
    const { openWithFiles } = await import("@bazaar/guard/sandbox");
    const opened = await openWithFiles(files, { ...place, limits }).catch(messageOf);
    if (typeof opened !== "string") return opened;
    if (opened !== told) onMissing(opened);
    told = opened;
    return null;
  };
}

/** A machine that cannot open one is normal: the server runs without it. */
function messageOf(error: unknown): string {
  if (error instanceof InvariantViolation || !(error instanceof Error)) throw error;
  return messageWithCause(error);
}

export function placeOf({ database, keyPath, settingsPath }: ServerFiles): Place {
  const files = [database.file ?? [], keyPath, settingsPath ?? []].flat().map((at) => resolve(at));
  // A market without a file keeps nothing, and so nothing of its checks.
  if (database.file === null) return { hides: files };
  const data = dirname(resolve(database.file));
  return { hides: [data, ...files], stateDirectory: join(data, "checks") };
}
