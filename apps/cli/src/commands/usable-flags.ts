/** Checks the flags of a repair before the command is run. */
import { homedir } from "node:os";
import { marketUrlProblem } from "@bazaar/doors/http/connect";
import { parseAmount, XNO } from "@bazaar/kernel";
import { BadInput } from "@bazaar/terminal";
import { isJudge, readConfig } from "../config.ts";
import { fixHome } from "../home.ts";
import type { RepairFlags } from "./repair.ts";

/** @throws BadInput that names the flag. */
export async function assertUsable(flags: RepairFlags): Promise<void> {
  // The guard takes long to load.
  if (flags.show !== undefined) (await import("../shows/asked-paths.ts")).askedPaths(flags);
  const { market, bounty, judge, mode, local, explain, shareOutput } = flags;
  // A wrong setting too is better known before the command runs.
  readConfig(fixHome(homedir()).config);
  const problem = market === undefined ? null : marketUrlProblem(market);
  if (problem !== null) throw new BadInput(`--market: ${problem}`);
  if (bounty !== undefined && !isPayable(bounty)) {
    throw new BadInput(`--bounty: "${bounty}" is not a valid amount above 0; an example is 0.5`);
  }
  if (judge !== undefined && !isJudge(judge)) {
    throw new BadInput(`--judge: "${judge}" is not market, none, or the key of a judge`);
  }
  if (shareOutput === true && mode === "autonomous") {
    throw new BadInput("--share-output: autonomous mode never shares the output of a check");
  }
  if ((local === true || explain === true) && mode === "autonomous") {
    throw new BadInput(
      "--mode autonomous needs a market; it cannot be combined with --local or --explain",
    );
  }
}

/** The market knows its limits; an amount that none can take is refused here. */
function isPayable(bounty: string): boolean {
  const amount = parseAmount(bounty, XNO);
  return amount.ok && amount.value > 0n;
}
