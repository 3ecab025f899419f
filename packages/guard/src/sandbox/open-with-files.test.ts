import { expect, test } from "vitest";
import { isRoot, testUser } from "../../test/as-user.ts";

const WITH_FILES = new URL("../../test/with-files.entry.ts", import.meta.url);

test.skipIf(!isRoot)("two sandboxes of root show the same paths (needs root)", () =>
  expectSamePaths("root"),
);

test("two sandboxes of an ordinary user show the same paths", () => expectSamePaths("user"));

/** At once; neither shows the other, the repository around both, or what people set for themselves. */
async function expectSamePaths(who: "root" | "user"): Promise<void> {
  await using user = await testUser(who);
  const before = who === "root" ? `export HOME=${user.home}` : undefined;
  const seenBy = (name: string) => {
    const start = `/job/work\n/job /job/work /job\n${name}\n.:\nhere\nname\n\n..:\n`;
    return {
      directory: "/job/work",
      ran: `${start}beside\nhome\nwork\n${name.repeat(5)}`,
      rehearsed: `${start}work\n`,
    };
  };
  expect(await user.run(WITH_FILES, [], before)).toEqual([seenBy("one"), seenBy("other")]);
}
