import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { waitingPlace } from "@bazaar/client";
import { TEXT_LIMITS } from "@bazaar/kernel";
import { expect, test } from "vitest";
import { MarketStand } from "../../test/market-stand.ts";
import { fixHome } from "../home.ts";
import { ownRepairs } from "../repair/own-repairs.ts";
import { ownWords } from "./own-words.ts";

test("what is secret where the command failed stays out of words said from elsewhere", async () => {
  await using stand = await MarketStand.open();
  const directory = join(stand.home, "project");
  mkdirSync(directory);
  writeFileSync(join(directory, ".env"), "DB_PASSWORD=correct-horse-battery-9\n");
  const contract = await stand.post("make");
  const failure = { command: "make", directory, exitCode: 2 };
  const repairs = ownRepairs(fixHome(stand.home));
  waitingPlace(repairs, { failure, market: null, network: "none" }).begin(contract);
  const words = ["it", "took", "correct-horse-battery-9"];
  expect(ownWords(words, TEXT_LIMITS.argument, contract)).toBe("it took [REDACTED:password]");
});
