import { chmod, chown, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { isRoot, ordinaryUser } from "../../test/as-user.ts";

const KEEP = new URL("../../test/keep-command.entry.ts", import.meta.url);
const OWN = 1_001;
const TEAM = 2_000;

const PLACES = [
  { is: "open to everybody, like /tmp,", group: 0, mode: 0o1777, others: [] },
  { is: "shared with a group", group: TEAM, mode: 0o2775, others: [TEAM] },
];

describe.skipIf(!isRoot)("in a directory of another user (needs root)", () => {
  test.each(PLACES)("$is changes are committed and undone", async ({ group, mode, others }) => {
    await using user = await ordinaryUser(OWN, others);
    const place = join(user.home, "place");
    await mkdir(place);
    for (const name of ["file", "gone"]) {
      await writeFile(join(place, name), `${name}\n`);
      await chown(join(place, name), user.uid, group === 0 ? user.gid : group);
    }
    await chown(place, 0, group);
    await chmod(place, mode);
    const text = "echo more >> file && rm gone && mkdir made && echo x > made/x && cat file";
    const [told] = await user.run<{ readonly changes: readonly string[] }>(KEEP, [place, text]);
    expect(told).toMatchObject({ outputs: ["file\nmore\n", ""], problems: [], isAsBefore: true });
    expect(told?.changes.map((line) => line.replace(`${place}/`, ""))).toEqual([
      "modify file",
      "delete gone",
      "add made",
      "add made/x",
    ]);
  });
});
