/** How a command ended, as results say it. */
import { type JsonObject, NO_EXIT_CODE } from "@bazaar/kernel";
import type { Run } from "@bazaar/work";

export function exitCodeOf({ exitCode }: Run): number {
  return exitCode ?? NO_EXIT_CODE;
}

/** As the result of a patch lists it. */
export function commandResult(command: string, run: Run): JsonObject {
  return {
    command,
    exit_code: BigInt(exitCodeOf(run)),
    stdout_sha256: run.stdoutSha256,
    stderr_sha256: run.stderrSha256,
  };
}
