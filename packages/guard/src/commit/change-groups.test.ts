import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { cpuMs } from "@bazaar/testkit/cpu-ms";
import { expect, onTestFinished, test } from "vitest";
import { rawPath } from "../disk/raw-path.ts";
import type { Change } from "./change.ts";
import { type ChangeGroup, changeGroups } from "./change-groups.ts";

const FILES = 800;

test("many files of one size are each matched with where they went, in linear time", () => {
  const folder = mkdtempSync(join(tmpdir(), "guard-groups-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const name of ["old", "layer"]) mkdirSync(join(folder, name));
  const moves = Array.from({ length: FILES }, (_, n) => {
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
  const around = { workingTree: rawPath(folder), repositories: [], gitDirectories: [] };
  let groups: ReadonlyMap<Change, ChangeGroup> = new Map();
  const tookMs = cpuMs(() => {
    groups = changeGroups(moves.flat(), around);
  });
  for (const [gone, arrived] of moves) {
    expect(groups.get(gone)).toEqual({ kind: "move", root: gone.path });
    expect(groups.get(arrived)).toBe(groups.get(gone));
  }
  expect(new Set(groups.values()).size).toBe(FILES);
  expect(tookMs).toBeLessThan(3_000);
});
