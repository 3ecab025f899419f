/** One repair, shown to whoever sits there: a person at a terminal, a log, or a program. */
import { homedir } from "node:os";
import type { Failure, WaitingRepairs } from "@bazaar/client";
import type { RepairFlags } from "../commands/repair.ts";
import { type Config, type Mode, type Network, readConfig } from "../config.ts";
import { fixHome } from "../home.ts";
import { askPerson, unattended } from "./approval.ts";
import { ownRepairs } from "./own-repairs.ts";
import { type Repairing, repairFailure } from "./repair-failure.ts";
import { Stage } from "./stage.ts";

/** `isOurRun` is whether the command was run by us, so that its repair is to show here too. */
export async function repairOnTerminal(
  failure: Failure,
  flags: RepairFlags,
  isOurRun = true,
): Promise<number> {
  const own = fixHome(homedir());
  const config = withFlags(readConfig(own.config), flags);
  using stage = new Stage(flags);
  const { say, signal, accepted } = stage;
  say("failed", `exit ${failure.exitCode}: ${failure.command}`);
  sayWaiting(ownRepairs(own), stage);
  const approve: Repairing["approve"] = async (judged, proposal) => {
    const changes = await stage.showChanges(judged, failure.directory);
    if (flags.explain === true) return null;
    const approval = { changes, proposal, failure, isYes: flags.yes === true };
    if (stage.isAsking) return askPerson(approval, accepted, signal);
    const plan = unattended(approval, config.market !== null);
    if (typeof plan !== "string") return plan;
    say("not done", plan);
    return null;
  };
  // What a stranger wrote and nobody has read is left to the person to run.
  const isUnreadStranger = config.market !== null && !isLocal(flags) && flags.yes === true;
  const isRunAgain = isOurRun && !isUnreadStranger;
  const repairing = { failure, config, approve, isLocal: isLocal(flags), isRunAgain };
  return await repairFailure(repairing, stage);
}

/** Earlier fixes that the person has not looked at. */
function sayWaiting(repairs: WaitingRepairs, { say }: Stage): void {
  const waiting = repairs.all().repairs.filter(({ kept }) => kept !== null).length;
  if (waiting === 0) return;
  const fixes = waiting === 1 ? "fix waits" : "fixes wait";
  say("review", `${waiting} earlier ${fixes} for you: fix review`);
}

/** Neither asks a market. */
function isLocal({ local = false, explain = false }: RepairFlags): boolean {
  return local || explain;
}

function withFlags(config: Config, flags: RepairFlags): Config {
  const { market, bounty, mode, judge, network } = flags;
  return {
    ...config,
    ...(market === undefined ? {} : { market }),
    ...(bounty === undefined ? {} : { bounty }),
    ...(mode === undefined ? {} : { mode: mode as Mode }),
    ...(judge === undefined ? {} : { judge }),
    ...(network === undefined ? {} : { network: network as Network }),
  };
}
