/** Checks the flags of a repair before the command is run. */
import { marketUrlProblem } from "@bazaar/doors/http/connect";
import { parseAmount, XNO } from "@bazaar/kernel";
import { BadInput } from "@bazaar/terminal";
import type { RepairFlags } from "./repair.ts";

/** @throws BadInput that names the flag. */
export async function assertUsable(flags: RepairFlags): Promise<void> {
  // The guard takes long to load.
  if (flags.show !== undefined) (await import("../shows/asked-paths.ts")).askedPaths(flags);
  const { market, bounty, mode, local, explain, shareOutput } = flags;
  const problem = market === undefined ? null : marketUrlProblem(market);
  if (problem !== null) throw new BadInput(`--market: ${problem}`);
  if (bounty !== undefined && !parseAmount(bounty, XNO).ok) {
    throw new BadInput(`--bounty: "${bounty}" is not a valid amount; an example is 0.5`);
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
