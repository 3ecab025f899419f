/**
 * What a repair and its later review need: the directory, network access, scrubber, sandbox and user
 * interface.
 */
import { homedir } from "node:os";
import {
  type Failure,
  type InvestigationNeeds,
  type PrincipalNeeds,
  type Reach,
  waitingPlace,
} from "@bazaar/client";
import {
  type Network,
  openSandbox,
  PACKAGE_DOMAINS,
  type SandboxOptions,
} from "@bazaar/guard/sandbox";
import { type FixHome, fixHome } from "../home.ts";
import { ownScrubber } from "../own-scrubber.ts";
import type { OpenedMarket } from "./open-market.ts";
import type { UserInterface } from "./user-interface.ts";
import { waitingRepairs } from "./waiting-repairs.ts";

export interface RepairContext extends InvestigationNeeds {
  readonly failed: Omit<Failure, "output">;
  readonly network: Reach;
  readonly ui: UserInterface;
  readonly own: FixHome;
  readonly sandbox: SandboxOptions;
  readonly openSandbox: PrincipalNeeds["openSandbox"];
}

export interface ContextOptions {
  readonly network: Reach;
  /** Whether what a fix writes may have to survive a restart of the machine. */
  readonly mustSurviveRestart: boolean;
}

export function repairContext(
  failed: RepairContext["failed"],
  { network, mustSurviveRestart }: ContextOptions,
  ui: UserInterface,
): RepairContext {
  const home = homedir();
  const { directory } = failed;
  const scrubber = ownScrubber(directory);
  const sandbox = { directory, network: reachable(network), mustSurviveRestart };
  return {
    failed,
    network,
    ui,
    own: fixHome(home),
    around: { workingTree: directory, path: process.env.PATH ?? "", home },
    scrub: (text) => scrubber.scrub(text).text,
    tell: ui.tell,
    sandbox,
    openSandbox: () => openSandbox(sandbox),
  };
}

/** What the client needs to act as the principal of a contract. */
export function principalNeeds(
  { failed, network, ui, own, around, scrub, openSandbox: open }: RepairContext,
  { connection, url }: OpenedMarket,
  approve: PrincipalNeeds["approve"],
): PrincipalNeeds {
  const { tell, argue, signal } = ui;
  return {
    connection,
    command: failed.command,
    around,
    scrub,
    openSandbox: open,
    approve,
    argue,
    waiting: waitingPlace(waitingRepairs(own), { failure: failed, market: url, network }),
    tell,
    hasOtherAgents: url !== null,
    signal,
  };
}

function reachable(network: Reach): Network {
  return network === "none" ? "none" : { allow: PACKAGE_DOMAINS };
}
