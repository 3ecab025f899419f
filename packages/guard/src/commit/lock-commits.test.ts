import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { sharedPart } from "../disk/private-path.ts";
import { undo } from "./undo.ts";

const isRoot = process.geteuid?.() === 0;
const OTHER_UID = 1002;

function stateDirectory(): { folder: string; state: string } {
  const folder = mkdtempSync(join(tmpdir(), "guard-state-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const state = join(folder, "above", "fix");
  mkdirSync(state, { recursive: true, mode: 0o700 });
  return { folder, state };
}

test("a directory of our own below a shared one with a sticky bit is ours alone", () => {
  const { folder, state } = stateDirectory();
  expect(sharedPart(state)).toBeNull();
  chmodSync(join(folder, "above"), 0o1777);
  expect(sharedPart(state)).toBeNull();
});

test("a journal is not read where others can write one", async () => {
  const { folder, state } = stateDirectory();
  chmodSync(state, 0o770);
  expect(await undo(state)).toMatchObject({
    refusal: { code: "state_not_private", directory: state },
  });
  chmodSync(state, 0o700);
  chmodSync(join(folder, "above"), 0o777);
  expect(sharedPart(state)).toBe(join(folder, "above"));
});

test.skipIf(!isRoot)(
  "no commit works in another user's directory, or through a link to it (needs root)",
  async () => {
    const { folder, state } = stateDirectory();
    symlinkSync(state, join(folder, "link"));
    chownSync(state, OTHER_UID, OTHER_UID);
    for (const path of [state, join(folder, "link")]) {
      expect(await undo(path)).toMatchObject({ refusal: { code: "state_not_private" } });
    }
    chownSync(state, 0, 0);
    chownSync(join(folder, "above"), OTHER_UID, OTHER_UID);
    expect(sharedPart(state)).toBe(join(folder, "above"));
  },
);
