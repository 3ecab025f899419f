/**
 * Where one command of the person's is repaired: its directory, what a fix may reach, what leaves
 * the machine, and who follows it. A repair and its later review need the same.
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
import { ownRepairs } from "./own-repairs.ts";
import type { Stage } from "./stage.ts";

export interface Workplace extends InvestigationNeeds {
  readonly failed: Omit<Failure, "output">;
  readonly network: Reach;
  readonly stage: Stage;
  readonly own: FixHome;
  readonly sandbox: SandboxOptions;
  readonly openSandbox: PrincipalNeeds["openSandbox"];
}

export interface WorkplaceWish {
  readonly network: Reach;
  /** Whether what a fix writes may have to wait for the person, longer than the machine runs. */
  readonly mustSurviveRestart: boolean;
}

export function workplace(
  failed: Workplace["failed"],
  { network, mustSurviveRestart }: WorkplaceWish,
  stage: Stage,
): Workplace {
  const home = homedir();
  const { directory } = failed;
  const scrubber = ownScrubber(directory);
  const sandbox = { directory, network: reachable(network), mustSurviveRestart };
  return {
    failed,
    network,
    stage,
    own: fixHome(home),
    around: { workingTree: directory, path: process.env.PATH ?? "", home },
    scrub: (text) => scrubber.scrub(text).text,
    tell: stage.tell,
    sandbox,
    openSandbox: () => openSandbox(sandbox),
  };
}

/** What it takes to answer for the person on a contract at that market. */
export function principalNeeds(
  { failed, network, stage, own, around, scrub, openSandbox: open }: Workplace,
  { connection, url }: OpenedMarket,
  approve: PrincipalNeeds["approve"],
): PrincipalNeeds {
  const { tell, argue, signal } = stage;
  return {
    connection,
    command: failed.command,
    around,
    scrub,
    openSandbox: open,
    approve,
    argue,
    waiting: waitingPlace(ownRepairs(own), { failure: failed, market: url, network }),
    tell,
    hasOtherAgents: url !== null,
    signal,
  };
}

function reachable(network: Reach): Network {
  return network === "none" ? "none" : { allow: PACKAGE_DOMAINS };
}
