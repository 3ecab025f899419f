import { execFileSync } from "node:child_process";
import { linkSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { isRoot } from "../../test/as-user.ts";
import { copySize, copyTree } from "./copy-tree.ts";

let folder = "";

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "guard-copy-"));
  mkdirSync(join(folder, "project/sub"), { recursive: true });
  writeFileSync(join(folder, "project/sub/file"), "x".repeat(10_000));
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

test("the size of a tree includes everything below it", () => {
  const { bytes, entries } = copySize(join(folder, "project"));
  expect(entries).toBe(3);
  expect(bytes).toBeGreaterThanOrEqual(10_000);
});

test.each([
  { max: { bytes: 9_000, entries: 10 }, says: "larger than 9000 bytes" },
  { max: { bytes: 1_000_000, entries: 2 }, says: "more than 2 files" },
])("a tree above the limit $max is not copied", ({ max, says }) => {
  expect(() => copySize(join(folder, "project"), max)).toThrow(says);
});

test.skipIf(!isRoot)("a tree with a device in it is not copied (needs root)", () => {
  execFileSync("mknod", [join(folder, "project/null"), "c", "1", "3"]);
  expect(() => copySize(join(folder, "project"))).toThrow("is a device");
});

test("a copy has the same times and links", async () => {
  const [from, to] = [join(folder, "project"), join(folder, "copy")];
  linkSync(join(from, "sub/file"), join(from, "other"));
  execFileSync("touch", ["-d", "2001-02-03 04:05:06.789123456", join(from, "sub")]);
  await copyTree(from, to);
  const time = (path: string) => statSync(path, { bigint: true }).mtimeNs;
  expect(time(join(to, "sub"))).toBe(time(join(from, "sub")));
  expect(statSync(join(to, "other")).ino).toBe(statSync(join(to, "sub/file")).ino);
});

test("a failed copy says why", async () => {
  await expect(copyTree(join(folder, "nothing"), join(folder, "copy"))).rejects.toThrow(
    "No such file",
  );
});
