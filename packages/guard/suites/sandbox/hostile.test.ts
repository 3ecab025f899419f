import { afterAll, describe, expect, test } from "vitest";
import { isRoot, ordinaryUser } from "../../test/as-user.ts";
import { HOSTILE } from "./hostile.ts";
import { type HostileResult, runHostile } from "./run-hostile.ts";

const LEAST = 80;
const SUITE_MS = 300_000;

const counted: string[] = [];
afterAll(() => console.log(counted.join("\n")));

describe.each(["A", "D"] as const)("hostile commands on rung %s", (rung) => {
  test.skipIf(!isRoot)(
    "are all contained as root (needs root)",
    { timeout: SUITE_MS },
    async () => {
      const results: HostileResult[] = [];
      for await (const result of runHostile(HOSTILE, rung)) results.push(result);
      judge("root", rung, results);
    },
  );

  test("are all contained as an ordinary user", { timeout: SUITE_MS }, async () => {
    await using user = await ordinaryUser();
    const entry = new URL("./hostile.entry.ts", import.meta.url);
    judge("user", rung, await user.run<HostileResult>(entry, [rung]));
  });
});

function judge(who: string, rung: string, results: readonly HostileResult[]): void {
  const escaped = results.filter(({ problem }) => problem !== null);
  counted.push(
    `hostile commands as ${who} on rung ${rung}: ${results.length - escaped.length}/${results.length} contained`,
  );
  expect(escaped).toEqual([]);
  expect(results.length).toBeGreaterThanOrEqual(LEAST);
}
