import { type JsonObject, MAX_COMMITTED } from "@bazaar/kernel";
import type { Run } from "../../sandbox.ts";
import type { CommandCollector } from "../collector.ts";

export const collectOutput: CommandCollector = async (command, sandbox) =>
  outputEvidence(await sandbox.rehearse(command));

/**
 * The end of standard output, short enough to be recorded. What a program complains about is not what
 * it answers.
 */
function outputEvidence({ stdout, isCut, stoppedBy }: Run): JsonObject {
  if (stoppedBy !== null) return { stopped_by: stoppedBy };
  // Half a character is not text.
  const output = stdout.slice(-MAX_COMMITTED).replace(/^[\udc00-\udfff]/, "");
  return isCut || output.length < stdout.length ? { output, is_cut: true } : { output };
}
