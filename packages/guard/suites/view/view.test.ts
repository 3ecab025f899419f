import { randomBytes } from "node:crypto";
import { describe, expect, test } from "vitest";
import { isRoot, testUser } from "../../test/as-user.ts";
import { plantInSystem } from "./decoys.ts";

const ENTRY = new URL("./read-decoys.entry.ts", import.meta.url);
const TIMEOUT_MS = 900_000;

interface Told {
  readonly through: string;
  readonly leaked: readonly string[];
  readonly seesPlain: boolean;
}

/** Everything a mount of its own, as on a machine with many disks. */
const APART = "for top in /home /tmp /var/tmp /var/log /srv /opt; do mount --bind $top $top; done";

const CELLS = [
  { who: "user", where: "project", disks: "one file system", before: undefined },
  { who: "user", where: "project", disks: "separate ones", before: APART },
  { who: "user", where: "home", disks: "one file system", before: undefined },
  { who: "root", where: "project", disks: "one file system", before: undefined },
] as const;

describe.skipIf(!isRoot)("what a stranger sees (needs root)", () => {
  test.each(CELLS)(
    "as $who in the $where on $disks none of the planted secrets can be read",
    { timeout: TIMEOUT_MS },
    async ({ who, where, before }) => {
      await using user = await testUser(who);
      const token = randomBytes(6).toString("hex");
      using system = plantInSystem(token);
      const request = { token, system: system.decoys, home: user.home, where };
      const told = await user.run<Told>(ENTRY, [JSON.stringify(request)], before);
      expect(told.map(({ through, leaked }) => ({ through, leaked }))).toEqual(
        told.map(({ through }) => ({ through, leaked: [] })),
      );
      // A jail that shows nothing would hide everything.
      if (where === "project") expect(told.filter(({ seesPlain }) => !seesPlain)).toEqual([]);
      expect(told).toHaveLength(4);
    },
  );
});
