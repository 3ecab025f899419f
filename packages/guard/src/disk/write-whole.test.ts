import {
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { writeNew, writeWhole } from "./write-whole.ts";

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "guard-whole-"));
});

function openedFile(path: string): Disposable & { readonly descriptor: number } {
  const descriptor = openSync(path, "r");
  return { descriptor, [Symbol.dispose]: () => closeSync(descriptor) };
}

afterEach(() => rmSync(folder, { recursive: true }));

test("the file is replaced by a private one, and no temporary file stays", () => {
  const path = join(folder, "deep/er/notes.json");
  writeWhole(path, "a longer text than the next\n");
  writeWhole(path, "short\n");
  expect(readFileSync(path, "utf8")).toBe("short\n");
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(statSync(join(folder, "deep/er")).mode & 0o777).toBe(0o700);
  expect(readdirSync(join(folder, "deep/er"))).toEqual(["notes.json"]);
});

test("a reader of the old file reads the old text to its end", () => {
  const path = join(folder, "notes.json");
  writeWhole(path, "old\n");
  using reading = openedFile(path);
  writeWhole(path, "new\n");
  expect(readFileSync(reading.descriptor, "utf8")).toBe("old\n");
});

test("if the rename fails nothing changes, and no temporary file stays", () => {
  const path = join(folder, "taken");
  mkdirSync(path);
  expect(() => writeWhole(path, "text")).toThrow("EISDIR");
  expect(readdirSync(folder)).toEqual(["taken"]);
});

test("a new file is private, and one that is there is kept", () => {
  const path = join(folder, "notes.txt");
  writeNew(path, "first\n");
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(() => writeNew(path, "second\n")).toThrow("EEXIST");
  expect(readFileSync(path, "utf8")).toBe("first\n");
  expect(readdirSync(folder)).toEqual(["notes.txt"]);
});
