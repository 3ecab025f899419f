/**
 * Repairs a failed command: reproduces it in a sandbox, gives the scrubbed failure to a market or to
 * local solvers, tries and verifies fixes, and commits an approved one. Returns the exit code of `fix`.
 */
import type { Hint } from "@bazaar/agent";
import { actsOnShell } from "@bazaar/agent/shell-commands";
import {
  type Consent,
  contractDocument,
  detectEnvironment,
  type Failure,
  type PrincipalNeeds,
  type Proposal,
  type Repaired,
  recordCommand,
  repair,
} from "@bazaar/client";
import { BadAnswer, MarketUnavailable } from "@bazaar/doors/http/connect";
import { openKeyFile } from "@bazaar/keys/key-file";
import type { Config } from "../config.ts";
import { visibleLine } from "../contracts/visible-command.ts";
import { unreachableWords } from "../contracts/with-market.ts";
import { recoverFirst } from "../recover-first.ts";
import { undoWords } from "../undo/undo-words.ts";
import { adviseOnShell } from "./advise-on-shell.ts";
import { conditionsOf } from "./conditions.ts";
import { openMarket } from "./open-market.ts";
import { outcomeWords } from "./outcome-words.ts";
import { outsideCause } from "./outside-causes.ts";
import { principalNeeds, type RepairContext, repairContext } from "./repair-context.ts";
import { problemOf, repairLocally } from "./repair-locally.ts";
import { reproduce } from "./reproduce.ts";
import { sayHints } from "./say-hints.ts";
import { saySent } from "./sent-words.ts";
import type { UserInterface } from "./user-interface.ts";

/** What a repair needs to know. */
export interface Repairing {
  readonly failure: Failure;
  readonly config: Config;
  readonly approve: PrincipalNeeds["approve"];
  readonly consent: Consent;
  /** What a fix sees besides the working tree. */
  readonly shows: readonly string[];
  /** Whether the person is asked what else to show. */
  readonly asksToShow: boolean;
  /** Whether no market is asked. */
  readonly isLocal: boolean;
  /** Whether the repaired command runs once more, outside the sandbox. */
  readonly isRunAgain: boolean;
}

export async function repairFailure(repairing: Repairing, ui: UserInterface): Promise<number> {
  const { failure, config, isLocal, consent, shows } = repairing;
  const problem = await recoverFirst();
  if (problem !== null) {
    ui.say("not started", problem);
    return failure.exitCode;
  }
  const { network, mode, timeoutSeconds } = config;
  const mustSurviveRestart = mode === "autonomous" && !isLocal;
  const options = { network, shows, mustSurviveRestart, timeoutSeconds, consent };
  const place = repairContext(failure, options, ui);
  const cause = outsideCause(failure.output);
  const isForShell = actsOnShell(failure.command);
  if (isForShell && (await adviseOnShell(problemOf(repairing, place), place))) {
    return ui.interruptedCode ?? failure.exitCode;
  }
  // Nobody is paid for a command that changes nothing but a shell of its own.
  const repaired =
    isLocal || isForShell || cause !== null
      ? await repairLocally(repairing, place, cause)
      : await repairByMarket(repairing, place);
  if (repaired === null) {
    const advice = place.lacking.advice({ isOwnAgent: isLocal || config.market === null });
    if (advice !== null) ui.say("hidden", advice);
    return ui.interruptedCode ?? failure.exitCode;
  }
  return exitCodeOf(repaired, repairing, place);
}

async function exitCodeOf(
  { proposal, correction }: Repaired,
  { failure, isRunAgain }: Repairing,
  place: RepairContext,
): Promise<number> {
  const { say, interruptedCode, accepted } = place.ui;
  const { correctedCommand } = proposal;
  if (correction?.is === "applied" && !accepted.has(correctedCommand ?? "")) {
    place.ui.result(correction.stdout);
    return interruptedCode ?? 0;
  }
  if (interruptedCode !== null || (correctedCommand === null && !isRunAgain)) {
    say("repaired", `run it again: ${visibleLine(correctedCommand ?? failure.command)}`);
    return interruptedCode ?? 0;
  }
  if (correctedCommand === null) return runForReal(failure.command, place);
  return correction === null ? exitCodeAfter(proposal, place) : runForReal(correctedCommand, place);
}

async function repairByMarket(
  { failure, config, approve, asksToShow }: Repairing,
  start: RepairContext,
): Promise<Repaired | null> {
  // Before posting: an agent puts its time and its bond into this.
  const place = await reproduce(start, { failure, asksToShow });
  if (place === null) return null;
  const { own, around, ui } = place;
  const { say, clock, signal } = ui;
  const { signer, isNew } = openKeyFile(own.key);
  if (isNew) say("key", `created ${own.key}; keep this file secret: it is your identity`);
  const hints: { readonly contract: string; readonly hint: Hint }[] = [];
  const onHint = (contract: string, hint: Hint): void => void hints.push({ contract, hint });
  await using market = await openMarket(config.market, signer, own, { clock, onHint });
  try {
    const conditions = await conditionsOf(market.connection, config, signal);
    const needs = principalNeeds(place, market, approve);
    const text = (own: string): string => needs.outgoing.text(own);
    const document = contractDocument(failure, conditions, detectEnvironment(around.path), text);
    const done = await repair(document, needs);
    if (done.is === "over" && done.repaired === null) {
      const own = hints.filter(({ contract }) => contract === done.contract.id);
      sayHints(
        own.map(({ hint }) => hint),
        ui,
      );
    }
    for (const { label, text } of outcomeWords(done, clock.nowMs())) say(label, text);
    saySent(market, "contract" in done ? done.contract : null, ui);
    return "repaired" in done ? done.repaired : null;
  } catch (error) {
    if (signal.aborted) say("stopped", "interrupted before anything was posted");
    else if (!(error instanceof MarketUnavailable || error instanceof BadAnswer)) throw error;
    else
      say("no market", `${unreachableWords(nameOf(config), error)}; fix --local needs no market`);
    return null;
  }
}

function nameOf({ market }: Config): string {
  return market ?? "the built-in market";
}

/**
 * A stranger's corrected command has only run in the sandbox. It runs outside once, and only if the
 * user approved this very command; `--yes` does not count.
 */
export async function exitCodeAfter(
  { correctedCommand: command }: Proposal,
  { failed, ui }: Pick<RepairContext, "failed" | "ui">,
): Promise<number> {
  if (command === null) return 0;
  if (!ui.accepted.has(command)) {
    ui.say("not run", `it works in the sandbox; to run it for real: ${command}`);
    return failed.exitCode;
  }
  return runForReal(command, { failed, ui });
}

/** Runs the command outside the sandbox, where it has its effects. */
async function runForReal(
  command: string,
  { failed, ui }: Pick<RepairContext, "failed" | "ui">,
): Promise<number> {
  ui.say("runs", command);
  // From here on Ctrl+C belongs to the command.
  ui.leave();
  const { exitCode } = await recordCommand({
    command,
    directory: failed.directory,
    environment: process.env,
    isTerminal: process.stdin.isTTY === true && process.stdout.isTTY === true,
  });
  const back = await undoWords(failed.directory);
  if (exitCode !== 0 && !STOPPED.has(exitCode)) {
    const words = back === null ? "" : `; ${back.text}`;
    ui.say("differs", `exit ${exitCode}, although it passed in the sandbox${words}`);
  } else if (back?.isWhole === false) {
    ui.say("changed", `the command rewrote what the fix put in place; ${back.text}`);
  }
  return exitCode;
}

/** Exit codes after Ctrl+C, Ctrl+\\ and SIGTERM. */
const STOPPED: ReadonlySet<number> = new Set([130, 131, 143]);
