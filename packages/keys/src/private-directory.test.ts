import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { createPrivateDirectory } from "./private-directory.ts";

const folder = mkdtempSync(join(tmpdir(), "bazaar-directory-"));
afterAll(() => rmSync(folder, { recursive: true }));

test("missing parents are created, readable by their owner only", () => {
  const path = join(folder, "a/b");
  createPrivateDirectory(path);
  createPrivateDirectory(path);
  for (const made of [join(folder, "a"), path]) expect(statSync(made).mode & 0o777).toBe(0o700);
});

test.skipIf(process.platform !== "linux")(
  "a directory that cannot exist is an error (needs Linux)",
  () => {
    expect(() => createPrivateDirectory("/proc/absent/below")).toThrow("ENOENT");
  },
);

test("a file in the way is an error", () => {
  const path = join(folder, "file");
  writeFileSync(path, "");
  expect(() => createPrivateDirectory(join(path, "below"))).toThrow("ENOTDIR");
});
