import { execFileSync } from "node:child_process";
import { chmod, chown, mkdir, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { isRoot, ordinaryUser, type TestUser, testUser } from "../../test/as-user.ts";
import type { SandboxReport } from "./probe.ts";
import { explainRefusal } from "./refusal.ts";

const KEEP = new URL("../../test/keep-command.entry.ts", import.meta.url);
const PROBE = new URL("../../test/probe.entry.ts", import.meta.url);
const TRY = new URL("../../test/try-command.entry.ts", import.meta.url);
const SET_ATTRIBUTE = "setfattr";
const OWN = 1_001;
const TEAM = 2_000;
const TOO_LARGE = 33 * 2 ** 20;

interface Kept {
  readonly outputs: readonly string[];
  readonly changes: readonly string[];
  readonly problems: readonly unknown[];
  readonly kept: readonly string[];
  readonly isAsBefore: boolean;
}

/** A project of the user's own, with a set-gid directory of the team deep inside. */
async function sharedInside(user: TestUser): Promise<string> {
  const project = join(user.home, "project");
  const shared = join(project, "a/b/shared");
  await mkdir(join(shared, "sub"), { recursive: true });
  for (const name of ["", "a", "a/b"]) await chown(join(project, name), user.uid, user.gid);
  for (const name of ["file", "gone", "sub/inner"]) {
    await writeFile(join(shared, name), `${name}\n`);
    await chown(join(shared, name), user.uid, TEAM);
    await chmod(join(shared, name), 0o664);
  }
  for (const name of ["", "sub"]) {
    await chown(join(shared, name), user.uid, TEAM);
    await chmod(join(shared, name), 0o2775);
  }
  return project;
}

const CHANGE = `cd a/b/shared && echo more >> file && rm gone && echo x > new &&
mkdir -p made/deep && echo y > made/deep/new && mv sub/inner sub/moved &&
cat file new made/deep/new sub/moved`;
const REHEARSAL = "cd a/b/shared && echo z >> new && echo z >> file && cat new";

describe.skipIf(!isRoot)("a directory of another group (needs root)", () => {
  test.each(["root", "user"] as const)(
    "%s writes in one deep in a project, and what is kept has that group",
    async (who) => {
      await using user = who === "root" ? await testUser(who) : await ordinaryUser(OWN, [TEAM]);
      const project = await sharedInside(user);
      const [told] = await user.run<Kept>(KEEP, [project, CHANGE, REHEARSAL]);
      expect(told).toMatchObject({
        outputs: ["file\nmore\nx\ny\nsub/inner\n", "x\nz\n"],
        problems: [],
        isAsBefore: true,
      });
      const changes = told?.changes.map((line) => line.replace(`${project}/a/b/shared/`, ""));
      expect(changes).toEqual([
        "modify file",
        "delete gone",
        "add made",
        "add made/deep",
        "add made/deep/new",
        "add new",
        "delete sub/inner",
        "add sub/moved",
      ]);
      expect(told?.kept.filter((line) => line.includes("shared"))).toEqual([
        `d 2755 ${TEAM} a/b/shared/made`,
        `d 2755 ${TEAM} a/b/shared/made/deep`,
        `d 2775 ${TEAM} a/b/shared`,
        `d 2775 ${TEAM} a/b/shared/sub`,
        `f 644 ${TEAM} a/b/shared/made/deep/new`,
        `f 644 ${TEAM} a/b/shared/new`,
        `f 664 ${TEAM} a/b/shared/file`,
        `f 664 ${TEAM} a/b/shared/sub/moved`,
      ]);
    },
  );

  test("can be the working directory itself", async () => {
    await using user = await ordinaryUser(OWN, [TEAM]);
    const shared = join(await sharedInside(user), "a/b/shared");
    const told = await user.run(TRY, [shared, "echo more >> file && cat file && ls -A"]);
    expect(told).toEqual([{ exitCode: 0, output: "file\nmore\nfile\ngone\nsub\n" }]);
  });

  test("with more than fits into memory is refused, with what to do, and works as that group", async () => {
    await using user = await ordinaryUser(OWN, [TEAM]);
    const shared = join(await sharedInside(user), "a/b/shared");
    await truncate(join(shared, "file"), TOO_LARGE);
    const facts = { directory: shared, group: `${TEAM}`, isOfOthers: false };
    const refusal = { code: "foreign_group", ...facts } as const;
    expect(await user.run(TRY, [shared, "true"])).toEqual([refusal]);
    expect(explainRefusal(refusal)).toContain(`run sg ${TEAM} -c 'fix …'`);
    await using member = await ordinaryUser(TEAM);
    const told = await member.run(TRY, [shared, "echo x >> gone && cat gone"]);
    expect(told).toEqual([{ exitCode: 0, output: "gone\nx\n" }]);
  });

  test("and of another user, like /tmp, is refused without advice that cannot help", async () => {
    await using user = await ordinaryUser(OWN);
    const open = join(user.home, "open");
    await mkdir(open);
    await writeFile(join(open, "file"), "");
    await truncate(join(open, "file"), TOO_LARGE);
    await chown(join(open, "file"), 0, TEAM);
    await chown(open, 0, TEAM);
    await chmod(open, 0o1777);
    const facts = { directory: open, group: `${TEAM}`, isOfOthers: true };
    const refusal = { code: "foreign_group", ...facts } as const;
    expect(await user.run(TRY, [open, "true"])).toEqual([refusal]);
    expect(explainRefusal(refusal)).toContain("work in a directory of your own");
    const [report] = await user.run<SandboxReport>(PROBE, [open]);
    expect(report).toMatchObject({
      best: null,
      problems: { copy: `"${open}" belongs to another user` },
    });
  });

  test("with an access list cannot be written to, nor can a single file, and the rest can", async () => {
    await using user = await ordinaryUser(OWN, [TEAM]);
    const project = await sharedInside(user);
    execFileSync(SET_ATTRIBUTE, ["-n", "user.note", "-v", "x", join(project, "a/b/shared")]);
    await writeFile(join(project, "single"), "");
    await chown(join(project, "single"), user.uid, TEAM);
    const text = "echo x > x; for f in a/b/shared/new single; do echo x >> $f; done; ls -A";
    const [told] = await user.run<Kept>(KEEP, [project, text]);
    expect(told?.outputs[0]?.match(/Value too large/g)).toHaveLength(2);
    expect(told).toMatchObject({ changes: [`add ${project}/x`], problems: [], isAsBefore: true });
  });
});
