/**
 * Evidence for the kernel's `judge`, collected by running the command that is being repaired.
 *
 * It runs on top of whatever the fix left, and what it writes itself is thrown away: a check
 * neither changes the user's files nor the next check's.
 */
import { type Check, type JsonObject, unreachable } from "@bazaar/kernel";
import { exitCodeEvidence } from "./collect/exit-code.ts";
import { outputEvidence } from "./collect/output-match.ts";
import type { Sandbox, ShellCommand } from "./sandbox.ts";

/** Empty where no command can tell and the principal decides. */
export async function collect(
  check: Check,
  command: ShellCommand,
  sandbox: Sandbox,
): Promise<JsonObject> {
  switch (check.method) {
    case "exit_code":
      return exitCodeEvidence(await sandbox.rehearse(command));
    case "output_match":
      return outputEvidence(await sandbox.rehearse(command));
    case "principal":
      return {};
    default:
      return unreachable(check);
  }
}
