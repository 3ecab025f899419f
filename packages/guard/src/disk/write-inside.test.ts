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
import { afterEach, beforeEach, expect, test } from "vitest";
import { writeInside } from "./write-inside.ts";

let folder: string;
/** Where the files go. */
let top: string;
/** What no file may reach. */
let outside: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "guard-inside-"));
  [top, outside] = [join(folder, "top"), join(folder, "outside")];
  for (const made of [top, outside]) mkdirSync(made);
  writeFileSync(join(outside, "kept"), "kept");
});

afterEach(() => {
  expect(readdirSync(outside)).toEqual(["kept"]);
  expect(readFileSync(join(outside, "kept"), "utf8")).toBe("kept");
  rmSync(folder, { recursive: true });
});

const write = (path: string, replaces = false): unknown =>
  writeInside(top, path, Buffer.from("new"), { replaces });
const read = (path: string): string => readFileSync(join(top, path), "utf8");

test("missing directories are created, and nothing but the file stays", () => {
  expect(write("a/ä b/file")).toBeNull();
  expect(read("a/ä b/file")).toBe("new");
  expect(readdirSync(top, { recursive: true })).toEqual(["a", "a/ä b", "a/ä b/file"]);
});

test("a link to the directory itself is followed", () => {
  symlinkSync(top, join(folder, "link"));
  expect(writeInside(join(folder, "link"), "a/b", Buffer.from("new"), { replaces: false })).toBe(
    null,
  );
  expect(read("a/b")).toBe("new");
});

test("a file is replaced only when asked", () => {
  writeFileSync(join(top, "file"), "old");
  expect(write("file")).toBe("exists");
  expect(read("file")).toBe("old");
  expect(write("file", true)).toBeNull();
  expect(read("file")).toBe("new");
});

test("a link in the place of the file is kept, or replaced itself", () => {
  for (const [name, target] of [
    ["to-file", join(outside, "kept")],
    ["dangling", join(outside, "absent")],
  ] as const) {
    symlinkSync(target, join(top, name));
    expect(write(name)).toBe("exists");
    expect(write(name, true)).toBeNull();
    expect(read(name)).toBe("new");
  }
});

test("a link or a file on the way is not followed", () => {
  symlinkSync(outside, join(top, "link"));
  symlinkSync(join(outside, "absent"), join(top, "dangling"));
  writeFileSync(join(top, "file"), "old");
  for (const name of ["link", "dangling", "file"]) {
    expect(write(`${name}/a`, true)).toBe("no_directory_on_the_way");
    expect(write(`${name}/a/b`, true)).toBe("no_directory_on_the_way");
  }
});

test("a directory in the place of the file is kept", () => {
  mkdirSync(join(top, "a"));
  expect(write("a")).toBe("is_a_directory");
  expect(write("a", true)).toBe("is_a_directory");
});

test.each(["../evil", "/evil", "a/../../evil", "a//b", ""])("%j is a bug of the caller", (path) => {
  expect(() => write(path)).toThrow("a path below a directory");
});
