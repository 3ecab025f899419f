/**
 * A failed command, from its failure to its repair: reproduced in a sandbox, scrubbed, given to
 * whoever can help, tried, verified, shown and committed. Answers the exit code that `fix` ends
 * with.
 */
import { homedir } from "node:os";
import {
  contractDocument,
  detectEnvironment,
  type Failure,
  type PrincipalNeeds,
  type RepairEvent,
  type Repaired,
  recordCommand,
  repair,
} from "@bazaar/client";
import { type Network, openSandbox, PACKAGE_DOMAINS } from "@bazaar/guard/sandbox";
import { openKeyFile } from "@bazaar/server/key-file";
import type { Config } from "../config.ts";
import { fixHome } from "../home.ts";
import { ownScrubber } from "../own-scrubber.ts";
import { conditionsOf } from "./conditions.ts";
import { openMarket } from "./open-market.ts";
import { repairLocally } from "./repair-locally.ts";

export interface Audience {
  readonly tell: (event: RepairEvent) => void;
  readonly say: (label: string, text: string) => void;
  readonly approve: PrincipalNeeds["approve"];
  /** Whether the person has said yes to this very command. */
  readonly mayRun: (command: string) => boolean;
  readonly signal: AbortSignal;
}

/** What both ways to a repair need. */
export interface Workplace {
  readonly failure: Failure;
  readonly config: Config;
  readonly audience: Audience;
  readonly home: string;
  /** The person's PATH. */
  readonly path: string;
  readonly scrub: (text: string) => string;
  readonly openSandbox: PrincipalNeeds["openSandbox"];
}

export async function repairFailure(
  failure: Failure,
  config: Config,
  audience: Audience,
  isLocal: boolean,
): Promise<number> {
  const home = homedir();
  const scrubber = ownScrubber(failure.directory);
  const network: Network = config.network === "none" ? "none" : { allow: PACKAGE_DOMAINS };
  const place: Workplace = {
    failure,
    config,
    audience,
    home,
    path: process.env.PATH ?? "",
    scrub: (text) => scrubber.scrub(text).text,
    openSandbox: () => openSandbox({ directory: failure.directory, network }),
  };
  if (!(await isReproduced(place))) return failure.exitCode;
  const repaired = isLocal ? await repairLocally(place) : await repairByMarket(place);
  return repaired === null ? failure.exitCode : exitCodeAfter(repaired, place);
}

/** A failure that does not happen in the sandbox cannot be repaired, or shown to be, in there. */
async function isReproduced({ failure, openSandbox, audience }: Workplace): Promise<boolean> {
  const { say, tell, signal } = audience;
  const opened = await openSandbox();
  if (!opened.ok) {
    tell({ type: "no_sandbox", refusal: opened.refusal });
    say("hint", "fix doctor says what this machine lacks");
    return false;
  }
  await using sandbox = opened.value;
  const { exitCode, stoppedBy } = await sandbox.rehearse({ text: failure.command, signal });
  if (stoppedBy !== null) {
    say("sandbox", `the command does not end in the sandbox (${stoppedBy}); it cannot be verified`);
    return false;
  }
  if (exitCode !== 0) return true;
  say("sandbox", "the command succeeds in the sandbox: nothing there to repair");
  return false;
}

async function repairByMarket(place: Workplace): Promise<Repaired | null> {
  const { failure, config, audience, home, path, scrub } = place;
  const own = fixHome(home);
  const { signer, isNew } = openKeyFile(own.key);
  if (isNew) audience.say("key", `made ${own.key}; whoever has this file is you`);
  await using market = await openMarket(config.market, signer, own);
  const conditions = await conditionsOf(market.connection, config);
  const document = contractDocument(failure, conditions, detectEnvironment(path), scrub);
  const done = await repair(document, {
    connection: market.connection,
    command: failure.command,
    around: { workingTree: failure.directory, path, home },
    scrub,
    openSandbox: place.openSandbox,
    approve: audience.approve,
    tell: audience.tell,
    hasOtherAgents: market.url !== null,
    signal: audience.signal,
  });
  if (done.is !== "refused") return done.repaired;
  audience.say("refused", done.refusal.detail);
  return null;
}

/**
 * A corrected command was only ever run in the sandbox. It is a stranger's: it runs for real once,
 * and only if the person says so to this very command. `--yes` does not say so.
 */
async function exitCodeAfter({ proposal }: Repaired, place: Workplace): Promise<number> {
  const { failure, audience } = place;
  const { command } = proposal;
  if (command === null) return 0;
  if (!audience.mayRun(command)) {
    audience.say("not run", `it works in the sandbox; to run it for real: ${command}`);
    return failure.exitCode;
  }
  audience.say("runs", command);
  const { exitCode } = await recordCommand({
    command,
    directory: failure.directory,
    environment: process.env,
    isTerminal: process.stdin.isTTY === true && process.stdout.isTTY === true,
  });
  return exitCode;
}
