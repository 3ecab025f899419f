import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { detectEnvironment, isOnPath } from "./environment.ts";

test("package managers are those on the PATH", () => {
  const folder = mkdtempSync(join(tmpdir(), "path-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, "cargo"), "#!/bin/sh\n");
  writeFileSync(join(folder, "npm"), "not a program");
  chmodSync(join(folder, "cargo"), 0o755);
  expect(detectEnvironment(`/nowhere:${folder}`)).toEqual({
    os: expect.any(String),
    arch: expect.any(String),
    package_managers: ["cargo"],
  });
});

test("a relative directory on the PATH does not count", () => {
  expect(isOnPath("sh", "/bin")).toBe(true);
  expect(isOnPath("sh", "bin:.:")).toBe(false);
});
