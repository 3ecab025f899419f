/**
 * Repairs a failed command: reproduces it in a sandbox, gives the scrubbed failure to a market or to
 * local solvers, tries and verifies fixes, and commits an approved one. Returns the exit code of `fix`.
 */
import { accessSync, constants } from "node:fs";
import type { Hint } from "@bazaar/agent";
import { isOfOwnHosts } from "@bazaar/agent/own-hosts";
import { actsOnShell, changesDirectory } from "@bazaar/agent/shell-commands";
import {
  type Consent,
  contractDocument,
  detectEnvironment,
  type Failure,
  type PrincipalNeeds,
  type Proposal,
  type RepairEvent,
  type Repaired,
  recordCommand,
  repair,
} from "@bazaar/client";
import { BadAnswer, type Contract, MarketUnavailable } from "@bazaar/doors/connection";
import { isEnded } from "@bazaar/kernel";
import { openKeyFile } from "@bazaar/keys/key-file";
import { asking } from "@bazaar/terminal/prompt";
import { readModelAccess } from "@bazaar/work/model";
import type { Config } from "../config.ts";
import { untilPaid } from "../contracts/follow-until.ts";
import { visibleLine } from "../contracts/visible-command.ts";
import { unreachableWords } from "../contracts/with-market.ts";
import { recoverFirst } from "../recover-first.ts";
import { undoWords } from "../undo/undo-words.ts";
import { adviseOnShell } from "./advise-on-shell.ts";
import { conditionsOf } from "./conditions.ts";
import { costOfDeclining, whatFollowsDeclining } from "./declining-words.ts";
import { openMarket } from "./open-market.ts";
import { outcomeWords } from "./outcome-words.ts";
import { outsideCause } from "./outside-causes.ts";
import { PickupNotice } from "./pickup-notice.ts";
import { principalNeeds, type RepairContext, repairContext } from "./repair-context.ts";
import { problemOf, repairLocally, sayUnrepaired, searchLocally } from "./repair-locally.ts";
import { reproduce } from "./reproduce.ts";
import { sayHints } from "./say-hints.ts";
import { saySent } from "./sent-words.ts";
import type { UserInterface } from "./user-interface.ts";

/** What a repair needs to know. */
export interface Repairing {
  readonly failure: Failure;
  readonly config: Config;
  /** `isOwnAgent`: whether the command runs for real once the changes are accepted. */
  readonly approve: (
    ...proposed: [...Parameters<PrincipalNeeds["approve"]>, isOwnAgent: boolean]
  ) => ReturnType<PrincipalNeeds["approve"]>;
  readonly consent: Consent;
  /** What a fix sees besides the working tree. */
  readonly shows: readonly string[];
  /** Whether the person is asked what else to show. */
  readonly asksToShow: boolean;
  /** Whether no market is asked. */
  readonly isLocal: boolean;
  /** Whether `fix` ran the command, and so runs it again after a repair of its own. */
  readonly isOurRun: boolean;
  /** Whether a stranger's fix is accepted without anybody reading it. */
  readonly isUnread: boolean;
}

export async function repairFailure(repairing: Repairing, ui: UserInterface): Promise<number> {
  const { failure, config, isLocal, consent, shows } = repairing;
  const problem = await recoverFirst(failure.directory);
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
  const isAnsweredHere = isForShell || isOfOwnHosts(failure.command, failure.output);
  if (isAnsweredHere && (await adviseOnShell(problemOf(repairing, place), place))) {
    return ui.interruptedCode ?? failure.exitCode;
  }
  const own = { ...repairing, isUnread: false };
  // Nobody is paid for a command that changes nothing but a shell of its own.
  if (isLocal || isForShell || cause !== null) {
    return codeAfter(await repairLocally(repairing, place, cause), own, place);
  }
  const first = await solveFirst(repairing, place);
  if (first.is === "over") return codeAfter(first.repaired, own, place);
  const repaired = await repairByMarket(repairing, place, first.reproduced);
  return codeAfter(repaired, config.market === null ? own : repairing, place);
}

async function codeAfter(
  repaired: Repaired | null,
  repairing: Repairing,
  place: RepairContext,
): Promise<number> {
  if (repaired === null) {
    const { config, isLocal, failure } = repairing;
    const advice = place.lacking.advice({ isOwnAgent: isLocal || config.market === null });
    if (advice !== null) place.ui.say("hidden", advice);
    if (!isWritable(failure.directory)) {
      place.ui.say(
        "read-only",
        "your user may not write to this directory, so no fix can change it",
      );
    }
    return place.ui.interruptedCode ?? failure.exitCode;
  }
  const code = await exitCodeOf(repaired, repairing, place);
  const { correctedCommand } = repaired.proposal;
  // What ran ran in a shell of its own.
  if (!repairing.isOurRun && changesDirectory(correctedCommand ?? "")) {
    place.ui.say("your shell", `is still in ${visibleLine(repairing.failure.directory)}`);
  }
  return code;
}

function isWritable(directory: string): boolean {
  try {
    accessSync(directory, constants.W_OK);
    return true;
  } catch {
    // Gone or read-only.
    return false;
  }
}

async function exitCodeOf(
  { proposal, correction }: Repaired,
  { failure, isOurRun, isUnread }: Repairing,
  place: RepairContext,
): Promise<number> {
  const { say, interruptedCode, accepted } = place.ui;
  const { correctedCommand } = proposal;
  if (correction?.is === "applied" && !accepted.has(correctedCommand ?? "")) {
    place.ui.result(correction.stdout);
    return interruptedCode ?? 0;
  }
  // A fix from another market that was accepted unread is left to the user to run.
  if (interruptedCode !== null || (correctedCommand === null && (isUnread || !isOurRun))) {
    say("repaired", `run it again: ${visibleLine(correctedCommand ?? failure.command)}`);
    return interruptedCode ?? (isUnread ? failure.exitCode : 0);
  }
  if (correctedCommand === null) return runForReal(failure.command, place);
  return correction === null ? exitCodeAfter(proposal, place) : runForReal(correctedCommand, place);
}

/**
 * Our own rules and known fixes come before another market: they are free, and nothing leaves this
 * machine. Nobody would keep their fix in autonomous mode.
 */
async function solveFirst(repairing: Repairing, place: RepairContext): Promise<First> {
  const { market, mode, bounty, currency } = repairing.config;
  if (market === null || mode === "autonomous") return { is: "unsolved", reproduced: null };
  const { ui } = place;
  const found = await searchLocally(repairing, place, readModelAccess({}));
  const { repaired, reproduced } = found;
  if (repaired !== null) return { is: "over", repaired };
  if (found.isOver || ui.signal.aborted) {
    sayUnrepaired(found, ui);
    return { is: "over", repaired };
  }
  sayHints(found.hints, ui);
  const post = `Post it to ${market} all the same, for ${bounty} ${currency}?`;
  if (found.hints.length > 0) {
    const isWanted = ui.isAsking && (await asking(ui.signal, ({ isYes }) => isYes(post)));
    if (isWanted !== true) {
      ui.say("not posted", `our own rules have an answer; ${market} is not asked`);
      return { is: "over", repaired };
    }
  }
  ui.say("posts", `our own rules know no fix; ${market} is asked`);
  return { is: "unsolved", reproduced };
}

type First =
  | { readonly is: "over"; readonly repaired: Repaired | null }
  /** `reproduced`: where the failure was reproduced already. */
  | { readonly is: "unsolved"; readonly reproduced: RepairContext | null };

async function repairByMarket(
  repairing: Repairing,
  start: RepairContext,
  reproduced: RepairContext | null,
): Promise<Repaired | null> {
  const { failure, config, approve, asksToShow } = repairing;
  // Before posting: an agent puts its time and its bond into this.
  const place = reproduced ?? (await reproduce(start, { failure, asksToShow }));
  if (place === null) {
    if (start.ui.signal.aborted) start.ui.say("stopped", STOPPED_EARLY);
    else await nameWithoutTrying(repairing, start);
    return null;
  }
  const { own, around, ui } = place;
  const { say, clock, signal } = ui;
  const { signer, isNew } = openKeyFile(own.key);
  if (isNew) say("key", `created ${own.key}; keep this file secret: it is your identity`);
  const hints: { readonly contract: string; readonly hint: Hint }[] = [];
  const onHint = (contract: string, hint: Hint): void => void hints.push({ contract, hint });
  const options = { clock, onHint, redactions: place };
  await using market = await openMarket(config.market, signer, own, options);
  try {
    const conditions = await conditionsOf(market.connection, config, signal);
    if (config.market !== null) say("public", PUBLIC);
    using notice = new PickupNotice(clock, say);
    let seen: Contract | null = null;
    const tell = (event: RepairEvent): void => {
      if ("contract" in event) seen = event.contract;
      ui.tell(event);
      notice.see(event);
    };
    const isOwnAgent = config.market === null;
    const decide: PrincipalNeeds["approve"] = async (...proposed) => {
      const state = isOwnAgent ? null : (seen?.state ?? null);
      const cost = state === null || !ui.isAsking ? null : costOfDeclining(state);
      if (cost !== null) say("declining", cost);
      const plan = await approve(...proposed, isOwnAgent);
      if (plan === null && state !== null && !signal.aborted) {
        say("declined", whatFollowsDeclining(state));
      }
      return plan;
    };
    const needs = { ...principalNeeds(place, market, decide), tell };
    const text = (own: string): string => needs.outgoing.text(own);
    const document = contractDocument(failure, conditions, detectEnvironment(around.path), text);
    const done = await repair(document, needs);
    if (done.is === "stopped" && isEnded(done.contract.state.phase)) {
      await untilPaid(market.connection, done.contract, (followed) =>
        ui.tell({ type: "entry", ...followed }),
      );
    }
    const isOver = done.is === "over" && done.repaired === null;
    const named = hints.filter(({ contract }) => isOver && contract === done.contract.id);
    const own = named.map(({ hint }) => hint);
    sayHints(own, ui);
    const search = { declined: ui.declined, hasHint: own.length > 0 };
    for (const { label, text } of outcomeWords(done, clock.nowMs(), search)) say(label, text);
    saySent(market, "contract" in done ? done.contract : null, ui);
    return "repaired" in done ? done.repaired : null;
  } catch (error) {
    if (signal.aborted) say("stopped", STOPPED_EARLY);
    else if (!(error instanceof MarketUnavailable || error instanceof BadAnswer)) throw error;
    else
      say("no market", `${unreachableWords(nameOf(config), error)}; fix --local needs no market`);
    return null;
  }
}

/** No fix can be tried, but our own rules may still know the cause. */
async function nameWithoutTrying(repairing: Repairing, place: RepairContext): Promise<void> {
  const known = await searchLocally(repairing, place, readModelAccess({}), "no fix can be tried");
  sayHints(known.hints, place.ui);
}

const PUBLIC = "anyone can read what is sent to a market, for good; secrets are removed first";
const STOPPED_EARLY = "stopped by you; nothing was posted or changed";

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
    isOffStdout: ui.isJson,
  });
  const back = await undoWords(failed.directory);
  if (exitCode !== 0 && !STOPPED.has(exitCode)) {
    const words = back === null ? "" : `; ${back.text}`;
    ui.say("differs", `exit ${exitCode}, although it passed in the sandbox${words}`);
  } else if (back?.isRewritten === true) {
    ui.say("changed", `the command rewrote what the fix put in place; ${back.text}`);
  }
  return exitCode;
}

/** Exit codes after Ctrl+C, Ctrl+\\ and SIGTERM. */
const STOPPED: ReadonlySet<number> = new Set([130, 131, 143]);
