import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { waitingPlace } from "@bazaar/client";
import { TEXT_LIMITS } from "@bazaar/kernel";
import { expect, test } from "vitest";
import { TestMarket } from "../../test/test-market.ts";
import { fixHome } from "../home.ts";
import { waitingRepairs } from "../repair/waiting-repairs.ts";
import { outgoingText } from "./outgoing-text.ts";

test("secrets of the directory where the command failed are removed from texts sent from elsewhere", async () => {
  await using stand = await TestMarket.open();
  const directory = join(stand.home, "project");
  mkdirSync(directory);
  writeFileSync(join(directory, ".env"), "DB_PASSWORD=correct-horse-battery-9\n");
  const contract = await stand.post("make");
  const failure = { command: "make", directory, exitCode: 2 };
  const repairs = waitingRepairs(fixHome(stand.home));
  waitingPlace(repairs, { failure, market: null, network: "none", shows: [] }).begin(contract);
  const words = ["it", "took", "correct-horse-battery-9"];
  expect(outgoingText(words, TEXT_LIMITS.argument, contract)).toBe("it took [REDACTED:password]");
});
