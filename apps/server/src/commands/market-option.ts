import { marketUrlProblem } from "@bazaar/doors/http/connect";
import { BadInput, Option } from "@bazaar/terminal";
import { quoteWord } from "@bazaar/work";

export const OWN_MARKET = "http://127.0.0.1:8000";

/** The market of a command; without it, the one that `bazaar serve` runs on this machine. */
export function marketOption(): Option {
  return new Option("--market <url>", "URL of the market")
    .default(OWN_MARKET)
    .argParser((url: string) => {
      const problem = marketUrlProblem(url);
      if (problem !== null) throw new BadInput(`--market: ${problem}`);
      return url;
    });
}

/** As words of a command that uses this market. */
export function marketWords(url: string): string {
  return url === OWN_MARKET ? "" : ` --market ${quoteWord(url)}`;
}
