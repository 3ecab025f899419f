import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { hasProgram } from "@bazaar/testkit/program";
import { afterEach, beforeEach, expect, test } from "vitest";
import { readFiles } from "./read-files.ts";

const MAKE_PIPE = "mkfifo";

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "to-send-"));
  mkdirSync(join(folder, "sub"));
  writeFileSync(join(folder, "a.txt"), "one");
  writeFileSync(join(folder, "sub", "b.txt"), "two");
  writeFileSync(join(folder, "sub", "A.txt"), "three");
  symlinkSync("a.txt", join(folder, "link.txt"));
});

afterEach(() => rmSync(folder, { recursive: true }));

const read = (...names: readonly string[]) => readFiles(names.map((name) => join(folder, name)));

test("files are read under their own names, also through the user's links", () => {
  expect(read("a.txt", "sub/b.txt", "link.txt")).toEqual([
    { path: "a.txt", bytes: Buffer.from("one") },
    { path: "b.txt", bytes: Buffer.from("two") },
    { path: "link.txt", bytes: Buffer.from("one") },
  ]);
});

test("what cannot be sent is not read", () => {
  writeFileSync(join(folder, "large"), "");
  // A sparse file: to read it would take long.
  truncateSync(join(folder, "large"), 2 ** 40);
  expect(read("large")).toBe("large has 1099511627776 bytes; a file may have 26214400");
  expect(read("absent")).toBe(`there is no file ${join(folder, "absent")}`);
  expect(read("sub")).toBe(`${join(folder, "sub")} is not a file`);
  expect(read("a.txt", "sub/A.txt")).toBe("A.txt: another file has this name");
  expect(read(...Array<string>(12).fill("a.txt"))).toBe("12 files; at most 10 can be sent");
  expect(read()).toBe("there is no file to send");
});

test.skipIf(!hasProgram(MAKE_PIPE))("a pipe is not waited for (needs mkfifo)", () => {
  execFileSync(MAKE_PIPE, [join(folder, "pipe")]);
  expect(read("pipe")).toBe(`${join(folder, "pipe")} is not a file`);
});
