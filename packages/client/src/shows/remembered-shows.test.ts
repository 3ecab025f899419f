import { spawn } from "node:child_process";
import { once } from "node:events";
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

test("what is added is remembered for its project only, in order and once", async () => {
  expect(shows.of(PROJECT)).toEqual(paths());
  await shows.add(PROJECT, "/data/a");
  await shows.add(PROJECT, "/data/b é\n");
  await shows.add(PROJECT, "/data/a");
  expect(new RememberedShows(folder).of(PROJECT)).toEqual(paths("/data/b é\n", "/data/a"));
  expect(shows.of("/tmp/pia/other")).toEqual(paths());
});

test("it is private, and removed with its last path", async () => {
  await shows.add(PROJECT, "/data/a");
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  const [name = ""] = readdirSync(folder);
  expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600);
  expect(await shows.remove(PROJECT, "/data/a")).toEqual(paths());
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
])("a record $is shows nothing, says why, and is left as it is", async ({ text, problem }) => {
  await shows.add(PROJECT, "/data/a");
  const [name = ""] = readdirSync(folder);
  const file = join(folder, name);
  const size = typeof text === "string" ? text : JSON.stringify(text);
  writeFileSync(file, size);
  for (const told of [
    shows.of(PROJECT),
    await shows.add(PROJECT, "/data/b"),
    await shows.remove(PROJECT, "/data/a"),
  ]) {
    expect(told).toEqual({ ok: false, problem: expect.stringMatching(problem) });
    expect(told).toEqual({ ok: false, problem: expect.stringContaining(file) });
  }
  expect(statSync(file).size).toBe(Buffer.byteLength(size));
});

test("a record that others can write to, or that is a link, shows nothing", async () => {
  await shows.add(PROJECT, "/data/a");
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

test("more paths than a record can hold are refused", async () => {
  for (let number = 0; number < 32; number += 1) await shows.add(PROJECT, `/data/${number}`);
  expect(await shows.add(PROJECT, "/data/more")).toMatchObject({ ok: false });
  expect(shows.of(PROJECT)).toMatchObject({ ok: true });
});

/** Adds eight paths one after another, as a person who says "always" to one question after another. */
const ADDER = `
  const [module, folder, project, name] = process.argv.slice(1);
  const shows = new (await import(module)).RememberedShows(folder);
  for (let at = 0; at < 8; at += 1) await shows.add(project, "/data/" + name + at);`;

test("processes that add paths at the same moment keep all of them", async () => {
  const module = new URL("./remembered-shows.ts", import.meta.url).href;
  const adders = ["a", "b", "c", "d"].map((name) => {
    const words = ["--input-type=module", "-e", ADDER, module, folder, PROJECT, name];
    return once(spawn(process.execPath, words, { stdio: "inherit" }), "exit");
  });
  expect(await Promise.all(adders)).toEqual(Array(4).fill([0, null]));
  const remembered = shows.of(PROJECT);
  expect(remembered.ok && remembered.paths.length).toBe(32);
}, 60_000);
