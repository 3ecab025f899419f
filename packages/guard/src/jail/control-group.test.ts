import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { dirname } from "node:path";
import { expect, test } from "vitest";
import { openControlGroup } from "./control-group.ts";
import { ownedName } from "./owner.ts";
import { joinScript } from "./resource-limits.ts";

const LIMITS = { memoryBytes: 64 * 2 ** 20, processes: 20 };
const probe = openControlGroup(ownedName(), LIMITS);
const hasGroups = probe !== null;
await probe?.remove();

test.skipIf(!hasGroups)(
  "a process that joins a group is in it, and a removed group is gone (needs control groups)",
  async () => {
    const group = openControlGroup(ownedName(), LIMITS);
    const directories = group?.joinFiles.map((file) => dirname(file)) ?? [];
    expect(directories.every((path) => existsSync(path))).toBe(true);
    const script = `${joinScript(group)}\ncat /proc/self/cgroup`;
    const inside = execFileSync("/bin/sh", ["-c", script], { encoding: "utf8" });
    for (const path of directories) expect(inside).toContain(path.split("/").at(-1));
    await group?.remove();
    expect(directories.some((path) => existsSync(path))).toBe(false);
  },
);
