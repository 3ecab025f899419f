import {
  chmodSync,
  chownSync,
  lchownSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { isRoot } from "../../test/as-user.ts";
import { makePlace, placeCandidates } from "./state-directory.ts";

const OTHER_UID = 1002;
const NEEDS = { bytes: 0, isOverlaid: false };
const uid = process.getuid?.() ?? -1;
const NAME = uid === 0 ? "fix" : `fix-${uid}`;

/** Like /dev/shm: every user can create files in it. */
function sharedMemory(): { readonly memory: string; readonly own: string } {
  const folder = mkdtempSync(join(tmpdir(), "guard-memory-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const memory = join(folder, "memory");
  mkdirSync(memory);
  chmodSync(memory, 0o1777);
  mkdirSync(join(folder, "own"), { mode: 0o700 });
  return { memory, own: join(folder, "own") };
}

/** Without the state directory, and the place that belongs to the user's session. */
function sharedCandidates(memory: string): readonly string[] {
  return placeCandidates("/nowhere", uid, memory).slice(2);
}

test("a user has one place in shared memory, and the next run finds it again", () => {
  const { memory } = sharedMemory();
  const candidates = sharedCandidates(memory);
  expect(candidates).toEqual([join(memory, NAME, "sandboxes")]);
  expect(makePlace(candidates, NEEDS).ok).toBe(true);
  expect(sharedCandidates(memory)).toEqual(candidates);
});

test.skipIf(!isRoot).each(["directory", "link", "dangling link"])(
  "where another user's %s has its name, another place is used and found again (needs root)",
  (kind) => {
    const { memory, own } = sharedMemory();
    const taken = join(memory, NAME);
    if (kind === "directory") mkdirSync(taken);
    if (kind === "link") symlinkSync(own, taken);
    if (kind === "dangling link") symlinkSync("nowhere", taken);
    lchownSync(taken, OTHER_UID, OTHER_UID);
    const candidates = sharedCandidates(memory);
    const place = makePlace(candidates, NEEDS);
    if (!place.ok) throw new Error(place.refusal.code);
    const { base } = place.value;
    expect(base).not.toBe(join(taken, "sandboxes"));
    expect(dirname(dirname(base))).toBe(memory);
    expect(sharedCandidates(memory)).toEqual([base]);
    rmSync(taken, { recursive: true });
    expect(sharedCandidates(memory)).toEqual([join(taken, "sandboxes"), base]);
  },
);

test.skipIf(!isRoot)("another user's place is not used (needs root)", () => {
  const { memory } = sharedMemory();
  const foreign = join(memory, `${NAME}-${"0".repeat(32)}`);
  mkdirSync(foreign);
  chownSync(foreign, OTHER_UID, OTHER_UID);
  expect(sharedCandidates(memory)).toEqual([join(memory, NAME, "sandboxes")]);
});
