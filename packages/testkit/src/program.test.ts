import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { hasProgram } from "./program.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "programs-"));
  vi.stubEnv("PATH", folder);
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

test("a program in the PATH is found, a file that cannot be executed is not", () => {
  const path = join(folder, "fold-paper");
  expect(hasProgram("fold-paper")).toBe(false);
  writeFileSync(path, "#!/bin/sh\n", { mode: 0o644 });
  expect(hasProgram("fold-paper")).toBe(false);
  chmodSync(path, 0o755);
  expect(hasProgram("fold-paper")).toBe(true);
});

test("of several programs all must be there", () => {
  writeFileSync(join(folder, "fold-paper"), "#!/bin/sh\n", { mode: 0o755 });
  expect(hasProgram("fold-paper", "cut-paper")).toBe(false);
});
