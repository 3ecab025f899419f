import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { cpuMs } from "@bazaar/testkit/cpu-ms";
import { expect, onTestFinished, test } from "vitest";
import { rawPath } from "../disk/raw-path.ts";
import type { Change } from "./change.ts";
import { type ChangeGroup, changeGroups } from "./change-groups.ts";

/** Files of one size that went from one directory to another. */
function moved(folder: string, files: number): readonly (readonly [Change, Change])[] {
  for (const name of ["old", "layer"]) mkdirSync(join(folder, name));
  return Array.from({ length: files }, (_, n) => {
    const text = `${n}`.padStart(8, "0");
    for (const name of ["old", "layer"]) writeFileSync(join(folder, name, text), text);
    const path = rawPath(join(folder, "old", text));
    const file = { type: "file", size: 8n };
    const to = { path: rawPath(join(folder, "new", text)), source: join(folder, "layer", text) };
    return [
      { kind: "delete", path, before: file, after: null },
      { kind: "add", ...to, before: null, after: file },
    ] as unknown as [Change, Change];
  });
}

test.each([
  { what: "each moved file is a group", files: 800, isRepository: false },
  { what: "all are one group with a repository that changed", files: 4_000, isRepository: true },
])("of many files of one size $what, in linear time", ({ files, isRepository }) => {
  const folder = mkdtempSync(join(tmpdir(), "guard-groups-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const moves = moved(folder, files);
  const git = rawPath(join(folder, ".git"));
  const index = { kind: "modify", path: rawPath(join(folder, ".git/index")) } as Change;
  const changes = [...(isRepository ? [index] : []), ...moves.flat()];
  const around = { workingTree: rawPath(folder), repositories: [], gitDirectories: [git] };
  let groups: ReadonlyMap<Change, ChangeGroup> = new Map();
  const tookMs = cpuMs(() => {
    groups = changeGroups(changes, around);
  });
  const repository = { kind: "repository", root: rawPath(folder) };
  for (const [gone, arrived] of moves) {
    const group = groups.get(gone);
    expect(group).toEqual(isRepository ? repository : { kind: "move", root: gone.path });
    expect(groups.get(arrived)).toBe(group);
  }
  expect(new Set(groups.values()).size).toBe(isRepository ? 1 : files);
  expect(tookMs).toBeLessThan(3_000);
});
