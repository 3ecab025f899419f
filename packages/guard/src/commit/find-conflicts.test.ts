import { mkdirSync, mkdtempSync, renameSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { NO_ATTRIBUTES } from "../disk/attributes.ts";
import { Directories } from "../disk/directories.ts";
import { entryAt } from "../disk/disk-entry.ts";
import { waitForFileClock } from "../disk/file-clock.ts";
import { identityOf } from "../disk/identity.ts";
import { parentPath, type RawPath, rawPath } from "../disk/raw-path.ts";
import type { SeenEntry } from "../sandbox/layer.ts";
import type { Change } from "./change.ts";
import { findConflicts } from "./find-conflicts.ts";

/** By a clock that ran ahead when the sandbox opened and was set right before it was kept. */
const LATER_NS = 4_000_000_000_000_000_000n;

interface Project {
  readonly directory: string;
  readonly file: RawPath;
  /** What was seen when the sandbox was kept. */
  readonly wasThere: ReadonlyMap<RawPath, SeenEntry>;
}

async function project(): Promise<Project> {
  const folder = mkdtempSync(join(tmpdir(), "guard-conflict-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const directory = join(folder, "project");
  mkdirSync(directory);
  const file = rawPath(join(directory, "file"));
  writeFileSync(file, "original\n");
  const paths = [file, parentPath(file)];
  // Whatever is done from now on has another time.
  await waitForFileClock(join(folder, "marker"));
  return { directory, file, wasThere: new Map(paths.map((path) => [path, seenAt(path)])) };
}

function seenAt(path: RawPath): SeenEntry {
  const entry = entryAt(path);
  if (entry === null) throw new Error(`nothing at ${path}`);
  const { size, mtimeNs, ctimeNs } = entry;
  return { ...identityOf(path), size, mtimeNs, ctimeNs };
}

function conflictsOf({ file, wasThere }: Project): readonly string[] {
  using directories = new Directories();
  const change: Change = {
    kind: "modify",
    path: file,
    source: file,
    before: entryAt(file),
    after: entryAt(file),
    parentIno: entryAt(parentPath(file))?.ino ?? null,
    linkTo: null,
    removed: 0,
    attributes: NO_ATTRIBUTES,
    attributesBefore: NO_ATTRIBUTES,
  };
  const known = { openedAtNs: LATER_NS, wasThere, restored: new Map() };
  return findConflicts([change], directories, known).map(({ because }) => because);
}

test("what is unchanged since the sandbox was kept is not a conflict", async () => {
  expect(conflictsOf(await project())).toEqual([]);
});

test("what was edited since is a conflict, even if the clock was set back before", async () => {
  const edited = await project();
  writeFileSync(edited.file, "mine now\n");
  expect(conflictsOf(edited)).toEqual(["changed"]);
});

test("an edit that restores size and time is a conflict", async () => {
  const edited = await project();
  const seen = edited.wasThere.get(edited.file);
  writeFileSync(edited.file, "ORIGINAL\n");
  const mtime = Number(seen?.mtimeNs ?? 0n) / 1e9;
  utimesSync(edited.file, mtime, mtime);
  expect(conflictsOf(edited)).toEqual(["changed"]);
});

test("a file or directory with the same inode number but another birth time is a conflict", async () => {
  const { wasThere, ...same } = await project();
  const bornBefore = (path: RawPath) =>
    new Map(
      [...wasThere].map(([each, seen]) => [each, each === path ? { ...seen, bornAtNs: 1n } : seen]),
    );
  expect(conflictsOf({ ...same, wasThere: bornBefore(same.file) })).toEqual(["changed"]);
  const parent = parentPath(same.file);
  expect(conflictsOf({ ...same, wasThere: bornBefore(parent) })).toEqual(["directory_replaced"]);
});

test("another directory in its place is a conflict, however old its contents are", async () => {
  const replaced = await project();
  renameSync(replaced.directory, `${replaced.directory}-old`);
  mkdirSync(replaced.directory);
  writeFileSync(replaced.file, "original\n");
  expect(conflictsOf(replaced)).toEqual(["directory_replaced"]);
});
