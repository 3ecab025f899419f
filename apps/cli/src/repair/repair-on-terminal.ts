/** One repair, shown to whoever sits there: a person at a terminal, a log, or a program. */
import { homedir } from "node:os";
import type { Failure } from "@bazaar/client";
import { marketUrlProblem } from "@bazaar/doors/http/connect";
import type { JudgedChange } from "@bazaar/guard/commit";
import { parseAmount, XNO } from "@bazaar/kernel";
import { asciiJson, BadInput } from "@bazaar/terminal";
import type { RepairFlags } from "../commands/repair.ts";
import { type Config, type Mode, type Network, readConfig } from "../config.ts";
import { fixHome } from "../home.ts";
import { changeLines } from "../try/show-changes.ts";
import { textDiffs } from "../try/text-diffs.ts";
import { askPerson, unattended } from "./approval.ts";
import { eventLine } from "./json-view.ts";
import { repairFailure } from "./repair-failure.ts";
import { TerminalView } from "./terminal-view.ts";

export async function repairOnTerminal(failure: Failure, flags: RepairFlags): Promise<number> {
  const config = withFlags(readConfig(fixHome(homedir()).config), flags);
  if (config.mode === "autonomous") {
    throw new BadInput("the autonomous mode is not built yet: use --mode supervised");
  }
  const isTerminal = process.stdin.isTTY === true && process.stderr.isTTY === true;
  const view = new TerminalView({
    write: (text) => process.stderr.write(text),
    hasColours: process.stderr.isTTY === true && process.env.NO_COLOR === undefined,
    nowMs: () => performance.now(),
  });
  const say = (label: string, text: string): void =>
    flags.json === true ? writeJson({ type: label, text }) : view.say(label, text);
  say("failed", `exit ${failure.exitCode}: ${failure.command}`);
  const accepted = new Set<string>();
  const interrupt = new AbortController();
  const onSignal = (): void => interrupt.abort();
  process.on("SIGINT", onSignal).on("SIGTERM", onSignal);
  try {
    return await repairFailure(
      failure,
      config,
      {
        say,
        tell: (event) => {
          if (flags.json === true) process.stdout.write(`${eventLine(event)}\n`);
          else view.show(event);
        },
        approve: async (changes, proposal) => {
          if (flags.json !== true) await showChanges(view, changes, failure.directory);
          if (flags.explain === true) return null;
          const approval = { changes, proposal, failure, isYes: flags.yes === true };
          if (isTerminal && flags.json !== true)
            return askPerson(approval, accepted, interrupt.signal);
          const plan = unattended(approval, config.market !== null);
          if (typeof plan !== "string") return plan;
          say("not kept", plan);
          return null;
        },
        mayRun: (command) => accepted.has(command),
        signal: interrupt.signal,
      },
      flags.local === true || flags.explain === true,
    );
  } finally {
    process.off("SIGINT", onSignal).off("SIGTERM", onSignal);
  }
}

function writeJson(value: object): void {
  process.stdout.write(`${asciiJson(JSON.stringify(value))}\n`);
}

async function showChanges(
  view: TerminalView,
  changes: readonly JudgedChange[],
  workingTree: string,
): Promise<void> {
  view.lines(changeLines(changes, { refused: [], hasAttributes: true }, workingTree));
  view.lines((await textDiffs(changes, workingTree)) ?? []);
}

/** @throws BadInput that names the flag. */
function withFlags(config: Config, flags: RepairFlags): Config {
  const { market, bounty, mode, judge, network } = flags;
  const problem = market === undefined ? null : marketUrlProblem(market);
  if (problem !== null) throw new BadInput(`--market: ${problem}`);
  if (bounty !== undefined && !parseAmount(bounty, XNO).ok) {
    throw new BadInput(`--bounty: expected an amount such as 0.5, got "${bounty}"`);
  }
  return {
    ...config,
    ...(market === undefined ? {} : { market }),
    ...(bounty === undefined ? {} : { bounty }),
    ...(mode === undefined ? {} : { mode: mode as Mode }),
    ...(judge === undefined ? {} : { judge }),
    ...(network === undefined ? {} : { network: network as Network }),
  };
}
