/**
 * A failed command, from its failure to its repair: reproduced in a sandbox, scrubbed, given to
 * whoever can help, tried, verified, shown and committed. Answers the exit code that `fix` ends
 * with.
 */
import {
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
import { conditionsOf } from "./conditions.ts";
import { endWords } from "./end-words.ts";
import { openMarket } from "./open-market.ts";
import { repairLocally } from "./repair-locally.ts";
import { isReproduced } from "./reproduce.ts";
import type { Stage } from "./stage.ts";
import { principalNeeds, type Workplace, workplace } from "./workplace.ts";

/** A repair that has not begun. */
export interface Repairing {
  readonly failure: Failure;
  readonly config: Config;
  readonly approve: PrincipalNeeds["approve"];
  /** Whether no market is asked. */
  readonly isLocal: boolean;
  /** Whether the repaired command is run for real, once; otherwise the person is told to. */
  readonly isRunAgain: boolean;
}

export async function repairFailure(repairing: Repairing, stage: Stage): Promise<number> {
  const { failure, config, isLocal } = repairing;
  const problem = await recoverFirst();
  if (problem !== null) {
    stage.say("not started", problem);
    return failure.exitCode;
  }
  const { network, mode } = config;
  const mustSurviveRestart = mode === "autonomous" && !isLocal;
  const place = workplace(failure, { network, mustSurviveRestart }, stage);
  const repaired = isLocal
    ? await repairLocally(repairing, place)
    : await repairByMarket(repairing, place);
  if (repaired === null) return stage.interruptedCode ?? failure.exitCode;
  return exitCodeOf(repaired.proposal, repairing, place);
}

async function exitCodeOf(
  proposal: Proposal,
  { failure, isRunAgain }: Repairing,
  place: Workplace,
): Promise<number> {
  const { say, interruptedCode } = place.stage;
  const { correctedCommand } = proposal;
  if (interruptedCode !== null || (correctedCommand === null && !isRunAgain)) {
    say("repaired", `run it again: ${visibleLine(correctedCommand ?? failure.command)}`);
    return interruptedCode ?? 0;
  }
  if (correctedCommand !== null) return exitCodeAfter(proposal, place);
  return runForReal(failure.command, place);
}

async function repairByMarket(
  { failure, config, approve }: Repairing,
  place: Workplace,
): Promise<Repaired | null> {
  // Before posting: an agent puts its time and its bond into this.
  if (!(await isReproduced(place))) return null;
  const { own, around, scrub, stage } = place;
  const { say, clock, signal } = stage;
  const { signer, isNew } = openKeyFile(own.key);
  if (isNew) say("key", `created ${own.key}; keep this file secret: it is your identity`);
  await using market = await openMarket(config.market, signer, own, { clock });
  try {
    const conditions = await conditionsOf(market.connection, config, signal);
    const document = contractDocument(failure, conditions, detectEnvironment(around.path), scrub);
    const done = await repair(document, principalNeeds(place, market, approve));
    for (const { label, text } of endWords(done, clock.nowMs())) say(label, text);
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
 * A corrected command was only ever run in the sandbox. It is a stranger's: it runs for real once,
 * and only if the person says so to this very command. `--yes` does not say so.
 */
export async function exitCodeAfter(
  { correctedCommand: command }: Proposal,
  { failed, stage }: Pick<Workplace, "failed" | "stage">,
): Promise<number> {
  if (command === null) return 0;
  if (!stage.accepted.has(command)) {
    stage.say("not run", `it works in the sandbox; to run it for real: ${command}`);
    return failed.exitCode;
  }
  return runForReal(command, { failed, stage });
}

/** What ran in the sandbox left nothing behind but the fix: here it has its effects, once. */
async function runForReal(
  command: string,
  { failed, stage }: Pick<Workplace, "failed" | "stage">,
): Promise<number> {
  stage.say("runs", command);
  // From here on the terminal is the command's, Ctrl+C included.
  stage.leave();
  const { exitCode } = await recordCommand({
    command,
    directory: failed.directory,
    environment: process.env,
    isTerminal: process.stdin.isTTY === true && process.stdout.isTTY === true,
  });
  // Whoever stopped it knows why it did not end well.
  const isStopped = STOPPED.has(exitCode);
  if (exitCode !== 0 && !isStopped) stage.say("differs", `exit ${exitCode}, ${PASSED_THERE}`);
  return exitCode;
}

/** As a shell tells the end by Ctrl+C, by Ctrl+\\ and by SIGTERM. */
const STOPPED: ReadonlySet<number> = new Set([130, 131, 143]);
const PASSED_THERE = "although it passed in the sandbox; fix undo reverts the fix";
