import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { RememberedShows } from "./remembered-shows.ts";

const PROJECT = "/tmp/pia/project";
let folder = "";
let shows: RememberedShows;

beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), "shows-")), "shows");
  shows = new RememberedShows(folder);
});
afterEach(() => rmSync(join(folder, ".."), { recursive: true, force: true }));

const paths = (...given: readonly string[]) => ({ ok: true, paths: given });

test("what is added is remembered for its project only, in order and once", () => {
  expect(shows.of(PROJECT)).toEqual(paths());
  shows.add(PROJECT, "/data/a");
  shows.add(PROJECT, "/data/b é\n");
  shows.add(PROJECT, "/data/a");
  expect(new RememberedShows(folder).of(PROJECT)).toEqual(paths("/data/b é\n", "/data/a"));
  expect(shows.of("/tmp/pia/other")).toEqual(paths());
});

test("it is private, and removed with its last path", () => {
  shows.add(PROJECT, "/data/a");
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  const [name = ""] = readdirSync(folder);
  expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600);
  expect(shows.remove(PROJECT, "/data/a")).toEqual(paths());
  expect(existsSync(join(folder, name))).toBe(false);
});

const RECORD = { version: 1, project: PROJECT, paths: ["/data/a"] };

test.each([
  { is: "no JSON", text: "paths: /", problem: /it is not JSON/ },
  { is: "cut off", text: JSON.stringify(RECORD).slice(0, -4), problem: /it is not JSON/ },
  { is: "of a later version", text: { ...RECORD, version: 2 }, problem: /version/ },
  { is: "about another project", text: { ...RECORD, project: "/x" }, problem: /another project/ },
  { is: "with a relative path", text: { ...RECORD, paths: ["/a", "b"] }, problem: /absolute path/ },
  { is: "with a number", text: { ...RECORD, paths: [7] }, problem: /paths/ },
  { is: "with a NUL", text: { ...RECORD, paths: ["/a\0b"] }, problem: /paths/ },
  { is: "with more fields", text: { ...RECORD, also: [] }, problem: /also/ },
  { is: "with too many paths", text: { ...RECORD, paths: Array(33).fill("/a") }, problem: /33/ },
])("a record $is shows nothing, says why, and is left as it is", ({ text, problem }) => {
  shows.add(PROJECT, "/data/a");
  const [name = ""] = readdirSync(folder);
  const file = join(folder, name);
  const size = typeof text === "string" ? text : JSON.stringify(text);
  writeFileSync(file, size);
  for (const told of [
    shows.of(PROJECT),
    shows.add(PROJECT, "/data/b"),
    shows.remove(PROJECT, "/data/a"),
  ]) {
    expect(told).toEqual({ ok: false, problem: expect.stringMatching(problem) });
    expect(told).toEqual({ ok: false, problem: expect.stringContaining(file) });
  }
  expect(statSync(file).size).toBe(Buffer.byteLength(size));
});

test("a record that others can write to, or that is a link, shows nothing", () => {
  shows.add(PROJECT, "/data/a");
  const file = join(folder, readdirSync(folder)[0] ?? "");
  chmodSync(file, 0o666);
  expect(shows.of(PROJECT)).toMatchObject({
    problem: expect.stringContaining("other users can write to it"),
  });
  chmodSync(file, 0o600);
  const elsewhere = join(folder, "elsewhere");
  writeFileSync(elsewhere, JSON.stringify(RECORD), { mode: 0o600 });
  rmSync(file);
  symlinkSync(elsewhere, file);
  expect(shows.of(PROJECT)).toMatchObject({ problem: expect.stringContaining("symbolic link") });
});

test("more paths than a record can hold are refused", () => {
  for (let number = 0; number < 32; number += 1) shows.add(PROJECT, `/data/${number}`);
  expect(shows.add(PROJECT, "/data/more")).toMatchObject({ ok: false });
  expect(shows.of(PROJECT)).toMatchObject({ ok: true });
});
