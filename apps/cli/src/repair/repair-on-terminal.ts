/** One repair with its user interface: a terminal, a log, or JSON. */
import { homedir } from "node:os";
import type { Failure, WaitingRepairs } from "@bazaar/client";
import type { RepairFlags } from "../commands/repair.ts";
import { type Config, type Mode, type Network, readConfig } from "../config.ts";
import { visibleLine } from "../contracts/visible-command.ts";
import { fixHome } from "../home.ts";
import type { PromptLine } from "../shell/prompt-line.ts";
import { shownTo } from "../shows/shown-to.ts";
import { askPerson, unattended } from "./approval.ts";
import { consentOf } from "./consent.ts";
import { type Repairing, repairFailure } from "./repair-failure.ts";
import { UntrustedWords } from "./untrusted-words.ts";
import { UserInterface } from "./user-interface.ts";
import { waitingRepairs } from "./waiting-repairs.ts";

export interface Surroundings {
  /** Whether `fix` ran the command, and so runs it again after the repair. */
  readonly isOurRun: boolean;
  /** The person's prompt, for a correction of our own rules that no sandbox can prove. */
  readonly promptLine: PromptLine | null;
}

export async function repairOnTerminal(
  failure: Failure,
  flags: RepairFlags,
  { isOurRun, promptLine }: Surroundings = { isOurRun: true, promptLine: null },
): Promise<number> {
  const own = fixHome(homedir());
  const config = withFlags(readConfig(own.config), flags);
  const untrusted = new UntrustedWords(failure);
  using ui = new UserInterface({ ...flags, promptLine, onEvent: untrusted.see });
  const { say, signal, accepted } = ui;
  say("failed", `exit ${failure.exitCode}: ${failure.command}`);
  sayWaiting(waitingRepairs(own), ui);
  const approve: Repairing["approve"] = async (judged, proposal, correction, isOwnAgent) => {
    const { correctedCommand } = proposal;
    // A command that replaces another has no changes to show, and still an effect.
    const isShown = judged.length > 0 || correctedCommand === null;
    const changes = isShown ? await ui.showChanges(judged, failure.directory) : judged;
    const answer = visibleLine(correctedCommand ?? "the changes above");
    if (flags.explain === true) {
      say("explained", `This would fix it: ${answer} (nothing changed)`);
      ui.declined = "explained";
      return null;
    }
    const approval = { changes, proposal, correction, failure, isYes: flags.yes === true };
    if (ui.isAsking) {
      const asked = await askPerson(approval, accepted, signal);
      if (asked === null) ui.declined = "by_you";
      return asked;
    }
    const unread = isOwnAgent ? untrusted.problemOf(proposal.fix) : null;
    const plan = unread ?? unattended(approval, config.market !== null);
    if (typeof plan !== "string") return plan;
    ui.declined = "unasked";
    say("not done", plan);
    if (correction !== null) say("not run", `This would fix it: ${answer}`);
    return null;
  };
  const consent = consentOf({ ...flags, mode: config.mode }, failure.directory, ui);
  const shows = shownTo(failure.directory, flags, ui);
  const asksToShow = ui.isAsking && config.mode !== "autonomous";
  const isUnread = flags.yes === true;
  const where = { isLocal: isLocal(flags), isOurRun, isUnread, shows, asksToShow };
  return await repairFailure({ failure, config, approve, consent, ...where }, ui);
}

/** Mentions earlier fixes that wait for review. */
function sayWaiting(repairs: WaitingRepairs, { say }: UserInterface): void {
  const waiting = repairs.all().repairs.filter(({ kept }) => kept !== null).length;
  if (waiting === 0) return;
  const fixes = waiting === 1 ? "fix waits" : "fixes wait";
  say("review", `${waiting} earlier ${fixes} for you: fix review`);
}

/** Neither flag uses a market. */
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
