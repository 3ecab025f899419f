import { marketUrlProblem } from "@bazaar/doors/http/connect";
import { BadInput, Option } from "@bazaar/terminal";

/** The market of a command; without it, the one that `bazaar serve` runs on this machine. */
export function marketOption(): Option {
  return new Option("--market <url>", "URL of the market")
    .default("http://127.0.0.1:8000")
    .argParser((url: string) => {
      const problem = marketUrlProblem(url);
      if (problem !== null) throw new BadInput(`--market: ${problem}`);
      return url;
    });
}
