import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { namesOrNone } from "./names-in.ts";
import { bytesOf, childPath, rawPath } from "./raw-path.ts";

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "guard-names-"));
});

afterEach(() => rmSync(folder, { recursive: true }));

test("names are bytes, and sorted", () => {
  for (const name of ["b", "\xff", "a"])
    writeFileSync(bytesOf(childPath(rawPath(folder), name)), "");
  expect(namesOrNone(rawPath(folder))).toEqual(["a", "b", "\xff"]);
});

test.each([
  { where: "nothing is", name: "absent" },
  { where: "a file is", name: "file" },
  { where: "links lead in a circle", name: "circle" },
  { where: "no name can be so long", name: "n".repeat(300) },
])("there are none where $where", ({ name }) => {
  writeFileSync(join(folder, "file"), "");
  symlinkSync("circle", join(folder, "circle"));
  expect(namesOrNone(rawPath(join(folder, name)))).toEqual([]);
});
