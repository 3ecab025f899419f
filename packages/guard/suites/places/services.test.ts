import { chmod, chown, mkdir, mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { isRoot, testUser } from "../../test/as-user.ts";

const ENTRY = new URL("./reach-services.entry.ts", import.meta.url);
/** Of the system: shown, empty, or not there at all. */
const PARENTS = ["/", "/run", "/tmp", "/var/tmp", "/var/lib", "/var/cache", "/opt", "/usr/local"];

interface Told {
  readonly through: string;
  readonly reached?: readonly string[];
  readonly refused?: string | null;
}

describe.skipIf(!isRoot)("sockets and pipes of the machine (needs root)", () => {
  test.each(["root", "user"] as const)(
    "%s reaches none from a sandbox, wherever it is, and no look opens one",
    async (who) => {
      await using user = await testUser(who);
      const inSystem: string[] = [];
      for (const parent of [...PARENTS, "/etc", "/srv", "/dev/shm"]) {
        const folder = await mkdtemp(join(parent, "guard-reach-"));
        onTestFinished(() => rm(folder, { recursive: true }));
        await chmod(folder, 0o777);
        inSystem.push(folder);
      }
      const own = ["project", "project/deep/below", "shown", "other", ".cargo/bin", ".nvm/mounted"];
      const inHome = own.map((name) => join(user.home, name));
      for (const path of ["project", "shown", ".cargo", ".nvm", ".nvm/mounted"]) {
        await mkdir(join(user.home, path), { recursive: true });
        await chown(join(user.home, path), user.uid, user.gid);
      }
      // Below a mount inside a shown tree, and for root inside the project.
      const mounted = [join(user.home, ".nvm/mounted")];
      if (who === "root") {
        await mkdir(join(user.home, "project/mounted"));
        mounted.push(join(user.home, "project/mounted"));
      }
      const before = mounted.map((path) => `mount -t tmpfs -o mode=777 none '${path}'`).join("\n");
      const directories = [...new Set([...inSystem, ...inHome, ...mounted])];
      const shows = [join(user.home, "shown")];
      const request = { home: user.home, directory: inHome[0], shows, directories };
      const told = await user.run<Told>(ENTRY, [JSON.stringify(request)], before);
      const look = told.find(({ through }) => through === "a look's jail");
      // Programs and toolchains are shown to looks as they are; no grammar lets a look write there.
      const inPrograms = ["/usr/local/", join(user.home, ".cargo/"), join(user.home, ".nvm/")];
      const isPipe = (path: string) =>
        path.endsWith("/pipe") && inPrograms.some((top) => path.startsWith(top));
      expect(look?.reached?.filter((path) => !isPipe(path))).toEqual([]);
      const all = directories.flatMap((path) => [join(path, "pipe"), join(path, "socket")]);
      expect(told).toEqual([
        { through: "no sandbox", reached: all.sort() },
        { through: "a command", reached: [] },
        { through: "a rehearsal", reached: [] },
        look,
        ...["cat pipe", "grep x socket", "head -n 1 pipe", "wc -l socket"].map((through) => ({
          through,
          refused: "operand_refused",
        })),
      ]);
    },
  );
});
