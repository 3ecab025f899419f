/** What each rail can hold, as spec/money.md says it. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { CUSTODY } from "../settlement/custody.ts";
import { RAIL_NAMES } from "../settlement/pot.ts";

const PAGE = new URL("../../../../spec/money.md", import.meta.url);

test("the page lists every rail with all it can hold", () => {
  const [, table = ""] = readFileSync(PAGE, "utf8").split("| rail |");
  const [, , ...lines] = (table.split("\n\n")[0] ?? "").split("\n");
  const written = RAIL_NAMES.map((rail) => {
    const { kind, schedules, courts, asset, maxUnits, isOnOwnBooks } = CUSTODY[rail];
    const codes = ["XNO", "BTC"].filter((code) => asset.code.test(code));
    const [least, most] = [asset.decimals.at(0), asset.decimals.at(-1)];
    return [
      rail,
      kind,
      schedules.join(", "),
      courts === "all" ? "all" : courts.join(", "),
      codes.length === 1 ? codes[0] : "any",
      asset.decimals.length === 1 ? `${least}` : `${least} to ${most}`,
      maxUnits === 2n ** 61n ? "2^61" : "2^124 − 1",
      isOnOwnBooks ? "held with the act that owes them" : "reported by `funded`",
    ];
  });
  const read = lines.map((line) => line.split("|").slice(1, -1));
  expect(read.map((cells) => cells.map((cell) => cell.trim()))).toEqual(written);
  expect([CUSTODY.nano.maxUnits, CUSTODY.evm.maxUnits]).toEqual([2n ** 124n - 1n, 2n ** 124n - 1n]);
});
