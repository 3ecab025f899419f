import {
  chmodSync,
  chownSync,
  existsSync,
  lchownSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statSync,
  symlinkSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { isRoot } from "../../test/as-user.ts";
import { isPrivatePath, makePrivatePath, sharedPart } from "./private-path.ts";

const OTHER_UID = 1002;

/** A directory like /tmp, and one of our own outside it. */
function shared(): { readonly open: string; readonly own: string } {
  const folder = mkdtempSync(join(tmpdir(), "guard-shared-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const [open, own] = [join(folder, "open"), join(folder, "own")];
  mkdirSync(open);
  chmodSync(open, 0o1777);
  mkdirSync(own, { mode: 0o700 });
  return { open, own };
}

test("a link of our own is followed, and its target is checked", () => {
  const { open, own } = shared();
  symlinkSync("../own/../own", join(open, "link"));
  expect(sharedPart(join(open, "link"))).toBeNull();
  chmodSync(own, 0o770);
  expect(sharedPart(join(open, "link"))).toBe(own);
});

test.skipIf(!isRoot)(
  "a link of another user is refused, even if it leads to our own directory (needs root)",
  () => {
    const { open, own } = shared();
    mkdirSync(join(own, "inner"), { mode: 0o700 });
    symlinkSync(own, join(open, "link"));
    lchownSync(join(open, "link"), OTHER_UID, OTHER_UID);
    expect(sharedPart(join(open, "link"))).toBe(join(open, "link"));
    expect(sharedPart(join(open, "link/inner"))).toBe(join(open, "link"));
  },
);

test.skipIf(!isRoot)("above it, only our own group may write (needs root)", () => {
  const { own } = shared();
  mkdirSync(join(own, "inner"), { mode: 0o700 });
  chmodSync(own, 0o770);
  expect(sharedPart(join(own, "inner"))).toBeNull();
  chownSync(own, 0, OTHER_UID);
  expect(sharedPart(join(own, "inner"))).toBe(own);
});

test("a path that leads nowhere, in a circle or to a file is not private", () => {
  const { open } = shared();
  symlinkSync("circle", join(open, "circle"));
  for (const path of [join(open, "nothing"), join(open, "circle"), process.execPath]) {
    expect(isPrivatePath(path)).toBe(false);
  }
});

test("missing directories are created private", () => {
  const { open } = shared();
  expect(makePrivatePath(join(open, "a/b"))).toBeNull();
  expect(statSync(join(open, "a")).mode & 0o777).toBe(0o700);
  expect(makePrivatePath(join(open, "a/b"))).toBeNull();
});

test.skipIf(!isRoot)(
  "nothing is created in another user's directory, or through its link (needs root)",
  () => {
    const { open, own } = shared();
    mkdirSync(join(open, "foreign"));
    chownSync(join(open, "foreign"), OTHER_UID, OTHER_UID);
    symlinkSync(own, join(open, "link"));
    lchownSync(join(open, "link"), OTHER_UID, OTHER_UID);
    for (const name of ["foreign", "link"]) {
      expect(makePrivatePath(join(open, name, "sandboxes"))).toBe(join(open, name));
      expect(existsSync(join(open, name, "sandboxes"))).toBe(false);
    }
  },
);
