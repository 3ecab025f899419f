import { chmod, mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { isRoot, ordinaryUser } from "./as-user.ts";

const WHO = new URL("./who.entry.ts", import.meta.url);

test.skipIf(!isRoot)(
  "an ordinary user runs a bundled module and cannot read root's files (needs root)",
  async () => {
    await using user = await ordinaryUser();
    const closed = await mkdtemp(join(tmpdir(), "guard-closed-"));
    await chmod(closed, 0o700);
    try {
      const answers = await user.run(WHO, [join(closed, "file")]);
      expect(answers).toEqual([{ uid: user.uid, home: user.home, isReadable: false }]);
      expect((await stat(user.home)).uid).toBe(user.uid);
    } finally {
      await rm(closed, { recursive: true });
    }
  },
);

test("a module that throws fails with its own message", async () => {
  await using user = await ordinaryUser();
  const entry = new URL("./throws.entry.ts", import.meta.url);
  await expect(user.run(entry)).rejects.toThrow("thrown on purpose");
});

test("nothing is left of the test user", async () => {
  const user = await ordinaryUser();
  await user[Symbol.asyncDispose]();
  await expect(stat(user.home)).rejects.toThrow("ENOENT");
});
