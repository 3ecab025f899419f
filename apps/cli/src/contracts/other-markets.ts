/** The markets that contracts were posted to from here, besides the one that a command reads. */
import { homedir } from "node:os";
import { SentRecords } from "@bazaar/client";
import { readConfig } from "../config.ts";
import { fixHome } from "../home.ts";
import { complain } from "../terminal.ts";
import { onOneLine } from "./inert-lines.ts";
import { type MarketFlags, marketName } from "./with-market.ts";

const MAX_NAMED = 5;

export function otherMarkets(flags: MarketFlags): readonly string[] {
  const own = fixHome(homedir());
  const { url } = marketName(flags, readConfig(own.config));
  return new SentRecords(own.sent).markets().filter((market) => market !== url);
}

/** Says where else the user's contracts are, unless a market was named. */
export function tellOtherMarkets(verb: string, flags: MarketFlags): void {
  if (flags.market !== undefined) return;
  for (const market of otherMarkets(flags).slice(0, MAX_NAMED)) {
    const name = onOneLine(market);
    complain(`you have posted to ${name} too: see fix ${verb} --market ${name}`);
  }
}
