/** Ends a purchase at a market that cannot be used with a sentence. */
import { BadAnswer, MarketUnavailable } from "@bazaar/doors/connection";
import { complain } from "@bazaar/terminal";
import { EXIT_NOT_BOUGHT } from "./purchase.ts";

const GO_ON = "run the same command again to go on; a job is never posted or paid twice";

export function sayingMarketErrors<Given extends readonly unknown[]>(
  run: (...given: Given) => Promise<void>,
): (...given: Given) => Promise<void> {
  return async (...given) => {
    try {
      await run(...given);
    } catch (error) {
      if (error instanceof MarketUnavailable) complain("bazaar", `${error.message}; ${GO_ON}`);
      else if (error instanceof BadAnswer) {
        complain("bazaar", `the market sent an invalid answer: ${error.message}`);
      } else throw error;
      process.exitCode = EXIT_NOT_BOUGHT;
    }
  };
}
