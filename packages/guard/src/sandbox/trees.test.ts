import { execFileSync } from "node:child_process";
import { closeSync, constants, openSync, readSync } from "node:fs";
import { chmod, chown, mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { isRoot, ordinaryUser, type TestUser } from "../../test/as-user.ts";

const MAKE_PIPE = "mkfifo";
const TRY = new URL("../../test/try-command.entry.ts", import.meta.url);

/** Makes directories in the user's home, owned by the user or by root. */
async function make(user: TestUser, owners: Readonly<Record<string, "user" | "root">>) {
  for (const [name, owner] of Object.entries(owners)) {
    const path = join(user.home, name);
    await mkdir(path, { recursive: true });
    if (owner === "user") await chown(path, user.uid, user.gid);
  }
}

describe.skipIf(!isRoot)("an ordinary user's sandbox (needs root)", () => {
  test("writes below another user's directory, which an overlay cannot copy up", async () => {
    await using user = await ordinaryUser();
    await make(user, { shared: "root", "shared/mine": "user" });
    const mine = join(user.home, "shared/mine");
    const told = await user.run(TRY, [mine, "echo x > x && mkdir d && cat x"]);
    expect(told).toEqual([{ exitCode: 0, output: "x\n" }]);
    expect(await readdir(mine)).toEqual([]);
  });

  test("cannot write to a directory that the user cannot write to", async () => {
    await using user = await ordinaryUser();
    await make(user, { closed: "root" });
    const [told] = await user.run<{ exitCode: number; output: string }>(TRY, [
      join(user.home, "closed"),
      "echo x > x",
    ]);
    expect(told?.exitCode).toBe(1);
  });

  test("reaches no reader through a pipe in an extra root directory", async () => {
    await using user = await ordinaryUser();
    const top = await mkdtemp("/guard-pipe-");
    onTestFinished(() => rm(top, { recursive: true }));
    await chmod(top, 0o755);
    const pipe = join(top, "pipe");
    execFileSync(MAKE_PIPE, ["-m", "666", pipe]);
    const reader = openSync(pipe, constants.O_RDONLY | constants.O_NONBLOCK);
    onTestFinished(() => closeSync(reader));
    await user.run(TRY, [user.home, `timeout 1 sh -c 'echo escaped > ${pipe}'`]);
    expect(readSync(reader, Buffer.alloc(16))).toBe(0);
  });

  test("is refused where another file system is mounted in the working directory", async () => {
    await using user = await ordinaryUser();
    await make(user, { "project/mounted": "user" });
    await chown(join(user.home, "project"), user.uid, user.gid);
    const [directory, at] = [join(user.home, "project"), join(user.home, "project/mounted")];
    const told = await user.run(TRY, [directory, "true"], `mount -t tmpfs none '${at}'`);
    expect(told).toEqual([{ code: "mounts_below", directory, mounts: [at] }]);
  });

  test("works around file systems that are mounted elsewhere in the home", async () => {
    await using user = await ordinaryUser();
    await make(user, {
      project: "user",
      ".cache": "user",
      ".cache/pip": "user",
      ".cache/mounted": "user",
    });
    const text = 'echo x > x && echo y > "$HOME"/.cache/pip/y && cat x';
    const mount = `mount -t tmpfs none '${join(user.home, ".cache/mounted")}'`;
    const [told] = await user.run<{ exitCode: number }>(
      TRY,
      [join(user.home, "project"), text],
      mount,
    );
    expect(told?.exitCode).toBe(0);
    expect(await readdir(join(user.home, "project"))).toEqual([]);
    expect(await readdir(join(user.home, ".cache/pip"))).toEqual([]);
  });

  test("has an empty /tmp where something is mounted in the real one", async () => {
    await using user = await ordinaryUser();
    await make(user, { project: "user" });
    const outside = await mkdtemp("/tmp/guard-mounted-");
    const text = `test ! -e ${outside} && echo x > /tmp/x && cat /tmp/x`;
    const mount = `mount -t tmpfs none ${outside}`;
    const told = await user.run(TRY, [join(user.home, "project"), text], mount);
    await rm(outside, { recursive: true });
    expect(told).toEqual([{ exitCode: 0, output: "x\n" }]);
  });

  test("is refused, and nothing runs, where bubblewrap is missing", async () => {
    await using user = await ordinaryUser();
    await make(user, { project: "user" });
    await writeFile(join(user.home, "project/file"), "as it was");
    const directory = join(user.home, "project");
    const without = "mount --bind /dev/null /usr/bin/bwrap";
    const [told] = await user.run<{ code: string; problem: string }>(
      TRY,
      [directory, "rm -f file"],
      without,
    );
    expect(told).toMatchObject({
      code: "sandbox_unavailable",
      problem: "bubblewrap is not installed",
    });
    expect(await readdir(directory)).toEqual(["file"]);
  });

  test("is refused, and nothing runs, where nothing limits it", async () => {
    await using user = await ordinaryUser();
    await make(user, { project: "user" });
    const without = "mount --bind /dev/null /usr/bin/prlimit";
    const told = await user.run(TRY, [join(user.home, "project"), "true"], without);
    const problem = "prlimit missing: install util-linux and coreutils";
    expect(told).toEqual([{ code: "sandbox_unavailable", problem, remedy: "fix doctor" }]);
  });

  test("is refused, and nothing runs, where nothing can be mounted", async () => {
    await using user = await ordinaryUser();
    await make(user, { project: "user" });
    const without = "mount --bind /bin/false /usr/bin/mount";
    const [told] = await user.run<{ code: string }>(
      TRY,
      [join(user.home, "project"), "true"],
      without,
    );
    expect(told?.code).toBe("sandbox_unavailable");
  });
});
