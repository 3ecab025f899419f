import { readFileSync } from "node:fs";
import { join } from "node:path";
import { sample } from "@bazaar/testkit";
import { hasProgram } from "@bazaar/testkit/program";
import { expect, test } from "vitest";
import { isRoot, testUser } from "../../test/as-user.ts";
import type { PowerCut } from "./power-cut.entry.ts";

const ENTRY = new URL("./power-cut.entry.ts", import.meta.url);
const TIMEOUT_MS = 300_000;
const KNOWN = readFileSync("/proc/filesystems", "utf8");

/** Nothing but what was asked for may reach the disk by itself while a test runs. */
const DISKS = [
  // It stores names in any order, so that only what has been synced is certain.
  {
    disk: "ext4 without a journal",
    make: "mkfs.ext4 -qF -N 4096 -O ^has_journal",
    options: "defaults",
    isOrdered: false,
  },
  { disk: "ext4", make: "mkfs.ext4 -qF -N 4096", options: "commit=300", isOrdered: true },
  { disk: "xfs", make: "mkfs.xfs -qf", options: "defaults", isOrdered: true },
  { disk: "btrfs", make: "mkfs.btrfs -qf", options: "commit=300", isOrdered: true },
] as const;
const [FIRST, ...OTHERS] = DISKS;

for (const { disk, make, options, isOrdered } of [FIRST, ...sample("power cuts", OTHERS, 1)]) {
  const [program = "", type = ""] = /^mkfs\.(\w+)/.exec(make) ?? [];
  const isPossible = isRoot && hasProgram(program, "losetup") && KNOWN.includes(`\t${type}\n`);
  test.skipIf(!isPossible)(
    `${disk}: a commit survives a power cut once it stands, and is undone before (needs root, ${program})`,
    { timeout: TIMEOUT_MS },
    async () => {
      await using root = await testUser("root");
      const at = join(root.home, "disk");
      const image = join(root.home, "image");
      const before = [
        `mkdir '${at}'; truncate -s 4G '${image}'; ${make} '${image}' >/dev/null`,
        `mount -o loop,${options} '${image}' '${at}'`,
      ].join("\n");
      const cuts = await root.run<PowerCut>(ENTRY, [image, at], before);
      expect(cuts.filter(({ hasStood, left }) => hasStood && left !== "after")).toEqual([]);
      if (isOrdered) expect(cuts.filter(({ left }) => left === "between")).toEqual([]);
      expect([cuts[0]?.left, cuts.at(-1)?.left]).toEqual(["before", "after"]);
    },
  );
}
