import { isFullMatrix } from "@bazaar/testkit";
import { hasProgram } from "@bazaar/testkit/program";
import { describe, expect, test } from "vitest";
import { isRoot, testUser } from "../../test/as-user.ts";
import type { HostileResult } from "./run-hostile.ts";

const ENTRY = new URL("./hostile.entry.ts", import.meta.url);
const TIMEOUT_MS = 900_000;
/** Some commands attack with these. */
const canAttack = hasProgram("ip", "sysctl", "setfattr");

const ALL = 10_000;
const AT_LEAST = 80;
const CELLS = [
  { who: "user", kind: "overlay", most: ALL, needs: "ip, sysctl, setfattr" },
  { who: "root", kind: "overlay", most: 12, needs: "root, ip, sysctl, setfattr" },
  { who: "user", kind: "copy", most: 6, needs: "ip, sysctl, setfattr" },
  { who: "root", kind: "copy", most: 6, needs: "root, ip, sysctl, setfattr" },
] as const;

describe.each(CELLS)("hostile commands of $who on the $kind", ({ who, kind, most, needs }) => {
  const canRun = canAttack && (who === "user" || isRoot);

  test.skipIf(!canRun)(`are all contained (needs ${needs})`, { timeout: TIMEOUT_MS }, async () => {
    await using user = await testUser(who);
    const results = await user.run<HostileResult>(ENTRY, [kind, `${most}`]);
    const escaped = results.filter(({ problem }) => problem !== null);
    console.log(
      `hostile commands of ${who} on the ${kind}: ` +
        `${results.length - escaped.length} of ${results.length} contained`,
    );
    expect(escaped).toEqual([]);
    const expected = isFullMatrix() ? AT_LEAST : Math.min(most, AT_LEAST);
    expect(results.length).toBeGreaterThanOrEqual(expected);
  });
});
