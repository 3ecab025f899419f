/** Checks the flags of a repair before the command is run. */
import { marketUrlProblem } from "@bazaar/doors/http/connect";
import { parseAmount, XNO } from "@bazaar/kernel";
import { BadInput } from "@bazaar/terminal";
import type { RepairFlags } from "./repair.ts";

/** @throws BadInput that names the flag. */
export function assertUsable({ market, bounty, mode, local, explain }: RepairFlags): void {
  const problem = market === undefined ? null : marketUrlProblem(market);
  if (problem !== null) throw new BadInput(`--market: ${problem}`);
  if (bounty !== undefined && !parseAmount(bounty, XNO).ok) {
    throw new BadInput(`--bounty: "${bounty}" is not a valid amount; an example is 0.5`);
  }
  if ((local === true || explain === true) && mode === "autonomous") {
    throw new BadInput(
      "--mode autonomous needs a market; it cannot be combined with --local or --explain",
    );
  }
}
