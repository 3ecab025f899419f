import { dirname } from "node:path";
import { sample } from "@bazaar/testkit";
import { describe, expect, test } from "vitest";
import { isRoot, ordinaryUser } from "../../test/as-user.ts";
import { expectToHoldForUser } from "../../test/hold-for-user.ts";
import { SCENARIOS } from "../../test/sandbox-scenarios.ts";
import { Place } from "../../test/scenario.ts";

describe.skipIf(!isRoot)("root's sandbox (needs root)", () => {
  test.each(sample("sandbox scenarios of root", SCENARIOS, 15))("$claim", async ({ holds }) => {
    await using place = new Place();
    await holds(place);
  });
});

test("every guarantee holds for an ordinary user too", async () => {
  const entry = new URL("../../test/scenarios.entry.ts", import.meta.url);
  await expectToHoldForUser(entry, SCENARIOS);
});

/** In the mount namespace of the test: a file system at `place` that has only this of it. */
const apart = (place: string, shown: string) => `
  mkdir -p /mnt/apart && mount -t tmpfs -o mode=755 none /mnt/apart
  cp -a ${shown} /mnt/apart && mount --move /mnt/apart ${place}`;

describe.skipIf(!isRoot)("state in the home, home in /home (needs root)", () => {
  test.each([
    { disks: "one file system", before: () => "true" },
    { disks: "/home apart", before: (home: string) => apart("/home", dirname(home)) },
    { disks: "a home apart", before: (home: string) => apart(dirname(home), `${dirname(home)}/.`) },
  ])("a sandbox opens on $disks", async ({ before }) => {
    await using user = await ordinaryUser();
    const entry = new URL("../../test/opens.entry.ts", import.meta.url);
    expect(await user.run(entry, [], before(user.home))).toEqual([{ ran: "hello\n" }]);
  });
});
