/**
 * Whether a command fails in the sandbox without any fix. One that does not fail there cannot be
 * repaired there: it would pass after any fix.
 */
import type { RepairContext } from "./repair-context.ts";

export async function isReproduced({
  failed,
  sandbox,
  openSandbox,
  ui,
}: RepairContext): Promise<boolean> {
  const { say, tell, signal } = ui;
  const opened = await openSandbox();
  if (!opened.ok) {
    const isForMemory = opened.refusal.code === "no_state_directory" && sandbox.mustSurviveRestart;
    tell({ type: "no_sandbox", refusal: opened.refusal });
    say("hint", isForMemory ? NO_DISK : "fix doctor shows what is missing");
    return false;
  }
  await using reproducing = opened.value;
  const { exitCode, stoppedBy } = await reproducing.rehearse({ text: failed.command, signal });
  if (signal.aborted) {
    say("stopped", "interrupted; nothing was posted or changed");
    return false;
  }
  if (stoppedBy !== null) {
    say(
      "sandbox",
      `the command does not finish in the sandbox (${stoppedBy}), so no fix can be verified`,
    );
    return false;
  }
  if (exitCode !== 0) return true;
  say(
    "sandbox",
    "the command succeeds in the sandbox without a fix, so there is nothing to repair",
  );
  return false;
}

const NO_DISK =
  "a fix kept for review must survive a restart: set XDG_STATE_HOME to a directory on a disk, or use --mode supervised";
