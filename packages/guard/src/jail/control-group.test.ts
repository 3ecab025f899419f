import { execFileSync, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { dirname } from "node:path";
import { expect, test } from "vitest";
import { openControlGroup } from "./control-group.ts";
import { ownedName } from "./owner.ts";
import { joinScript } from "./resource-limits.ts";

const LIMITS = { memoryBytes: 64 * 2 ** 20, processes: 20 };
const probe = openControlGroup(ownedName(), LIMITS);
const hasGroups = probe !== null;
const hasMemory = probe?.limits("memory") === true;
const hasProcesses = probe?.limits("pids") === true;
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

test.skipIf(!hasMemory)(
  "more memory than a group may have ends a process, and is counted (needs control groups for memory)",
  async () => {
    const group = openControlGroup(ownedName(), LIMITS);
    expect(group?.oomKills()).toBe(0);
    const script = `${joinScript(group)}\nexec perl -e '$x = "a" x 200_000_000; print "had it"'`;
    const { stdout, signal } = spawnSync("/bin/sh", ["-c", script], { encoding: "utf8" });
    expect([stdout, signal, group?.oomKills()]).toEqual(["", "SIGKILL", 1]);
    await group?.remove();
  },
);

test.skipIf(!hasProcesses)(
  "no more processes start than a group may have (needs control groups for processes)",
  async () => {
    const group = openControlGroup(ownedName(), LIMITS);
    const fork = "for (1 .. 50) { $n++ if defined($p = fork); if (defined $p && !$p) { sleep 9 } }";
    const end = 'print $n; $SIG{TERM} = "IGNORE"; kill "TERM", -getpgrp';
    const script = `${joinScript(group)}\nexec perl -e 'setpgrp; $| = 1; ${fork} ${end}'`;
    const { stdout } = spawnSync("/bin/sh", ["-c", script], { encoding: "utf8" });
    expect(Number(stdout)).toBe(LIMITS.processes - 1);
    await group?.remove();
  },
);
