import { readFileSync } from "node:fs";
import { chmod, chown, mkdir, mkdtemp, readdir, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { hasProgram } from "@bazaar/testkit/program";
import { describe, expect, onTestFinished, test } from "vitest";
import { isRoot, type TestUser, testUser } from "../../test/as-user.ts";

const ENTRY = new URL("../../test/try-places.entry.ts", import.meta.url);
const USERS = ["root", "user"] as const;
/** Reads, adds, changes and removes. */
const TEXT = "cat file && echo new > new && echo more >> file && rm gone && ls -A | tr '\\n' ' '";
const DONE = "file\nfile new ";

/** A directory of this user with two files in it. */
async function project(path: string, user: TestUser): Promise<string> {
  await mkdir(path, { recursive: true });
  for (const name of ["file", "gone"]) {
    await writeFile(join(path, name), `${name}\n`);
    await chown(join(path, name), user.uid, user.gid);
  }
  await chown(path, user.uid, user.gid);
  return path;
}

async function folderIn(parent: string): Promise<string> {
  const folder = await mkdtemp(join(parent, "guard-places-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await chmod(folder, 0o755);
  return folder;
}

const asUntouched = async (path: string) =>
  expect((await readdir(path)).sort()).toEqual(["file", "gone"]);

describe.skipIf(!isRoot)("a sandbox in unusual places (needs root)", () => {
  test.each(USERS)("works for %s in /tmp, through a link, and deep below", async (who) => {
    await using user = await testUser(who);
    const real = await project(join(user.home, "real"), user);
    await symlink(real, join(user.home, "link"));
    const deep = join(user.home, "deep", ...Array(14).fill("d".repeat(200)));
    const places = [
      await project(join(await folderIn("/tmp"), "project"), user),
      await project(join(await folderIn("/var/tmp"), "project"), user),
      join(user.home, "link"),
      await project(deep, user),
    ];
    expect(await user.run(ENTRY, [TEXT, ...places])).toEqual(places.map(() => DONE));
    for (const path of places) await asUntouched(path);
  });

  test("works where the home is a link to another disk", async () => {
    await using user = await testUser("user");
    const disk = await folderIn("/home");
    const linked = join(disk, "linked");
    await symlink(user.home, linked);
    const real = await project(join(user.home, "project"), user);
    const text = `export HOME=${linked}`;
    const told = await user.run(ENTRY, [`${TEXT}; cd && pwd`, join(linked, "project")], text);
    expect(told).toEqual([`${DONE}${user.home}\n`]);
    await asUntouched(real);
  });

  test("says what to do where it cannot work", async () => {
    await using user = await testUser("user");
    const closed = await project(join(user.home, "closed"), user);
    await chmod(closed, 0);
    const behind = join(await folderIn("/home"), "closed/project");
    await mkdir(behind, { recursive: true });
    await chmod(join(behind, ".."), 0o700);
    // In memory, because Node could not remove them.
    const [memory, name] = [join(user.home, "memory"), "d".repeat(200)];
    const [odd, long] = [join(memory, "odd"), join(memory, "long")];
    const before = [
      `mkdir '${memory}'; mount -t tmpfs none '${memory}'; cd '${memory}'; mkdir odd long`,
      "mkdir odd/$(printf '\\351')",
      `bash -ec 'cd long; for i in $(seq 26); do mkdir ${name}; cd ${name}; done'`,
      `chown -R ${user.uid}:${user.gid} .; cd /`,
    ].join("\n");
    const places = [closed, behind, join(user.home, "none"), odd, long];
    const told = await user.run<string>(ENTRY, [TEXT, ...places], before);
    expect(told.slice(0, 4)).toEqual([
      `${JSON.stringify(closed)} is not a directory that can be entered`,
      `${JSON.stringify(behind)} is not a directory that can be entered`,
      `${JSON.stringify(join(user.home, "none"))} is not a directory that can be entered`,
      `cannot open a sandbox: secrets cannot be hidden: ${JSON.stringify(join(odd, "\ufffd"))} has a name that is not UTF-8: rename it`,
    ]);
    expect(told[4]).toMatch(/is longer than a path can be: shorten the names in it$/);
  });
});

/** Shell text: a project of the user in a directory. */
function made(path: string, { uid, gid }: TestUser): string {
  const fill = `for f in file gone; do echo $f > '${path}/'$f; done`;
  return `mkdir -p '${path}'; ${fill}; chown -R ${uid}:${gid} '${path}'`;
}

const KNOWN = readFileSync("/proc/filesystems", "utf8");
const IMAGES = [
  ["ext4", "mkfs.ext4 -qF"],
  ["xfs", "mkfs.xfs -qf"],
  ["btrfs", "mkfs.btrfs -qf"],
] as const;

describe.skipIf(!isRoot)("a sandbox among mounts (needs root)", () => {
  test.each(USERS)("works for %s on every kind that needs no disk", async (who) => {
    await using user = await testUser(who);
    const [memory, bound, closed, around] = ["memory", "bound", "closed", "around"].map((name) =>
      join(user.home, name),
    ) as [string, string, string, string];
    const before = [
      ...[memory, bound, closed, around].map((path) => made(path, user)),
      `mount -t tmpfs none '${memory}'; ${made(memory, user)}`,
      `mount --bind '${bound}' '${bound}'`,
      `mount --bind '${closed}' '${closed}'; mount -o remount,bind,ro '${closed}'`,
      `mkdir '${around}/inside'; mount -t tmpfs none '${around}/inside'`,
      ...["/home", "/tmp", "/var", "/opt"].map((top) => `mount --rbind ${top} ${top}`),
    ].join("\n");
    const told = await user.run<string>(ENTRY, [TEXT, memory, bound, closed, around], before);
    const isUser = who === "user";
    // Root's layer takes what the disk would not; committing it fails.
    const inClosed = isUser ? "file\nbash: line 1: new: Read-only file system\n" : DONE;
    const inAround = isUser
      ? `other file systems are mounted below ${JSON.stringify(around)} (${around}/inside): run it in a directory without mounts`
      : "file\nfile inside new ";
    expect(told).toEqual([DONE, DONE, inClosed, inAround]);
    for (const path of [bound, closed]) await asUntouched(path);
  });

  for (const [type, make] of IMAGES) {
    const [program = ""] = make.split(" ");
    const isPossible = hasProgram(program, "losetup") && KNOWN.includes(`\t${type}\n`);
    test.skipIf(!isPossible)(`works on ${type} (needs ${program})`, async () => {
      await using user = await testUser("user");
      const at = join(user.home, "disk");
      const image = `${at}.img`;
      const inner = join(at, "project/inner");
      const before = [
        `mkdir '${at}'; truncate -s 320M '${image}'; ${make} '${image}' >/dev/null`,
        `mount -o loop '${image}' '${at}'; mkdir '${at}/project'`,
        type === "btrfs" ? `btrfs subvolume create '${inner}' >/dev/null` : `mkdir '${inner}'`,
        made(inner, user),
        made(join(at, "project"), user),
      ].join("\n");
      const text = `${TEXT}; cd ${inner} && ${TEXT}`;
      const told = await user.run(ENTRY, [text, join(at, "project")], before);
      expect(told).toEqual([`file\nfile inner new ${DONE}`]);
    });
  }

  test.skipIf(!hasProgram("bindfs"))(
    "works on a user's own FUSE mount, which root cannot read (needs bindfs)",
    async () => {
      await using user = await testUser("user");
      await using root = await testUser("root");
      const [real, at] = [join(user.home, "real"), join(user.home, "fuse")];
      const asUser = `setpriv --reuid=${user.uid} --regid=${user.gid} --clear-groups --`;
      const before = [
        made(real, user),
        `mkdir -p '${at}'; chown ${user.uid}:${user.gid} '${at}'`,
        // Only a named user may mount, and only if the device is open to it.
        `(cat /etc/passwd; echo one:x:${user.uid}:${user.gid}::${user.home}:/bin/sh) > '${at}.passwd'`,
        `mount --bind '${at}.passwd' /etc/passwd`,
        `rm -f '${at}.device'; mknod -m 666 '${at}.device' c 10 229; mount --bind '${at}.device' /dev/fuse`,
        `${asUser} bindfs --no-allow-other '${real}' '${at}'`,
      ].join("\n");
      expect(await user.run(ENTRY, [TEXT, at], before)).toEqual([DONE]);
      expect(await root.run(ENTRY, [TEXT, at, real], before)).toEqual([
        `${JSON.stringify(at)} is not a directory that can be entered`,
        DONE,
      ]);
      await asUntouched(real);
    },
  );
});
