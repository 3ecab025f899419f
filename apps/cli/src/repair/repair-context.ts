/**
 * What a repair and its later review need: the directory, network access, scrubber, sandbox and user
 * interface.
 */
import { homedir } from "node:os";
import {
  type Consent,
  type Failure,
  type InvestigationNeeds,
  type Outgoing,
  type PrincipalNeeds,
  type Reach,
  Redactions,
  type RepairEvent,
  shareLittle,
  shareScrubbed,
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
import { LackingPaths } from "../shows/lacking-paths.ts";
import type { OpenedMarket } from "./open-market.ts";
import type { UserInterface } from "./user-interface.ts";
import { waitingRepairs } from "./waiting-repairs.ts";

export interface RepairContext extends InvestigationNeeds {
  readonly failed: Omit<Failure, "output">;
  readonly network: Reach;
  readonly ui: UserInterface;
  /** Undoes `scrub` for what stays on this machine. */
  readonly restore: (text: string) => string;
  /** What a fix sees besides the working tree, as real paths. */
  readonly shows: readonly string[];
  /** What may leave for a market elsewhere beyond what always does. */
  readonly consent: Consent;
  readonly own: FixHome;
  /** Of fixes that were tried. */
  readonly lacking: LackingPaths;
  readonly sandbox: SandboxOptions;
  readonly openSandbox: PrincipalNeeds["openSandbox"];
}

export interface ContextOptions {
  readonly network: Reach;
  readonly shows: readonly string[];
  /** Whether what a fix writes may have to survive a restart of the machine. */
  readonly mustSurviveRestart: boolean;
  /** How long one command may run in the sandbox. */
  readonly timeoutSeconds: number;
  readonly consent: Consent;
}

export function repairContext(
  failed: RepairContext["failed"],
  { network, shows, mustSurviveRestart, timeoutSeconds, consent }: ContextOptions,
  ui: UserInterface,
): RepairContext {
  const home = homedir();
  const { directory } = failed;
  const { scrub, restore } = new Redactions(ownScrubber(directory), failed.command);
  const limits = { timeoutMs: timeoutSeconds * 1_000 };
  const sandbox = { directory, network: reachable(network), mustSurviveRestart, limits };
  const lacking = new LackingPaths();
  const context = {
    failed,
    network,
    ui,
    consent,
    own: fixHome(home),
    around: { workingTree: directory, path: process.env.PATH ?? "", home },
    scrub,
    restore,
    tell(event: RepairEvent) {
      lacking.see(event);
      ui.tell(event);
    },
    lacking,
    sandbox,
  };
  return withShows(context, shows);
}

/** The same, with more or less shown to the fix. */
export function withShows(
  context: Omit<RepairContext, "shows" | "openSandbox">,
  shows: readonly string[],
): RepairContext {
  const sandbox = { ...context.sandbox, shows };
  return { ...context, shows, sandbox, openSandbox: () => openSandbox(sandbox) };
}

/** What the client needs to act as the principal of a contract. */
export function principalNeeds(
  context: RepairContext,
  market: OpenedMarket,
  approve: PrincipalNeeds["approve"],
): PrincipalNeeds {
  const { failed, network, shows, ui, own, around, scrub, tell, openSandbox: open } = context;
  const { restore } = context;
  const { connection, url } = market;
  const { argue, signal } = ui;
  return {
    connection,
    command: failed.command,
    around,
    scrub,
    ...(url === null ? { restore } : {}),
    shows,
    outgoing: outgoingTo(market, context),
    openSandbox: open,
    approve,
    argue,
    waiting: waitingPlace(waitingRepairs(own), { failure: failed, market: url, network, shows }),
    tell,
    hasOtherAgents: url !== null,
    signal,
  };
}

function outgoingTo({ sent }: OpenedMarket, context: RepairContext): Outgoing {
  const { scrub, around, consent, ui } = context;
  if (sent === null) return shareScrubbed(scrub);
  const { clock, signal } = ui;
  return shareLittle({
    scrub,
    around,
    consent,
    clock,
    signal,
    keepWithheld: ({ id }, withheld) => sent.keep(id, withheld),
    showLines: (lines) => ui.tell({ type: "shares", lines }),
  });
}

function reachable(network: Reach): Network {
  return network === "none" ? "none" : { allow: PACKAGE_DOMAINS };
}
