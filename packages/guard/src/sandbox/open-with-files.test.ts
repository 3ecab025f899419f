import { describe, expect, test } from "vitest";
import { isRoot, testUser } from "../../test/as-user.ts";

const WITH_FILES = new URL("../../test/with-files.entry.ts", import.meta.url);
const KILLED = new URL("../../test/killed.entry.ts", import.meta.url);

/** What a module prints that root or an ordinary user runs in an empty home. */
async function toldTo(who: "root" | "user", entry: URL): Promise<readonly unknown[]> {
  await using user = await testUser(who);
  return await user.run(entry, [], who === "root" ? `export HOME=${user.home}` : undefined);
}

describe.each(["root", "user"] as const)("sandboxes of %s (needs root, for root's)", (who) => {
  const isSkipped = who === "root" && !isRoot;

  test.skipIf(isSkipped)(
    "at once show the same user, paths and modes, not each other, surroundings or settings of people",
    async () => {
      const seenBy = (name: string) => {
        const user = `uid=1000(user) gid=1000(user) groups=1000(user)\nuser\ncat: shut: Permission denied\n`;
        const shown = ["/job 755", ". 755", "here 644", "in 755", "name 644"].map(
          (at) => `user ${at}\n`,
        );
        const start = `${user}/job/work\n/job /job/work user /job\n${shown.join("")}${name}\n.:\nhere\nin\nname\n\n..:\n`;
        return {
          directory: "/job/work",
          ran: `${start}beside\nhome\nwork\n${name.repeat(5)}`,
          rehearsed: `${start}work\n`,
        };
      };
      expect(await toldTo(who, WITH_FILES)).toEqual([seenBy("one"), seenBy("other")]);
    },
  );

  test.skipIf(isSkipped)(
    "remove what a killed process has left, and nothing of a living one",
    async () => {
      const told = { died: "SIGKILL", left: 2, swept: 2, closed: 0, stdout: "text\n" };
      expect(await toldTo(who, KILLED)).toEqual([told]);
    },
  );
});
