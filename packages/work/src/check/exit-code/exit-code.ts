import type { JsonObject } from "@bazaar/kernel";
import type { Run } from "../../sandbox.ts";
import type { CommandCollector } from "../collector.ts";

export const collectExitCode: CommandCollector = async (command, sandbox) =>
  exitCodeEvidence(await sandbox.rehearse(command));

/** A command that was stopped has no exit code: whatever it would have been is not known. */
export function exitCodeEvidence({ exitCode, signal, stoppedBy }: Run): JsonObject {
  if (stoppedBy !== null) return { stopped_by: stoppedBy };
  if (exitCode !== null) return { exit_code: BigInt(exitCode) };
  return signal === null ? {} : { signal };
}
