import { chownSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { fixHome } from "./home.ts";

const OTHER_UID = 1001;

let home: string;

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "fix-home-"));
});

afterEach(() => {
  rmSync(home, { recursive: true, force: true });
});

test("everything lies below the home, which need not be there yet", () => {
  expect(fixHome(home).key).toBe(join(home, ".fix/key.ed25519"));
  expect(fixHome(join(home, "new")).directory).toBe(join(home, "new/.fix"));
});

describe.skipIf(process.geteuid?.() !== 0)("for root (needs root)", () => {
  test("another user's home is refused with what to do", () => {
    chownSync(home, OTHER_UID, OTHER_UID);
    expect(() => fixHome(home)).toThrow(`${home} belongs to user 1001 and fix runs as user 0`);
    expect(() => fixHome(home)).toThrow("sudo -H");
  });

  test("another user's .fix is refused, also where a link leads to it", () => {
    const elsewhere = join(home, "elsewhere");
    mkdirSync(elsewhere);
    symlinkSync(elsewhere, join(home, ".fix"));
    expect(fixHome(home).directory).toBe(join(home, ".fix"));
    chownSync(elsewhere, OTHER_UID, OTHER_UID);
    expect(() => fixHome(home)).toThrow("belongs to user 1001");
  });
});
