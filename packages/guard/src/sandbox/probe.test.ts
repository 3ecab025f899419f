import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { isRoot, ordinaryUser, testUser } from "../../test/as-user.ts";
import { openSandbox } from "./open-sandbox.ts";
import { probeSandbox, type SandboxReport } from "./probe.ts";

const PROBE = new URL("../../test/probe.entry.ts", import.meta.url);

test("where a sandbox opens, the best kind is the overlay and nothing is missing", async () => {
  const opened = await openSandbox({ directory: "/", network: "none" });
  if (opened.ok) await opened.value[Symbol.asyncDispose]();
  const { best, problems, remedy } = await probeSandbox(process.cwd());
  expect({ isBest: best === "overlay", isFine: problems.overlay === null }).toEqual({
    isBest: opened.ok,
    isFine: opened.ok,
  });
  if (opened.ok) expect(remedy).toBeNull();
});

test.skipIf(!isRoot)(
  "without bubblewrap no sandbox opens, and the remedy installs it (needs root)",
  async () => {
    await using user = await ordinaryUser();
    const [report] = await user.run<SandboxReport>(
      PROBE,
      [],
      "mount --bind /dev/null /usr/bin/bwrap",
    );
    expect(report?.best).toBeNull();
    expect(report?.remedy).toContain("bubblewrap");
    expect(report?.problems.overlay).toContain("not installed");
  },
);

describe.skipIf(!isRoot).each(["root", "user"] as const)("for %s (needs root)", (who) => {
  test("the report says what is shown and hidden in a directory, and how long it took", async () => {
    await using user = await testUser(who);
    const [project, data] = [join(user.home, "project"), join(user.home, "data")];
    for (const path of ["project/.aws", "project/deep", "data", ".cargo/bin"]) {
      mkdirSync(join(user.home, path), { recursive: true });
    }
    for (const path of ["project/.env", "project/deep/.env", "data/.env"]) {
      writeFileSync(join(user.home, path), "TOKEN=1\n");
    }
    execFileSync("chown", ["-R", `${user.uid}:${user.gid}`, user.home]);
    const [report] = await user.run<SandboxReport>(PROBE, [project, data]);
    expect(report).toMatchObject({ best: "overlay", isRepairable: true });
    expect(report?.seen).toMatchObject({
      workingTree: project,
      shown: [data],
      hidden: { files: 2, directories: 1 },
      searched: expect.any(Number),
      searchMs: expect.any(Number),
      openMs: expect.any(Number),
    });
    if (who === "user") expect(report?.seen?.toolchains).toBe(1);
    expect(report?.seen?.overlays.writable).toBeGreaterThan(0);
    expect(report?.seen?.overlays.readOnly).toBeGreaterThan(0);
  });
});

test.skipIf(!isRoot)(
  "the weaker copy is not for a directory where the full sandbox could work (needs root)",
  async () => {
    await using user = await ordinaryUser();
    const mounted = join(user.home, "project/mounted");
    mkdirSync(mounted, { recursive: true });
    execFileSync("chown", ["-R", `${user.uid}:${user.gid}`, user.home]);
    const args = [join(user.home, "project")];
    const mount = `mount -t tmpfs -o uid=${user.uid},gid=${user.gid} none '${mounted}'`;
    const [report] = await user.run<SandboxReport>(PROBE, args, mount);
    expect(report).toMatchObject({ best: "copy", remedy: null, isRepairable: true, seen: null });
    expect(report?.problems.overlay).toContain("run it in a directory without mounts");
  },
);
