/**
 * A person's `fix` that is killed in the middle, in a process of its own:
 * `kill-at.ts repair|review <event>` ends by SIGKILL when that event is told.
 */
import { spawnSync } from "node:child_process";
import { homedir } from "node:os";
import { NO_CONSENT, type RepairEvent } from "@bazaar/client";
import { discardKept } from "@bazaar/guard/sandbox";
import { invariant } from "@bazaar/kernel";
import { DEFAULT_CONFIG } from "../src/config.ts";
import { fixHome } from "../src/home.ts";
import { repairFailure } from "../src/repair/repair-failure.ts";
import { reviewOnTerminal } from "../src/repair/review/review-on-terminal.ts";
import { UserInterface } from "../src/repair/user-interface.ts";
import { waitingRepairs } from "../src/repair/waiting-repairs.ts";

const [what = "", at = ""] = process.argv.slice(2);
const command = "node test.mjs";
const repairs = waitingRepairs(fixHome(homedir()));

function dying({ type }: RepairEvent): void {
  // The commit stands, and the process ends before it has written that down.
  if (at === "committed, unrecorded" && type === "committed") {
    const [waiting] = repairs.all().repairs;
    invariant(waiting !== undefined && waiting.kept !== null, "nothing was committed");
    repairs.write({ ...waiting, kept: { ...waiting.kept, step: "accepting" } });
    process.kill(process.pid, "SIGKILL");
  }
  if (type === at) process.kill(process.pid, "SIGKILL");
}

class DyingInterface extends UserInterface {
  override readonly tell = dying;
}

using ui = new DyingInterface({});
if (what === "repair") {
  const { status, stderr } = spawnSync("bash", ["-c", command], { encoding: "utf8" });
  const failure = { command, directory: process.cwd(), exitCode: status ?? 1, output: stderr };
  const config = { ...DEFAULT_CONFIG, mode: "autonomous" } as const;
  const approve = async () => null;
  await repairFailure(
    {
      ...{ failure, config, approve, consent: NO_CONSENT },
      ...{ isLocal: false, shows: [], asksToShow: false, isOurRun: false, isUnread: false },
    },
    ui,
  );
} else {
  const [waiting] = repairs.all().repairs;
  invariant(waiting !== undefined, "nothing waits");
  await reviewOnTerminal(waiting, { repairs, discardKept }, { yes: true }, ui);
}
