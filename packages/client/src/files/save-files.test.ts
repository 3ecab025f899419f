import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterEach, beforeEach, expect, test } from "vitest";
import { saveFiles } from "./save-files.ts";
import { unpackSlurp } from "./slurp/unpack.ts";

let home: string;
let folder: string;

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "saved-"));
  folder = join(home, "folder");
  mkdirSync(folder);
});

afterEach(() => rmSync(home, { recursive: true }));

const file = (path: string, words: string) => ({ path, bytes: Buffer.from(words) });

test("files are saved below the folder, and what cannot be saved is reported", () => {
  const long = `${"ä".repeat(120)}/`.repeat(4);
  const files = [file("a/b", "1"), file("a", "2"), file("a/b/c", "3"), file(`${long}x`, "4")];
  expect(saveFiles(folder, files, { replaces: false })).toEqual({
    saved: ["a/b", `${long}x`],
    skipped: [
      { path: "a", problem: "there is a folder of this name already" },
      { path: "a/b/c", problem: "a folder on its way is a file or a symbolic link" },
    ],
  });
  expect(saveFiles(folder, [file("a/b", "5")], { replaces: false }).skipped).toEqual([
    { path: "a/b", problem: "there is a file of this name already" },
  ]);
  expect(readFileSync(join(folder, "a/b"), "utf8")).toBe("1");
  expect(saveFiles(folder, [file("a/b", "5")], { replaces: true }).saved).toEqual(["a/b"]);
  expect(readFileSync(join(folder, "a/b"), "utf8")).toBe("5");
});

/** Everything outside of the folder. */
function outside(): unknown {
  const other = join(home, "other");
  const files = readdirSync(other).map((name) => [name, readFileSync(join(other, name), "utf8")]);
  return { home: readdirSync(home), files };
}

test("no archive writes outside of the folder", () => {
  mkdirSync(join(home, "other"));
  writeFileSync(join(home, "other", "kept"), "kept");
  symlinkSync(join(home, "other"), join(folder, "out"));
  symlinkSync("..", join(folder, "up"));
  symlinkSync(join(home, "other", "kept"), join(folder, "kept"));
  symlinkSync(join(home, "other", "absent"), join(folder, "absent"));
  writeFileSync(join(folder, "mine"), "mine");
  const before = outside();

  const names = ["..", ".", "", "out", "up", "kept", "absent", "other", "a", "~", "%2e%2e", "\\.."];
  const part = fc.oneof(fc.constantFrom(...names), fc.string({ maxLength: 5 }));
  const path = fc.oneof(
    fc.array(part, { minLength: 1, maxLength: 5 }).map((parts) => parts.join("/")),
    part.map((name) => join(home, "other", name)),
  );
  const entry = path.map((name) => `=== ${name} ===\nevil\n=== END ${name} ===\n\n`);
  fc.assert(
    fc.property(fc.array(entry, { maxLength: 10 }), fc.boolean(), (entries, replaces) => {
      const unpacked = unpackSlurp(`# --- SLURP v4 ---\n\n${entries.join("")}`);
      if (typeof unpacked === "string") return;
      saveFiles(folder, unpacked.files, { replaces });
      expect(outside()).toEqual(before);
      if (!replaces) expect(readFileSync(join(folder, "mine"), "utf8")).toBe("mine");
    }),
    { numRuns: 200 },
  );
  expect(readdirSync(folder).length).toBeGreaterThan(5);
});
